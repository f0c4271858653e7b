# Lessons for a first campaign: a few short sentences each, beside the question they help with.

lesson-goal = What this is about
    .text = You are the Advisors of one City, and you win or lose together: keep it alive through 15 Rounds and do what the Scenario cards ask. It falls if Hope is gone, if Discontent grows too great, if too many die, starve or lie sick, or if the Generator breaks down twice. The first question is only where Wood and Coal will lie: any corner will do.
lesson-hand = Your Citizen cards
    .text = Your cards are a secret of yours: look at your hand whenever you like. Before the first day each Advisor gives one of them up for good and pays its price. Keep those you hope to play: played with an action, a card makes it stronger; given when somebody dies, it softens the blow.
lesson-turn = Your turn
    .text = One figure does one thing: clears snow, gathers, builds, uses a Building or leaves as a Scout. It stays there until Night, so nobody works twice a day. What is locked cannot be done now, and says what would open it.
lesson-illness = Why people fall ill
    .text = Whoever works in the cold makes one Citizen of that type ill; clearing snow is always cold, other work only where Heat is too low. At Night everybody without a place in a warm Tent, Bunkhouse or House does the same. From 5 sick of one type on it gets dangerous: a Medical Post cures them.
lesson-food = Food and Hunger
    .text = Each Round one type of Citizens eats, 1 Food each, and all of them: the board shows whose Round it is. What is missing becomes Hunger. If it is not paid off by the next meal, it brings Discontent, and from 5 on deaths.
lesson-generator = What the Generator needs
    .text = Each Coal raises Heat by 1, at most up to Cold. In the Generator Phase the gap between Heat and Cold makes people ill; but the higher the Heat, the more Stress it risks. More than 10 Stress breaks the Generator, and the second time all is lost. Engineers sent there take Stress away.
lesson-morning = Morning cards
    .text = Every morning from the second Round on a card is turned over, and one of its options must be chosen. What it costs stands beside it. Some options put a card into the Dusk deck: what you decide now comes back to you on some evening.
lesson-dusk = What Dusk brings
    .text = Each evening one card of the Dusk deck is turned over. That deck is made of what you did: Laws, choices of the Morning, and always one quarrel among the people. Choose what the City can bear best.
lesson-mood = Hope and Discontent
    .text = A light token is active, a dark one exhausted. Losing Hope turns a light token dark or takes a dark one away; without any Hope all is lost. A sixth Discontent token, light or dark, is the end as well: you are banished.
lesson-law = Laws
    .text = A Law changes a rule or allows new Buildings, and it is never taken back. It closes the road to its opposite, and one of its two Consequences goes into the Dusk deck unseen. Engineers at the Platform introduce it, four in a whole campaign at most.
