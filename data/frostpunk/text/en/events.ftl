# What happened, one sentence each.

event-phase = { $phase } Phase
event-round = Round { $round } begins
event-leader = leadership passes to { $seat }
event-leader-random = by lot, { $seat } leads
event-turn = { $seat } acts
event-taken = there was only one way: { $label }

## Before the first day

event-opening-chosen = { $seat } has chosen a starting card
event-opening-chosen-card = { $seat } has chosen { $card }
event-opening-clash = there is not enough for all: { $seat } pays, and these choose again: { $others }
event-opening-paid = { $seat } gives up { $card } and pays its price
event-opening-unpaid = { $seat } gives up { $card } and cannot pay
event-wall = { $what } Deposit in the wall at { $corner }
event-wall-blank = bare rock at { $corner }

## Goods

event-food-up = +{ $count } Food ({ $now } now)
event-food-down = −{ $count } Food ({ $now } now)
event-hunger-up = Hunger +{ $count } ({ $now } now)
event-hunger-down = Hunger −{ $count } ({ $now } now)
event-supply-up = +{ $what } ({ $now } now)
event-supply-down = −{ $what } ({ $now } now)
event-on-card-up = { $card }: +{ $what } on the card
event-on-card-down = { $card }: −{ $what } on the card

## People

event-corpses-up = the Corpse marker moves to { $now }
event-corpses-down = the Corpse marker goes back to { $now }
event-citizens-up = { $count ->
    [one] { $who } joins the City ({ $now } now)
   *[other] { $who } join the City ({ $now } now)
    }
event-citizens-down = { $count ->
    [one] { $who } is gone ({ $now } left)
   *[other] { $who } are gone ({ $now } left)
    }
event-sick-up = { $count ->
    [one] { $who } falls ill ({ $now } sick now)
   *[other] { $who } fall ill ({ $now } sick now)
    }
event-sick-down = { $count ->
    [one] { $who } is no longer sick ({ $now } sick now)
   *[other] { $who } are no longer sick ({ $now } sick now)
    }
event-flipped-skull = among the { $kinds }, somebody is gravely ill
event-flipped-syringe = among the { $kinds }, the Skull is gone
event-died = { $who } has died
event-mourned = it was { $card }
event-mourned-hand = it was { $card }, remembered by { $seat }
event-spent-up = { $count ->
    [one] 1 Spent { $kind } token comes in ({ $now } now)
   *[other] { $count } Spent { $kind } tokens come in ({ $now } now)
    }
event-spent-down = { $count ->
    [one] 1 Spent { $kind } token goes ({ $now } left)
   *[other] { $count } Spent { $kind } tokens go ({ $now } left)
    }
event-exhausted = { $who } cannot work today
event-slept = { $warm ->
    [0] nobody sleeps
    [one] 1 sleeps
   *[other] { $warm } sleep
    } in the warm, { $standing ->
    [0] nobody is left out
    [one] 1 stays in the cold
   *[other] { $standing } stay in the cold
    }

## Hope and Discontent

event-token-placed = { $track }: a token is drawn, { $what }, exhausted
event-token-placed-active = { $track }: a token is drawn, { $what }, active
event-token-activated = { $what } becomes active
event-token-exhausted = { $what } is exhausted
event-token-removed = an exhausted { $what } token leaves the { $track } track
event-token-removed-active = an active { $what } token leaves the { $track } track

## Generator and weather

event-heat-up = Heat rises by { $count }, to { $now }
event-heat-down = Heat falls by { $count }, to { $now }
event-cold = Cold stands at { $now }
event-range = { $what } stands at { $now }
event-tower = { $dropped ->
    [one] 1 cube drops
   *[other] { $dropped } cubes drop
    } into the tower, { $fallen ->
    [0] none comes out
    [one] 1 comes out
   *[other] { $fallen } come out
    }
event-stress-up = Stress +{ $count } ({ $now } now)
event-stress-down = Stress −{ $count } ({ $now } now)
event-overheated = the Generator breaks down. Once more, and it explodes
event-tower-upgraded = the tower is improved; it will shed fewer cubes
event-storm-marker = the Storm is due in Round { $round }
event-storm-gone = no Storm is left to come
event-storm-hits = the Storm is here

## Map

event-tile-revealed = { $cell }: the snow is cleared – { $tile }
event-pile-up = { $space }: +{ $what } ({ $now } there now)
event-pile-down = { $space }: −{ $what } ({ $now } there now)
event-built = { $building } is built on { $space }
event-dismantled = { $building } on { $space } is dismantled
event-destroyed = { $building } on { $space } is destroyed
event-upgraded = { $building } on { $space } is upgraded
event-ruined = { $building } on { $space } lies in Ruins
event-board-ruined = { $count ->
    [one] 1 unbuilt { $building } tile is lost to Ruins
   *[other] { $count } unbuilt { $building } tiles are lost to Ruins
    }
event-tiles-seen = { $seat } looks at the next Far tiles
event-tiles-seen-which = { $seat } looks at the next Far tiles: { $tiles }
event-tile-top = a Far tile is put on top
event-tile-bottom = a Far tile is put at the bottom

## Figures

event-figures-up = figures gained: { $count } × { $meeple }
event-figures-down = figures returned to the bank: { $count } × { $meeple }
event-placed = { $who } goes to work: { $place }
event-placed-cold = { $who } goes to work in the cold: { $place }
event-figures-home = { $count ->
    [one] 1 figure comes home
   *[other] { $count } figures come home
    }
event-resting = { $who } comes back and rests for today

## Cards

event-revealed = revealed: { $card }
event-chosen = { $of }: “{ $label }” is chosen
event-chosen-plain = “{ $label }” is chosen
event-no-option = { $card }: nothing could be chosen
event-card-removed = { $card } leaves the game
event-card-dusk-discard = { $card } goes to the Dusk discard pile
event-card-weather-discard = { $card } goes to the Weather discard pile
event-card-face-down = { $card } is turned face down again
event-card-zone = { $card } goes to { $zone }
event-trigger-placed = { $card } will act in Round { $round }
event-trigger = { $card } acts in Round { $round }
event-dusk-added = { $card } goes unseen into the Dusk deck
event-dusk-shuffled = the Dusk deck is shuffled
event-dusk-shuffled-discard = the Dusk deck is shuffled together with its discard pile
event-dispute-added = the next Social Dispute is in the Dusk deck: { $card }
event-dusk-seen = seen in the Dusk deck: { $cards }
event-drew = { $seat } draws a Citizen card
event-drew-card = { $seat } draws { $card }
event-played = { $seat } plays { $card }
event-played-away = { $card } goes to the Citizen discard pile
event-citizens-reshuffled = the Citizen deck is made anew from its discard pile
event-advisor-used = { $advisor } acts
event-call-to-rise = Call to Rise is heard

## Laws and Technologies

event-law-passed = the Law is introduced: { $card }
event-law-gone = { $card } can never be introduced now
event-law-covered = { $card } is suspended
event-law-free = { $card } is in force again
event-development = { $card } will be developed in Round { $round }
event-developed = { $card } is developed
event-development-lost = the last Workshop is gone; the work on { $card } is lost

## Expeditions

event-scout-out = { $who } sets out on { $stack }
event-scout-moved = { $stack }: the Scout reaches space { $now }
event-scout-home = { $who } returns from { $stack }
event-trail = { $stack }: the path goes on to { $card }
event-explored = { $stack }: the Scout explores { $card }
event-stack-gone = { $stack } leads nowhere any more

## The end

event-won = the City has made it. You have won
event-lost = the City has fallen: { $why }
