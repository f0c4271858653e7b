# Words of the pictures, and the pictures in words. Short: each stands in a small box.

## The bar on top

picture-round = Round { $round }/{ $rounds }
picture-won = Won
picture-lost = Lost
picture-leader = Leader: { $advisor }
picture-storm = Storm (S): round { $round }
picture-storm-none = No storm in sight
picture-hand = { $count ->
    [one] 1 card
   *[other] { $count } cards
    }

## Key numbers

picture-heat = HEAT
picture-cold = COLD
picture-food = FOOD
picture-sick = SICK
picture-track-hope = HOPE
picture-track-discontent = DISCONTENT

picture-stress = Stress { $stress }/{ $spaces }
picture-cubes = { $cubes ->
    [one] next check: 1 cube
   *[other] next check: { $cubes } cubes
    }
picture-cubes-overheated = { $cubes ->
    [one] overheated, next: 1 cube
   *[other] overheated, next: { $cubes } cubes
    }
picture-buildings = Buildings
picture-zone = Zone { $zone }
picture-fed = Feeds { $kind }
picture-fed-next = Next round: { $kind }
picture-hunger = Hunger { $hunger } (lost at { $loss })
picture-corpses = Corpses { $corpses } of { $last }
picture-store-wood = Wood
picture-store-coal = Coal
picture-store-steam_core = Cores
picture-store-steel = Steel

## People

picture-citizens = Citizens
picture-sick-short = Sick
picture-meeples = Meeples
picture-skull = { " " }☠
picture-ready = To place:
picture-night = Warm places left: { $slots }; still awake: { $restless }

## Lists

picture-laws = Laws
picture-technologies = Technologies
picture-expeditions = Expeditions
picture-in-play = Cards in play
picture-none = none
picture-more = +{ $count } more
picture-covered = { $law } (covered)
picture-developing = { $card }: round { $round }
picture-developed = { $card }: works
picture-undeveloped = { $card }: { $cost ->
    [one] 1 round
   *[other] { $cost } rounds
    }
picture-expedition = { $letter }: { $card }
picture-scout = – { $meeple }, space { $space } of { $path }

picture-weather = Weather: { $card }
picture-dispute = Dispute: { $card }

## The map

picture-drawer = Drawer
picture-face-down = face down
picture-legend-warm = warm
picture-legend-cold = cold
picture-legend-upgraded = upgraded
picture-legend-ruined = in ruins
picture-legend-changed = changed since last time
picture-legend-insulation = Insulation: R best, then O, Y; B none
picture-legend-track = Rounds: S storm, ! trigger, D development

picture-insulation-red = R
picture-insulation-orange = O
picture-insulation-yellow = Y
picture-insulation-blue = B
picture-insulation-white = –

picture-figure-worker = W
picture-figure-engineer = E
picture-figure-child = C
picture-figure-child_worker = CW
picture-figure-child_engineer = CE
picture-figure-automaton = A

## The chart

picture-chart-title = The course of the campaign, round by round
picture-chart-hope = Hope
picture-chart-discontent = Discontent
picture-chart-citizens = Citizens
picture-chart-sick = Sick
picture-chart-food = Food
picture-chart-hunger = Hunger
picture-chart-coal = Coal
picture-chart-wood = Wood
picture-chart-heat = Heat
picture-chart-cold = Cold
picture-chart-stress = Stress
picture-chart-corpses = Corpses

picture-event-law = L law
picture-event-death = ☠ people died
picture-event-storm = S storm
picture-event-technology = T technology
picture-event-built = B built
picture-event-ruined = R ruined
picture-event-expedition = X expedition

## The poster

picture-poster-won = The city stands
picture-poster-lost = The city has fallen
picture-poster-over = The campaign is over
picture-poster-facts = Round { $round } of { $rounds }, { $citizens ->
    [one] 1 Citizen
   *[other] { $citizens } Citizens
    } alive
picture-poster-names = Those who led it
picture-poster-decreed = The Laws of this city
picture-poster-by = Led by { $names }.

## In words

picture-alt-film = A film of the campaign from round { $first } to round { $last }. At the end:

picture-alt-chapter = Round { $round } of { $rounds }, { $phase }. Leader: { $leader }.
picture-alt-since = Since the last picture: { $changes }.
picture-alt-changed = { $what } { $by }
picture-alt-won = The campaign is won.
picture-alt-lost = The campaign is lost: { $cause }.
picture-alt-heat = Heat { $heat } against Cold { $cold }; Stress { $stress } of { $spaces }.
picture-alt-food = Food { $food }, this round feeds { $kind }; Hunger { $hunger }, Corpses { $corpses }.
picture-alt-stores = In store: { $goods }.
picture-alt-mood = Hope { $hope } ({ $hope_active } active), Discontent { $discontent } ({ $discontent_active } active).
picture-alt-people = { $citizens ->
    [one] 1 Citizen
   *[other] { $citizens } Citizens
    }, { $sick } sick: { $kinds }.
picture-alt-kind = { $kind } { $citizens } ({ $sick } sick)
picture-alt-bare = { $tiles ->
    [0] No tile is
    [one] 1 tile is
   *[other] { $tiles } tiles are
    } open around the Generator, and nothing is built.
picture-alt-places = { $tiles ->
    [one] 1 tile is
   *[other] { $tiles } tiles are
    } open around the Generator. Buildings: { $places }.
picture-alt-chart = Line chart from round { $first } to round { $last }: Hope from { $hope } to { $hope_now }, Discontent from { $discontent } to { $discontent_now }.
picture-alt-chart-people = Citizens from { $citizens } to { $citizens_now }, sick from { $sick } to { $sick_now }, Food from { $food } to { $food_now }.
