# The rules in short, for a first evening. One matter each: a name, then three to eight lines.
# The numbers in brackets are those of RULES.md. “also” is what else people type to find it.

topic-round = The round
    .also = phases, day, what happens next, order of play, rounds, how many rounds
    .line1 = A round has nine Phases: Dawn, Morning, Generator, Weather, Preparation, Action, Dusk, Hunger, Night. (R-6.1)
    .line2 = Dawn: leadership passes on, the Round marker moves, Technologies and Scenario cards fall due. (R-7.1)
    .line3 = Morning brings a card. In the Generator Phase you burn Coal and check the Stress. Weather makes it colder. (R-8.1, R-9.1, R-10.1)
    .line4 = Preparation: one Advisor may act, then Sickness takes its toll. (R-11.1)
    .line5 = Action: you take turns, one figure and one action each. (R-12.6)
    .line6 = Dusk brings another card, then people eat, then they look for a warm place to sleep. (R-14.2, R-15.7, R-16.6)
    .line7 = The very first round begins with the Action Phase. There are 15 rounds. (R-6.3, R-6.2)

topic-setup = How it begins
    .also = society cards, start, beginning, corner
    .line1 = A Society card says how many people there are, what is in the stores, and how the mood is. Society I is the one to start with. (R-2.15)
    .line2 = You choose a corner of the Rim; from there wall tiles are drawn until three Deposits of Wood or Coal lie around the crater. (R-2.5)
    .line3 = At the three corners without one, snow has been cleared already: a Near and a Far tile each. (R-2.8, R-2.9)
    .line4 = Every Advisor draws Citizen cards (7, 6, 5 or 4 for 1 to 4 players), then gives up one of them and pays its starting cost. (R-2.39, R-2.40)
    .line5 = If none of them can be paid, a card is lost all the same, and one Citizen of its type falls ill. (R-2.43)
    .line6 = Then the first Action Phase begins. (R-2.46)

topic-winning = How to win
    .also = goal, how do we win, victory, scenario, objective, score, points
    .line1 = You win together, when a Scenario card says so. (R-3.1)
    .line2 = In this scenario, read the Scenario cards that lie open: they say what they want and until which Round. (R-22.1)
    .line3 = Marks on the Round track show when a Scenario card acts next. (R-22.2)
    .line4 = In the Crater a Scenario card of Round 11 names the goal: a stocked vault, and a city that lives to the end of Round 15. Where no card names one, to live is enough. (R-3.1, R-3.9)

topic-losing = How to lose
    .also = how do we lose, defeat, game over, the end
    .line1 = At once: the last Hope token leaves its track. (R-3.2)
    .line2 = At once: a sixth Discontent token comes onto its track, active or not. (R-3.3)
    .line3 = At once: the Generator breaks down for the second time. (R-3.4)
    .line4 = At once: the Corpse marker reaches the end of its track. (R-3.7)
    .line5 = In the Preparation Phase: 26 or more of one type are sick. (R-3.5)
    .line6 = In the Hunger Phase: Hunger is still 25 or more after all Food is spent on it. (R-3.6)
    .line7 = If something would win and lose the game at the same moment, it is lost. (R-3.8)

topic-leadership = Leadership and ties
    .also = leader, who decides, ties, marker
    .line1 = Everything is decided together, unless a rule names one player. (R-4.2)
    .line2 = If you cannot agree, whoever has the Leadership marker has the last word. (R-4.3)
    .line3 = The marker goes to the next player at every Dawn; it starts with somebody chosen by lot. (R-7.1, R-2.50)
    .line4 = The Leader also takes the first turn of the Action Phase. (R-12.6)

