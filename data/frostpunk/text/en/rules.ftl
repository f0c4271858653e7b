# The rules line: effects, prices, conditions, permanent changes.
# Phrases begin small and have no full stop, so that they can stand in a row.

## Joining

rule-nothing = nothing
rule-group = ({ $rule })
# The same effect so often in a row.
rule-again = { $rule } ({ $count ->
    [2] twice
   *[other] { $count } times
    })
rule-each = { $rule } for each { $per }
rule-and-each = { $rule }, plus { $times } for each { $per }
rule-amount = { $count }
rule-amount-each = { $times } for each { $per }
rule-amount-and-each = { $plus } plus { $times } for each { $per }
rule-only-if = only if { $tests }
rule-if = if { $tests }: { $then }
rule-if-else = if { $tests }: { $then }; otherwise: { $otherwise }
rule-times = { $count ->
    [one] once: { $rules }
   *[other] { $count } times: { $rules }
    }
rule-times-counted = so many times ({ $amount }): { $rules }
rule-for-each = for each { $per }: { $rules }
rule-with = first count { $amount }, then: { $rules }
rule-most-active = for every type with the most active tokens: { $lines }
rule-most-line = { $mood }: { $rules }
rule-choose = choose one: { $options }
rule-option = { $label }: { $rules }
rule-option-when = if { $tests }, { $option }

## What is counted

per-one = one
per-active = active { $what }
per-active-on = active { $what } token
per-tokens = { $what } token
per-corpses = step of the Corpse marker
per-sick = sick { $what }
per-citizens = { $what } in the City
per-used = { $what } that worked this round
per-on-this = { $what } on this card
per-built = { $what } on the map
per-laws = introduced Law
per-it = of them

who-any = { $count ->
    [one] 1 Citizen of your choice
   *[other] { $count } Citizens of your choice
    }
who-round = { $count ->
    [one] 1 Citizen of this Round's type
   *[other] { $count } Citizens of this Round's type
    }

## Hope and Discontent

rule-increase = +{ $count } { $what }
rule-decrease = −{ $count } { $what }
rule-remove-token = { $count ->
    [one] take 1 { $what } token off the track
   *[other] take { $count } { $what } tokens off the track
    }
rule-activate = activate { $count } { $what }
rule-exhaust = exhaust { $count } { $what }
rule-activate-all = activate all Hope tokens of one type
rule-exhaust-all = exhaust all Discontent tokens of one type
rule-draw-active-hope = draw 1 Hope token and place it active
rule-discard-active = return 1 active { $what } token of your choice to its bag

## People

rule-sick = { $count ->
    [one] { $who } falls ill
   *[other] { $who } fall ill
    }
rule-heal = { $count ->
    [one] { $who } gets well
   *[other] { $who } get well
    }
rule-cure = Cure { $count }
rule-treat = Treat { $count }
rule-flip = { $count ->
    [one] flip 1 Sickness marker of your choice
   *[other] flip { $count } Sickness markers of your choice
    }
rule-flip-skulls = flip every Sickness marker that shows the Skull; each flip is a death
rule-die = { $count ->
    [one] { $who } dies
   *[other] { $who } die
    }
rule-die-silent = { $count ->
    [one] { $who } dies (no Citizen card)
   *[other] { $who } die (no Citizen card)
    }
rule-gain-citizens = { $count ->
    [one] { $who } joins the City
   *[other] { $who } join the City
    }
rule-lose-citizens = { $count ->
    [one] { $who } leaves the City
   *[other] { $who } leave the City
    }
rule-gain-specialist = one of the Children becomes the { $who }
rule-spent = { $count ->
    [one] add 1 Spent { $kinds } token
   *[other] add { $count } Spent { $kinds } tokens
    }
rule-spent-any = { $count ->
    [one] add 1 Spent token of your choice ({ $kinds })
   *[other] add { $count } Spent tokens of your choice ({ $kinds })
    }
rule-remove-spent = take away 1 Spent token of your choice
rule-bury = { $count ->
    [one] the Corpse marker goes back 1 space
   *[other] the Corpse marker goes back 1 to { $count } spaces
    }
rule-bury-then = { $count ->
    [one] the Corpse marker goes back 1 space; if it moved: { $rules }
   *[other] the Corpse marker goes back 1 to { $count } spaces; if it moved: { $rules }
    }
rule-draw-citizens = { $count ->
    [one] draw 1 Citizen card
   *[other] draw { $count } Citizen cards
    }

## Goods

