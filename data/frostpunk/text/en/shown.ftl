# Around a campaign: settings, duties, who decides what, how it stands, how it ended.

## Where it stands

chapter-before = Before the first day
chapter-round = Round { $round } · { $phase }

brief = Heat { $heat } against Cold { $cold } · { $food } Food{ $hunger ->
    [0] { "" }
   *[other] , Hunger { $hunger }
    } · Hope { $hope } ({ $hope_active } active) · Discontent { $discontent } ({ $discontent_active } active) · { $sick } sick{ $skulls ->
    [0] { "" }
    [one] , one gravely
   *[other] , some gravely
    } · { $coal } Coal, { $wood } Wood

hand-card = **{ $card }** – { $ability }. If { $kind } dies, give this card and: { $death }

## Settings

setting-society = Society
setting-society-1 = Society I
setting-society-2 = Society II
setting-society-3 = Society III
setting-society-4 = Society IV
setting-society-5 = Society V
setting-society-6 = Society VI
setting-difficulty = Difficulty
setting-difficulty-normal = Normal
setting-difficulty-hard = Hard
setting-setup_unpayable_discard = A starting card nobody can pay
setting-setup_unpayable_discard-choice = its holder chooses which one is lost
setting-setup_unpayable_discard-random = it is lost by lot
setting-cold_icon_mode = People the cold makes ill
setting-cold_icon_mode-step = every step between Heat and Cold counts
setting-cold_icon_mode-strict = only spaces strictly between them count

## Advisors

duty-generator = fuel, Stress and the weather
duty-health = Sickness, cures, deaths and Food
duty-social = Hope, Discontent and the cards of Dusk
duty-foreman = the map, Buildings, Resources and figures

## Who decides what

decides-law = Which Law is introduced
decides-option_morning = Morning cards
decides-option_dusk = Dusk cards
decides-option_dispute = Social Disputes
decides-option_consequence = Law Consequences
decides-option_scenario = Scenario cards
decides-end_actions = Ending the day's work
decides-advisor = Which Advisor acts
decides-technology = Which Technology is developed
decides-reach = Scouts at the end of their path
decides-explore = What Scouts do with a find
decides-rise = Call to Rise
decides-fuel = How much Coal is burnt
decides-turn = The action of a turn
decides-stand = Who sleeps in the cold
decides-kind_die = Who dies
decides-kind_sick = Who falls ill
decides-cure = Who is cured
decides-treat = Whose Skull is treated
decides-token_decrease = Which token is given up
decides-token_increase = Drawing or activating a token
decides-kind_join = Who joins the City
decides-kind_spent = Who is worn out
decides-dusk_order = The order of effects at Dusk
decides-keepers = What the Faith Keepers put away

## The end

ending-won = The hatch of the vault is frozen shut; it takes nine people to lift it, and there are nine. Somebody counts the chimneys that still smoke. Nobody cheers; people stand in the doorways and look at each other as if they had just been introduced. The city has made it, and it knows what that has cost.
ending-lost-no_hope = It did not end with a cry. First the songs stopped, then the talk, and then people stopped coming to the doors. There was still coal in the bunkers when the last of them sat down and let the fire be.
ending-lost-banished = They came to the platform without weapons, because they did not need any. Somebody had packed a sled for you: a day's food, two blankets. Behind you the gate closed, and the city went on without those who had led it.
ending-lost-explosion = The needle had stood in the red for so long that nobody saw it any more. Then the drums burst, one after the other, and the crater was as bright as noon. When the steam had gone there was nothing left to stand around.
ending-lost-sickness = There were more people in the beds than beside them. The last healthy hands carried water until they, too, had to lie down. In the end nobody was left to say who was well enough to work.
ending-lost-hunger = The kettles had been empty for days, and everybody knew the sound of a ladle on bare iron. Those who could still walk went out to look for food, each in another direction. None of them met again.
ending-lost-deaths = The rows beside the wall had grown longer than the streets. At some point nobody dug any more, and at some point nobody asked for names. A city is made of people, and there were too few of them left.
ending-lost-not_won = The city lived to see the last night, but what it had set out to do was not done. The fires still burn, for a while. Those who sit around them know that they have only put it off.
ending-lost-scenario = You had been told that it would come, and on which night. When it came, people went down to the vault with what they wore, and found bare stone. It was a long night, and the vault was quiet before it ended.
ending-unknown = The city's story ends here. Somebody closes the book and puts it where the next ones may find it.
ending-facts = Round { $round } of { $rounds } · { $citizens ->
    [one] 1 Citizen
   *[other] { $citizens } Citizens
    }, { $sick } sick · { $corpses } dead · { $laws ->
    [one] 1 Law
   *[other] { $laws } Laws
    } · { $technologies ->
    [one] 1 Technology
   *[other] { $technologies } Technologies
    }

## Looked up

sheet-topic = Rules
sheet-building = Building
sheet-advisor = Advisor
sheet-upgraded = upgraded: { $rules }
sheet-tiles = { $count ->
    [one] 1 tile in the game
   *[other] { $count } tiles in the game
    }
sheet-entry = { $name } ({ $kind })

## Why the house would choose so

counsel-only = Nothing else can be done now
counsel-enough = Nothing that is left to do today is worth it
counsel-even = Something has to be chosen, and nothing else is better
counsel-fate = The end of the game hangs on it
counsel-hope = It saves Hope
counsel-discontent = It keeps Discontent down
counsel-health = It keeps more people healthy and fit for work
counsel-deaths = It keeps people alive
counsel-food = It feeds the city
counsel-stores = The others cost more, or bring in less
counsel-warmth = It keeps more people warm
counsel-stress = It spares the Generator
counsel-works = It builds up the city for the days to come

## What the public is asked

public-laws = Laws
public-mornings = Morning cards
public-mornings-and-dusk = Morning and Dusk cards