topic-advisors = Advisors
    .also = abilities, roles, generator advisor, health advisor, social advisor, foreman
    .line1 = Every player is an Advisor for the whole game: Generator, Health, Social or Foreman. (R-20.1)
    .line2 = Once a round, in the Preparation Phase, one Advisor in play may act. Hope pays for it: a token is exhausted. (R-11.1)
    .line3 = Health Advisor: exhaust Care to Cure 2. Generator Advisor: exhaust any Hope to take away up to 3 Stress. (R-20.3)
    .line4 = The others need Justice or Motivation; look them up as cards. (R-20.3)
    .line5 = It may be the same Advisor every round. Without the Hope it needs, an Advisor cannot act. (R-11.1, R-11.2)

topic-solo = Playing alone
    .also = one player, alone, call to rise
    .line1 = You have one Advisor, and decide everything. (R-20.4)
    .line2 = You begin with 7 Citizen cards and pay for one of them. (R-2.39)
    .line3 = Once in the game, in a Preparation Phase, Call to Rise brings new Citizen cards: 1, 2, 3 or 4 of them with at least 1, 2, 4 or 6 Hope tokens on the track. (R-20.5)

topic-hope = Hope and Discontent
    .also = discontent, mood, morale, unrest, banished
    .line1 = Both are tracks of tokens. A token is active (light) or exhausted (dark). (R-5.2)
    .line2 = An increase: draw a token from the bag, which comes exhausted, or activate one that lies there. You choose. (R-5.6)
    .line3 = A decrease: exhaust an active token, or take an exhausted one off the track. So an active token can bear two blows. (R-5.11)
    .line4 = “+1 Care” and the like name a type: a token is always drawn, then one exhausted Care becomes active, if there is one. (R-5.8)
    .line5 = Hope has room for 6 tokens; if it is empty, all is lost. (R-5.9, R-3.2)
    .line6 = Discontent has room for 5; the sixth means that you are banished. (R-5.10)

topic-tokens = Types of tokens
    .also = care, justice, motivation, anger, apathy, greed
    .line1 = Hope comes as Care, Justice and Motivation; Discontent as Anger, Apathy and Greed. (R-5.1)
    .line2 = Which type you draw is chance. (R-5.18)
    .line3 = Many cards ask whether a type is active: one token of it, light side up, is enough. (R-5.3)
    .line4 = If exhausting a token is a price, it must really be exhausted; if it is only an effect and there is none, nothing happens. (R-5.5)

topic-fuel = Fuel
    .also = coal, burn, what the generator needs, what does the generator need, heat marker
    .line1 = Each Coal you burn moves the Heat marker up by one, at most to the Cold marker. (R-9.2)
    .line2 = You may burn Coal in the Generator Phase, before your action in the Action Phase, and at Night. (R-9.2)
    .line3 = Heat stays until the next Generator Phase. There its Stress is checked, and then it goes back to 0. (R-9.14, R-9.9)
    .line4 = So Coal burnt in the morning keeps nobody warm at work: it saves people from the cold of that Generator Phase. (R-9.3)

topic-cold = Cold in the Generator Phase
    .also = temperature, freezing, generator phase
    .line1 = After fuelling, look at the track between Heat and Cold. Every icon of a Citizen there makes one of that type ill. (R-9.3)
    .line2 = If Heat has reached Cold, nobody falls ill. (R-9.3)
    .line3 = Weather moves the Cold marker up, so staying warm costs more Coal from round to round. (R-10.2)

topic-stress = Generator and Stress
    .also = strain, explosion, explode, breakdown, tower, overheat, cubes
    .line1 = In the Generator Phase, cubes are dropped into the tower: as many as the number beside the Heat marker. Some come out, some stay inside. (R-9.5, R-9.6)
    .line2 = What comes out is Stress. The track has 10 spaces; what does not fit lies on the overflow. (R-9.7)
    .line3 = With a cube on the overflow the Generator breaks down: everything gets colder by one, the Stress is cleared, and the Heat marker turns to Overheated. (R-9.8, R-9.11)
    .line4 = A second breakdown is the end. (R-9.12)
    .line5 = Engineers at the Generator take away up to 5 Stress; with a Steam Core, all of it, and the tower gets better for good. (R-29.6, R-29.7)
    .line6 = Stress from other effects is only judged in the next Generator Phase: there is time to repair. (R-9.10)