rule-gain = gain { $what }
rule-lose = lose { $what }
rule-lose-any = { $count ->
    [one] lose 1 Resource of your choice
   *[other] lose { $count } Resources of your choice
    }
rule-lose-all-resources = lose every Resource in the supply
rule-hunger-up = Hunger +{ $count }
rule-hunger-down = Hunger −{ $count }
rule-take-from-map = { $count ->
    [one] take 1 Resource of your choice from the map
   *[other] take { $count } Resources of your choice from the map
    }
rule-take-from-map-only = take { $what } from the map
rule-take-missing = { $rule }; gain { $what } for each that is not there
rule-put-on-this = { $count ->
    [one] put 1 Resource of your choice on this card
   *[other] put { $count } Resources of your choice on this card
    }
rule-put-on-this-or-more = { $count ->
    [one] put 1 or more Resources of your choice on this card
   *[other] put { $count } or more Resources of your choice on this card
    }
rule-put-good = put { $what } on this card
rule-put-good-or-more = put { $what } or more on this card
rule-put-only = { $rule } (only { $only })
rule-take-from-card = { $count ->
    [one] take 1 Resource of your choice from { $card }; the rest is lost
   *[other] take { $count } Resources of your choice from { $card }; the rest is lost
    }

## Generator and weather

rule-add-stress = +{ $count } Stress
rule-remove-stress = remove up to { $count } Stress
rule-remove-stress-more = remove up to { $count } Stress, more with Technologies
rule-purge-stress = remove all Stress; the first time this also improves the tower
rule-cold-up = Cold +{ $count }
rule-range-up = { $what } +{ $count }
rule-fuel = you may fuel the Generator now
rule-storm = the Storm marker goes to Round { $round }
rule-storm-gone = the Storm marker leaves the game
rule-ruin = every { $what } turns to Ruins, on the map and on the board

## Map and Buildings

rule-place-tiles = place { $tiles }
rule-place-tiles-instead = place { $tiles }; a Far tile wherever no Near tile fits
rule-tiles-near = { $count ->
    [one] 1 Near tile
   *[other] { $count } Near tiles
    }
rule-tiles-far = { $count ->
    [one] 1 Far tile
   *[other] { $count } Far tiles
    }
rule-remove-snow = place 2 Near tiles or 1 Far tile
rule-scout-tiles = { $count ->
    [one] look at the top Far tile and put it on top or at the bottom
   *[other] look at the top { $count } Far tiles and put each on top or at the bottom
    }
rule-gather = { $count ->
    [one] take 1 Resource from the space
   *[other] take up to { $count } Resources from the space
    }
rule-fell-tree = fell 1 Tree on the space for { $count } Wood
rule-saw = fell 1 Tree in reach for { $count } Wood
rule-take-adjacent = take 1 Resource from each adjacent space
rule-thump = { $count ->
    [one] put up to { $cubes } Coal on 1 adjacent space
   *[other] put up to { $cubes } Coal on each of up to { $count } adjacent spaces
    }
rule-construct = { $count ->
    [one] build or dismantle once
   *[other] build or dismantle up to { $count } times
    }
rule-construct-upgrade = { $count ->
    [one] build or dismantle once
   *[other] build or dismantle up to { $count } times; two of them may be spent on one upgrade
    }
rule-build-free = build 1 Building without cost
rule-destroy = destroy 1 Building of your choice
rule-upgrade = upgrade 1 Building, paying for it
rule-upgrade-free = upgrade 1 Building without cost
rule-workshop = { $count ->
    [one] do 1 task: upgrade a Building, or bring the development 1 Round nearer
   *[other] do { $count } tasks: upgrade a Building, or bring the development 1 Round nearer
    }
rule-building-cure = use the Cure of the Building
rule-reuse-building = use another Building with a Citizen in it once more, in the warm
rule-reuse-worker = repeat the work of one Worker placed this round, in the warm
rule-move-scouts = { $count ->
    [0] the Scouts do not move
    [one] every Scout moves 1 space
   *[other] every Scout moves { $count } spaces
    }

## Cards

rule-add-dusk = { $card } goes unseen into the Dusk deck
rule-after-event = this card stays in the Event display
rule-after-remove = this card leaves the game
rule-after-discard = this card goes to the Dusk discard pile
rule-remove-card = { $card } leaves the game
rule-cover-law = this card covers its Law until the Night is over
rule-reveal = { $card } is placed face up in the Scenario display
rule-reveal-resolve = { $card } is revealed and carried out at once
rule-introduce-law = introduce a Law
rule-faith-keepers = { $count ->
    [one] look at 1 card of the Dusk deck; it may be put away
   *[other] look at { $count } cards of the Dusk deck; one may be put away
    }
