# What happened, told briefly. Marks: ** strong, * slanted.

story-none = nothing
story-and = { $first } and { $last }
story-list = { $parts }
story-number = { $number }
story-plus = +{ $what }
story-minus = −{ $what }
story-even = ±0
story-strong = **{ $what }.**
story-rest = { $count ->
    [one] …and one smaller change
   *[other] …and { $count } smaller changes
    }

## Headings

story-round = **Round { $round }**
story-phase = *{ $phase }:*
story-by = { $seat }: { $what }
story-then = { $first } – { $next }

## Cards

story-card = **{ $card }** · { $deck }
story-explored = **{ $card }** · found on { $stack }
story-law = **The Law is introduced: { $card }**
story-law-people = **The Law is introduced: { $card }** · by the people
story-tale = *{ $tale }*
story-chosen = { $of }: “{ $label }”
story-chosen-plain = “{ $label }”
story-drew = { $count ->
    [one] { $seat } draws a Citizen card
   *[other] { $seat } draws { $count } Citizen cards
    }
story-drew-each = { $count ->
    [one] everybody draws a Citizen card
   *[other] everybody draws { $count } Citizen cards
    }
story-on-card = on { $card }: { $what }

## People

story-died = **{ $count ->
    [one] { $who } has died.
   *[other] { $who } have died.
    }** Corpse marker: { $corpses }
story-died-named = **{ $count ->
    [one] { $who } has died: { $names }.
   *[other] { $who } have died: { $names }.
    }** Corpse marker: { $corpses }
story-mourned = **The { $kind } who died was { $who }.**
story-remembered = { $card } (remembered by { $seat })
story-skulls = somebody is gravely ill among the { $kinds }
story-treated = out of danger: the { $kinds }
story-join = { $count ->
    [one] { $who } joins the City
   *[other] { $who } join the City
    }
story-leave = { $count ->
    [one] { $who } leaves the City
   *[other] { $who } leave the City
    }
story-sick = { $count ->
    [one] { $who } falls ill ({ $now } sick now)
   *[other] { $who } fall ill ({ $now } sick now)
    }
story-well = { $count ->
    [one] { $who } gets well ({ $now } still sick)
   *[other] { $who } get well ({ $now } still sick)
    }
story-spent = { $count ->
    [one] { $who } is worn out (a Spent token)
   *[other] { $who } are worn out (Spent tokens)
    }
story-rested = { $count ->
    [one] { $who } has rested (a Spent token goes)
   *[other] { $who } have rested (Spent tokens go)
    }

## Markers

story-hunger = Hunger { $by } (now { $now })
story-heat = Heat { $by } (now { $now })
story-corpses = Corpse marker { $by } (now { $now })
story-cold = Cold { $now }
story-range = { $what } at { $now }
story-tower = tower: { $dropped } in, { $fallen } out
story-stress = Stress { $by } (now { $now })
story-track = { $track } { $by } ({ $tokens })
story-token-drawn = { $what } drawn
story-token-drawn-active = active { $what } drawn
story-token-active = { $what } active
story-token-exhausted = { $what } exhausted
story-token-gone = { $what } leaves

## Map

story-from = from { $spaces }
story-cleared = snow cleared: { $tiles }
story-tile = { $cell } ({ $shows })
story-lying = { $space } { $what }
story-ruined = { $count ->
    [one] a { $building } lies in Ruins
   *[other] { $count } × { $building } lie in Ruins
    }

## The first page

story-founded = **A city around a fire**
story-founders = { $sick ->
    [0] { $who }, with { $goods }
   *[other] { $who }, { $sick } of them sick, with { $goods }
    }
story-dead-before = { $now ->
    [one] 1 did not live to see it
   *[other] { $now } did not live to see it
    }
story-track-first = { $track }: { $tokens }
story-token-dark = { $what } (exhausted)
story-wall = in the wall: { $deposits }
story-deposit = { $what } at { $corner }
story-technologies = can be developed: { $cards }