topic-heat = Warm and cold work
    .also = warm, what heats a place, insulation, zones, range, cold work
    .line1 = Clearing snow is always cold. Building, sending Scouts and Special Actions are always warm. (R-12.13)
    .line2 = Gathering and using a Building are warm or cold by the place. (R-12.13)
    .line3 = A zone is warm if the Heat marker is above its symbol: A is the Generator tile, B adds the Near tiles, C the Far tiles. (R-12.16, R-12.18)
    .line4 = A Building is also warm if Heat is above the symbol of its own colour, wherever it stands. One of the two is enough. (R-12.19, R-12.20)
    .line5 = Red keeps warm best, then orange, then yellow; blue has no insulation of its own. (R-12.22)
    .line6 = At Heat 0 all such work is cold. (R-12.17)
    .line7 = In the cold, one Citizen of the figure's type falls ill before the work is done. (R-12.14)

topic-weather = Weather
    .also = snowfall, weather phase
    .line1 = Every round a Weather card is turned over and read from top to bottom. (R-10.1)
    .line2 = It moves the Cold marker and the Heat Ranges up: you need more Heat for the same warmth. (R-10.2)
    .line3 = Each Hunting symbol of your Hunter's Huts brings 1 Food. (R-10.3)
    .line4 = All Scouts move on. (R-10.4)
    .line5 = The Storm comes nearer. (R-10.5)

topic-storm = The Storm
    .also = blizzard, ruins, tents
    .line1 = The Storm marker starts on Round 9, and Weather moves it towards you. (R-2.28, R-10.5)
    .line2 = Once it is on the current Round or before it, the Storm hits, in the Weather Phase. (R-10.5)
    .line3 = Up to Round 7 it turns all Tents to Ruins, built or not, and comes back in Round 12. (R-10.6)
    .line4 = From Round 8 on it turns all Bunkhouses to Ruins, and is over for good. (R-10.6)
    .line5 = Ruins shelter nobody and cannot be built. Houses stand. (R-10.8, R-29.24)

topic-sickness = Who falls ill, and why
    .also = ill, why did people fall ill, sick, skull, frostbite
    .line1 = Each type has a Sickness marker that counts its sick. It can never pass the number of Citizens of that type. (R-17.1)
    .line2 = People fall ill of work in the cold, of a night without a warm place, of Cold above Heat, and of cards. (R-12.14, R-16.7, R-9.3)
    .line3 = If all of a type are sick already, the marker is flipped instead. (R-17.2)
    .line4 = The sick still work and still eat. It is the Preparation Phase that makes you pay: from 5 sick of a type on, markers flip, and later people are worn out as well. (R-11.7, R-11.8)
    .line5 = Flipped once, the marker shows the Skull: somebody is gravely ill. Flipped again, one of them dies. (R-17.6, R-17.7)
    .line6 = At 26 sick of one type the game is lost. (R-11.5)

topic-cure = Cure and Treat
    .also = heal, doctor, hospital, treat, infirmary, medicine
    .line1 = A point of Cure makes one sick Citizen well, of any type; points can be split. (R-19.1)
    .line2 = While the Skull is up, the last one of that type cannot be cured. (R-19.2)
    .line3 = A point of Treat turns a Skull back, and nobody dies of it. (R-19.3)
    .line4 = The Medical Post, the Infirmary and the Health Advisor do this. “Cure or Treat” means one of the two, wholly. (R-29.15, R-29.19, R-19.4)

topic-death = Death
    .also = die, dead, dying, killed, why did people die, funeral
    .line1 = When somebody dies, the Corpse marker moves up and the type has one Citizen less. (R-18.2, R-18.3)
    .line2 = Then a Citizen card is drawn, and what it says for that type happens; mostly it costs Hope. (R-18.4)
    .line3 = Instead, one player may give a card of that type from the hand, and choose the lesser evil. (R-18.4)
    .line4 = Figures are taken away only when the next Action Phase begins. (R-18.9)
    .line5 = People who leave the City are not dead: no Corpse, no card. (R-4.5)