rule-arrow-continue = the Scout goes on to a new { $letter } card; this comes home with it later
rule-arrow-return = the Scout returns; a new { $letter } card lengthens the path
rule-arrow-new = the Scout returns; a new Expedition takes the place of this one
rule-win = you have won
rule-lose-game = the game is lost: { $why }

## Prices

cost-line = costs { $what }
cost-nothing = nothing
cost-all = { $parts }
cost-or = { $a } or { $b }
cost-any = { $count ->
    [one] 1 Resource of your choice
   *[other] { $count } Resources of your choice
    }
cost-exhaust = 1 active { $what } (exhausted)
cost-exhaust-any = 1 active { $what } of your choice (exhausted)

start-cost-spend = costs { $what } from the supply
start-cost-from-map = costs { $what } from the map
start-cost-stress = costs +{ $count } Stress
start-cost-hunger = costs +{ $count } Hunger
start-cost-spent = { $count ->
    [one] costs 1 Spent { $kind } token
   *[other] costs { $count } Spent { $kind } tokens
    }

## Conditions, each with its opposite

test-always = always
test-and = { $a } and { $b }
test-or = { $a } or { $b }
test-active = { $what } is active
test-not-active = no { $what } is active
test-tokens = { $count ->
    [one] there is a { $what } token
   *[other] there are at least { $count } { $what } tokens
    }
test-not-tokens = { $count ->
    [one] there is no { $what } token
   *[other] there are fewer than { $count } { $what } tokens
    }
test-active-on = { $count ->
    [one] any { $what } is active
   *[other] at least { $count } { $what } are active
    }
test-not-active-on = { $count ->
    [one] no { $what } is active
   *[other] fewer than { $count } { $what } are active
    }
test-have = the supply holds at least { $what }
test-not-have = the supply holds less than { $what }
test-have-resources = { $count ->
    [one] the supply holds any Resource
   *[other] the supply holds at least { $count } Resources
    }
test-not-have-resources = { $count ->
    [one] the supply holds no Resources
   *[other] the supply holds fewer than { $count } Resources
    }
test-citizens = { $count ->
    [one] at least { $who } lives in the City
   *[other] at least { $who } live in the City
    }
test-not-citizens = { $count ->
    [one] no { $kind } lives in the City
   *[other] fewer than { $who } live in the City
    }
test-sick = { $count ->
    [one] at least { $who } is sick
   *[other] at least { $who } are sick
    }
test-not-sick = { $count ->
    [one] no { $kind } is sick
   *[other] fewer than { $who } are sick
    }
test-sick-in-all = { $count ->
    [one] anybody is sick
   *[other] at least { $count } Citizens are sick
    }
test-not-sick-in-all = { $count ->
    [one] nobody is sick
   *[other] fewer than { $count } Citizens are sick
    }
test-hunger = Hunger is { $count } or more
test-not-hunger = Hunger is below { $count }
test-corpses = the Corpse marker is on { $count } or more
test-not-corpses = the Corpse marker is below { $count }
test-round = it is Round { $round } or later
test-not-round = it is earlier than Round { $round }
test-built = { $count ->
    [one] { $what } is built
   *[other] { $what } is built at least { $count } times
    }
test-not-built = { $count ->
    [one] { $what } is not built
   *[other] { $what } is built fewer than { $count } times
    }
test-on-this = { $who } is on this card
test-not-on-this = no { $kind } is on this card
test-goods-on-this = this card holds at least { $what }
test-not-goods-on-this = this card holds less than { $what }
test-any-on-this = { $count ->
    [one] any Resource is on this card
   *[other] at least { $count } Resources are on this card
    }
test-not-any-on-this = { $count ->
    [one] no Resource is on this card
   *[other] fewer than { $count } Resources are on this card
    }
test-goods-on = { $count ->
    [one] any Resource is on { $card }
   *[other] at least { $count } Resources are on { $card }
    }
test-not-goods-on = { $count ->
    [one] no Resource is on { $card }
   *[other] fewer than { $count } Resources are on { $card }
    }
test-revealed = { $card } was revealed in this game
test-not-revealed = { $card } was not revealed in this game
test-in-play = { $card } is in play
test-not-in-play = { $card } is not in play
test-in-force = { $card } is in force
test-not-in-force = { $card } is not in force
test-law-left = another Law can be introduced
test-not-law-left = no further Law can be introduced
test-slept-cold = somebody had no warm place this Night
test-not-slept-cold = everybody had a warm place this Night
test-tree = a Tree is in reach
test-not-tree = no Tree is in reach
test-spent = a Spent token lies in the supply
test-not-spent = no Spent token lies in the supply
test-automaton = an Automaton is left in the bank
test-not-automaton = no Automaton is left in the bank

