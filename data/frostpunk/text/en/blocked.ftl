# Why a choice cannot be taken, and what would open it.

blocked-with = { $why }: { $remedy }

## Why

blocked-lacks = this needs { $what }
blocked-lacks-resources = { $count ->
    [one] this needs 1 Resource
   *[other] this needs { $count } Resources
    }
blocked-needs = only if { $test }
blocked-none-active = this needs an active { $what } token, and there is none
blocked-no-figure = nobody who may do this is left today
blocked-no-target = there is nothing it could be done to now
blocked-no-beacon = nothing guides Scouts yet
blocked-too-many-scouts = no more Scouts may be out at once
blocked-no-stack = a Scout is on every Expedition
blocked-no-tile = no tile can be laid there
blocked-no-special = no card in play offers a Special Action now
blocked-heat-at-cold = Heat has reached Cold, and more Coal would be wasted
blocked-council-goes-on = the council has just decided to go on
blocked-card-only = this is possible only with a Citizen card
blocked-none-left = none is left
blocked-locked = no Law allows it yet
blocked-no-space = there is no room
blocked-no-deposit = no tile at its Deposit on the Rim is free
blocked-cannot-pay = its starting cost cannot be paid
blocked-barred = another has paid for the same, and this card was taken back
blocked-no-skip = there is nothing beyond this place
blocked-deck-empty = the Expedition deck it needs is empty
blocked-skull = one of them is gravely ill
blocked-nobody = there is nobody of this type
blocked-red = this card cannot be put away
blocked-no-development = nothing is being developed

## What would open it

remedy-there = { $have ->
    [0] there is none, so { $how }
    [one] there is 1, so { $how }
   *[other] there are { $have }, so { $how }
    }
remedy-now = now { $now }; { $how }
remedy-get-wood = gather Wood or saw a Tree
remedy-get-coal = gather Coal, or use what brings it up
remedy-get-rare = clear Far tiles or send Scouts to find more
remedy-get-food = hunt, or clear snow where Food may lie
remedy-get-automaton = build one in a Factory
remedy-get-any = gather something first
remedy-raise = { $dark ->
    [0] let { $what } grow; a token must be drawn, then activated
    [one] let { $what } grow and activate the exhausted one
   *[other] let { $what } grow and activate one of the { $dark } exhausted
    }
remedy-grow = let { $what } grow
remedy-shrink = let { $what } shrink
remedy-night = wait for Night, when all figures come home and their places are free again
remedy-feed-automaton = an Automaton is ready and needs { $coal } Coal
remedy-engineer = what is free takes Engineers only, so wait for Night when they come home
remedy-price = what is free costs more than the supply holds, so gather goods first
remedy-clear-snow = clear snow to uncover more
remedy-wood = { $have ->
    [0] the cheapest Building costs { $need } Wood and there is none, so gather Wood
   *[other] the cheapest Building costs { $need } Wood and there is { $have }, so gather Wood
    }
remedy-build-first = build something first
remedy-build = build the { $what } first, for { $cost }
remedy-take-down = dismantle the { $what } first
remedy-jobs = { $left ->
    [one] it takes { $need } jobs and 1 is left, so do it first next time
   *[other] it takes { $need } jobs and { $left } are left, so do it first next time
    }
remedy-upgrade = keep a Building empty and its price in the supply, 1 Wood or some Steam Cores
remedy-scouts = { $may ->
    [one] { $out } of 1 is out; upgrade the Beacon, or wait for the Scout
   *[other] { $out } of { $may } are out; wait for a Scout to return
    }
remedy-return = wait for a Scout to return
remedy-near = clear a Near tile instead
remedy-far = clear a Far tile instead
remedy-other-action = do something else
remedy-specials = { $count ->
    [0] wait for an Event or Scenario card that has one
    [one] 1 has one; it takes its own figures and price, once a Round
   *[other] { $count } have one; each takes its own figures and price, once a Round
    }
remedy-keep-coal = both stand at { $cold }; keep it until Cold rises or Heat falls
remedy-act-first = take one action first
remedy-play-card = play one of the cards listed
remedy-room = clear snow or dismantle something to free a space
remedy-room-large = clear snow or dismantle something until both spaces of a tile are free
remedy-deposit = clear the snow beside a { $what } Deposit, or free the tile there
remedy-law = introduce { $law } first
remedy-dismantle = dismantle one to have its tile back
remedy-other-card = choose another card
remedy-other-option = choose something else
remedy-other-type = choose another type
remedy-explore = explore it
remedy-treat = treat the Skull first
remedy-develop = build a Workshop, or wait for the next Technology
remedy-join = take more people in
remedy-wait = wait for Round { $round }
remedy-send = send { $who } there by its Special Action
remedy-put = put more on it by its Special Action
remedy-come = wait until that card comes
remedy-force = introduce or develop that one first
remedy-tree = clear snow beside it to find Trees
remedy-spend = spend some first
remedy-cure = cure some first
remedy-feed = pay Hunger off with Food