topic-corpses = Corpses
    .also = bodies, cemetery, bury, graves
    .line1 = Every death moves the Corpse marker up by one. At the end of its track the game is lost at once. (R-18.2)
    .line2 = Only a few Buildings move it back: the Cemetery of the New Faith, by 1 or 2, with some Hope; and the Snow Pit of the New Order, by up to 3 when it is built. (R-29.27, R-29.28)
    .line3 = Some cards, such as the first Dusk card, ask how many dead there are. (R-14.2)

topic-food = Food
    .also = eat, rations, hunting, who eats
    .line1 = Each Round feeds one type: Children, Engineers or Workers. The Round track shows which. (R-15.7)
    .line2 = Every Citizen of that type eats 1 Food: all people, not figures, sick ones too. Nothing may be held back. (R-15.7)
    .line3 = Each missing Food is 1 Hunger. (R-15.8)
    .line4 = Food comes from Hunter's Huts, Hothouses, tiles under the snow and Expeditions. The store holds 50. (R-29.11, R-29.20, R-30.3)

topic-hunger = Hunger
    .also = starving, starvation, no food
    .line1 = At the start of the Hunger Phase, Food is spent on old Hunger first, 1 for 1. (R-15.1)
    .line2 = If 25 or more is left, the game is lost. (R-15.2)
    .line3 = Otherwise what is left brings Discontent and, from 5 on, deaths among those who were to eat in the Round before. Then Hunger goes back to 0. (R-15.3, R-15.4, R-15.6)
    .line4 = After that today's type eats, and new Hunger can come of it. It is not judged before the next round. (R-15.7, R-15.8)

topic-shelter = Shelter at Night
    .also = bed, beds, sleep, night, tent, tents, houses, homeless
    .line1 = At Night all figures come home; only Scouts stay away. You may burn Coal once more. (R-16.2, R-16.3, R-16.5)
    .line2 = Each Tent, Bunkhouse and House has 2 places, if it is warm: by its colour or by its zone. (R-16.10)
    .line3 = Every Worker, Engineer and Child figure without a place makes one Citizen of its type ill. (R-16.6, R-16.7)
    .line4 = Houses are red, Bunkhouses orange, Tents yellow: what keeps warm costs more Wood. (R-29.23)
    .line5 = Ruins give no places without a Law. The Child Shelter has 4, for Children only. (R-16.12, R-16.11)

topic-figures = Citizens and figures
    .also = meeples, workers, engineers, people
    .line1 = The City counts its Citizens by type: Workers, Engineers, Children. About five Citizens give you one figure; the picture of the board calls them Meeples. (R-12.1)
    .line2 = Figures are counted anew only when an Action Phase begins. (R-12.2)
    .line3 = A figure is used once a round, and comes home at Night. (R-12.8, R-16.2)
    .line4 = Workers can do almost everything. Only Engineers work at the Generator, the Platform, the Workshop and with the sick. (R-13.26)
    .line5 = Children work only if a Law or a card lets them. (R-12.11)

topic-children = Children
    .also = kids, child labour
    .line1 = Child figures do not act, unless a Law, a card or another effect allows it. (R-12.11)
    .line2 = They need a warm place at Night like everybody. (R-16.6)
    .line3 = They are fed in their own Rounds, and can fall ill and die. (R-15.7, R-17.1)
    .line4 = The Child Worker and the Child Engineer, who come with cards, may act as if grown up. (R-27.7)

topic-spent = Spent tokens
    .also = tired, exhausted people, worn out
    .line1 = A Spent token means that somebody is worn out. It lies in the supply for one type. (R-12.4)
    .line2 = When the Action Phase begins, a figure of that type is laid on each; it cannot act this round. (R-12.4)
    .line3 = Tokens with a figure on them go away at Night; those left empty stay. (R-16.1)
    .line4 = Much Sickness brings them, and some cards do. There are 5 for each type. (R-11.7, R-11.9)