## Permanent changes

modifier-children-gather = Children may gather Resources
modifier-children-use = Children may use { $building }; it yields at most { $count } to them
modifier-extra-slots = { $count ->
    [one] every heated Shelter has 1 more place
   *[other] every heated Shelter has { $count } more places
    }
modifier-ruins-shelter = { $count ->
    [one] heated Ruins shelter 1 Citizen figure
   *[other] heated Ruins shelter { $count } Citizen figures
    }
modifier-shelters = { $building }, heated, also shelters { $who }
modifier-sleds = { $count ->
    [one] a Scout that sets out or goes on moves 1 space at once
   *[other] a Scout that sets out or goes on moves { $count } spaces at once
    }
modifier-hunting-symbols = { $count ->
    [one] this card shows 1 Hunting symbol
   *[other] this card shows { $count } Hunting symbols
    }
modifier-hunting-per = in the Weather Phase: 1 more Food for every { $count } Hunting symbols
modifier-chainsaw = a Worker or Automaton may fell 1 Tree for { $count } Wood as a Gather action
modifier-safety-valve = { $count ->
    [one] 1 overflowing Stress cube does no harm
   *[other] up to { $count } overflowing Stress cubes do no harm
    }
modifier-extra-stress-removed = using the Generator removes { $count } more Stress
modifier-gather-more = gathering takes up to { $count } more
modifier-cure-more = every Cure is stronger by { $count }
modifier-feed-less = feeding the Citizens of a Round costs { $count } Food less
modifier-automatons-free = Automatons work without Coal
modifier-bonus = using { $building } also gains { $what }
modifier-insulate = { $from } Buildings keep warm like { $to } ones

## When a standing effect acts

hook-dawn = every Dawn: { $rules }
hook-weather = every Weather Phase: { $rules }
hook-preparation = every Preparation Phase: { $rules }
hook-dusk = every Dusk: { $rules }
hook-end-of-night = at the end of every Night: { $rules }
hook-built = when { $building } is built: { $rules }
hook-scout-returns = when a Scout returns from { $letter } cards: { $rules }

## Lines of cards

line-trigger = in Round { $round }: { $rules }
line-special = Special Action ({ $who }), once a round
line-special-once = Special Action ({ $who }), once a game
line-special-cold = Special Action ({ $who }), once a round, in the cold
line-special-once-cold = Special Action ({ $who }), once a game, in the cold
line-ability = { $kind } may do this instead ({ $actions })
line-ability-buildings = { $kind } may do this instead (in { $buildings })
line-on-trees = on a space with Trees
line-heated = counts as heated
line-death = if { $kind } died: { $rules }
line-start-cost = before the first day: { $cost }
line-hunting = +1 Food for each Hunting symbol
line-storm = { $count ->
    [one] the Storm comes 1 Round nearer
   *[other] the Storm comes { $count } Rounds nearer
    }
line-unlocks = unlocks { $buildings }
line-pair = rules out { $card } for good
line-consequence = Consequence of { $card }
line-technology = { $count ->
    [one] takes 1 Round to develop
   *[other] takes { $count } Rounds to develop
    }
line-path = { $letter } path of { $count ->
    [one] 1 space
   *[other] { $count } spaces
    }; it promises { $hint }
line-hint-goods = Food or Resources
line-hint-people = people
line-hint-mixed = goods and people
line-red = cannot be put away by other effects

## Lines of Buildings

site-upgrade = the upgrade costs { $what }
site-large = fills both spaces of a tile
site-engineer = Engineers only
site-off-generator = not on the Generator tile
site-deposit = only beside a { $what } Deposit
site-slots = { $count ->
    [one] 1 warm place to sleep, if heated
   *[other] { $count } warm places to sleep, if heated
    }
site-slots-for = warm places for { $who }, if heated
site-hunting = { $count ->
    [one] 1 Hunting symbol
   *[other] { $count } Hunting symbols
    }
site-expeditions = { $count ->
    [one] lets 1 Expedition be out
   *[other] lets { $count } Expeditions be out at once
    }
site-on-build = when built: { $rules }
site-workshop = the first one starts a development
site-kitchen = everything on its tile is heated, always
site-prison = whoever works there stays for the Night
site-ruinable = a Storm can turn it to Ruins
site-keep = cannot be dismantled or destroyed
site-insulation = insulation: { $what }