topic-automatons = Automatons
    .also = robot, machine, factory
    .line1 = An Automaton acts as a Worker, for 1 Coal each time. (R-27.3, R-27.4)
    .line2 = It never falls ill, eats nothing and needs no place to sleep. (R-27.6)
    .line3 = It cannot be a Scout and takes no Special Actions. (R-27.4, R-27.5)
    .line4 = The Factory makes one out of a Steam Core; there are 6. (R-29.13, R-27.1)

topic-actions = A turn
    .also = my turn, whose turn, end turn, pass, what can I do, action phase, main action, end of the day
    .line1 = The Leader begins, then clockwise; one figure and one action each. (R-12.6)
    .line2 = First you may burn Coal, if you like. (R-12.9)
    .line3 = Then choose: Remove Snow, Gather Resources, Construct, Use a Building, Deploy Scouts, or a Special Action. (R-12.10)
    .line4 = You may play one Citizen card with it, if its type and action fit; once a round. (R-21.3, R-21.7)
    .line5 = It goes on until no figure is left, or until you end the day together. (R-12.7)

topic-snow = Remove Snow
    .also = remove snow, clear, tiles, explore the map
    .line1 = Always in the cold: one of the figure's type falls ill. (R-12.13)
    .line2 = Lay two Near tiles beside the Generator tile, or one Far tile beside tiles that lie there. (R-13.2, R-13.4, R-13.5)
    .line3 = They are turned over: Trees and Resources come onto their spaces, Food goes straight to the store. (R-13.6)
    .line4 = It can be done as often as you have figures. (R-13.1)

topic-gather = Gather Resources
    .also = wood, resources, steam core, collect, get coal, tree, trees
    .line1 = Send a figure to a space with Wood, Coal or Steam Cores, and take 1 or 2 of them. (R-13.8, R-13.9)
    .line2 = Each space once a round: the figure stays there until Night. (R-13.10)
    .line3 = Whether it is cold depends on the zone only. (R-12.23)
    .line4 = Trees cannot be gathered; a Sawmill makes 3 Wood of each. (R-13.11, R-29.14)

topic-construct = Construct
    .also = build, dismantle, builders, jobs
    .line1 = Always warm. One figure does up to 3 jobs: build or dismantle, in any order. (R-13.12, R-13.13)
    .line2 = Building costs Wood, for large ones also a Steam Core. (R-13.14)
    .line3 = Small ones need a free space, large ones both spaces of a tile, not on the Generator tile. (R-13.15, R-13.16)
    .line4 = What lies on the space is lost. (R-13.15)
    .line5 = A Coal Mine or a Wall Drill needs the tile beside its Deposit. (R-13.18)
    .line6 = Dismantling gives nothing back, but frees the space at once. (R-13.21, R-13.23)

topic-buildings = Buildings
    .also = use a building, workshop, upgrade, sawmill, medical post
    .line1 = Each has a colour for its insulation, and an action or a lasting effect. (R-29.1)
    .line2 = Send a figure to use one: one figure on a small one, two on a large one, each round. (R-13.25)
    .line3 = Those marked for Engineers take nobody else. (R-13.26)
    .line4 = A Workshop can upgrade one for 1 Wood or for Steam Cores; that mostly makes it red and a little better. (R-29.2, R-29.9)
    .line5 = Some are unlocked by a Law. When the tiles of a kind are used up, no more can be built. (R-13.19, R-30.9)
    .line6 = Look one up by its name to see what it does. (R-13.27)

topic-scouts = Scouts and Expeditions
    .also = expeditions, beacon, frostland
    .line1 = A Beacon is needed; it guides one Expedition, upgraded two. (R-13.30, R-13.31)
    .line2 = A Worker or Engineer sets out, and moves with every Weather card. (R-13.30, R-10.4)
    .line3 = At the end of the path you choose: explore the place, or walk on to a farther one. (R-24.4, R-24.6)
    .line4 = Exploring shows the card. To return brings home what it says now. To continue leads farther, and pays on the way back. (R-24.7, R-24.8, R-24.9)
    .line5 = A Scout needs no place to sleep, and is missing at work. (R-16.3, R-12.1)

topic-special = Special Actions
    .also = special action, event display, put resources on a card
    .line1 = Some open cards offer an action of their own; send a figure of the kind they show. (R-13.32)
    .line2 = It is warm, unless the card says otherwise. (R-12.13)
    .line3 = Each once a round, some only once in the game. (R-13.34)
    .line4 = Resources put on a card stay there until an effect moves them. (R-13.33)

topic-laws = Laws
    .also = platform, book of laws, faith, order, proclaim
    .line1 = An Engineer at the Platform introduces a Law. It is never taken back, and there can be four. (R-25.1, R-25.5)
    .line2 = Its change of mood happens at once, its effect lasts. (R-25.3, R-25.7)
    .line3 = One of its two Consequences goes unseen into the Dusk deck and will come some evening. (R-25.2)
    .line4 = Some Laws exclude each other: Child Labour and Child Shelters, New Faith and New Order. (R-25.4)
    .line5 = Several unlock Buildings. (R-25.8)

topic-technologies = Technologies
    .also = research, workshop, develop
    .line1 = Four are on offer. The first Workshop you build starts the development of one of them. (R-26.1, R-26.2)
    .line2 = It is ready after as many Rounds as it costs; then the next one is chosen. (R-26.6, R-26.7)
    .line3 = Engineers in a Workshop bring it nearer by a Round or two. (R-29.9)
    .line4 = Without any Workshop the work on it is lost; what is developed stays. (R-26.8)

topic-morning = Morning cards
    .also = event, morning card, choice, options, cost
    .line1 = Every morning a card is turned over. Its effect comes first, then you choose one of its options. (R-8.1, R-8.2)
    .line2 = An option may need something or cost something; if you cannot pay all of it, you cannot choose it. (R-4.10, R-4.11)
    .line3 = Some choices put cards into the Dusk deck: they come back to you. (R-14.9)
    .line4 = Some cards stay in the Event display and act from there. (R-8.4)

topic-dusk = Dusk cards
    .also = consequences, evening, social dispute, dusk deck, comes back
    .line1 = After work, cards in play with a Dusk effect act, in an order you choose. (R-14.1)
    .line2 = Then the Dusk deck is shuffled, and one card is turned over and resolved. (R-14.2)
    .line3 = The deck is made of what you did: Consequences of Laws, echoes of Morning cards. (R-25.2, R-14.9)
    .line4 = One Social Dispute is always in it, and you know its text. When it comes, deck and discard pile are shuffled together, with the next one. (R-14.4, R-14.5, R-14.6)

topic-citizens = Citizen cards
    .also = hand, my cards, private cards, play a card
    .line1 = Your hand is yours: you may talk about it, but not pass cards on. (R-21.2)
    .line2 = Play one with an action of its type to do what it says instead of, or on top of, the usual effect; one a round for each player. (R-21.3, R-21.5, R-21.7)
    .line3 = Or give one when somebody of its type dies, so that its words count and not those of a card drawn blindly. (R-18.4)
    .line4 = There are few ways to get new ones, and no limit to a hand. (R-20.6)

topic-map = The map
    .also = board, tiles, near, far, rim, deposit
    .line1 = In the middle is the Generator tile with 5 spaces, around it 12 Near and 18 Far cells, around those the Rim. (R-28.4, R-28.2)
    .line2 = Each Near or Far tile has 2 spaces; a space holds up to 5 of one Resource, or one Building. (R-28.4, R-30.7)
    .line3 = Spaces on the same tile, and on tiles that share an edge, are adjacent. (R-28.6, R-28.8)
    .line4 = A Deposit in the wall touches only the Far tile in its corner. (R-28.12)
