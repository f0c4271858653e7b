# Why a choice cannot be taken, and what would open it.

blocked-lacks = this needs { $what } in the supply
blocked-lacks-resources = { $count ->
    [one] this needs 1 Resource in the supply
   *[other] this needs { $count } Resources in the supply
    }
blocked-needs = only if { $test }
blocked-none-active = this needs an active { $what } token; none is active
blocked-none-active-on = this needs an active { $what } token; all are exhausted
blocked-no-figure = nobody who may do this is left today
blocked-no-target = there is nothing on the map it could be done to
blocked-no-beacon = no Beacon stands; build one to send Scouts
blocked-too-many-scouts = the Beacon guides no more Expeditions at once; upgrade it, or wait for a Scout to return
blocked-no-stack = a Scout is already on every Expedition
blocked-no-tile = no tile is left, or there is no cell it could go on
blocked-no-special = no card in play offers a Special Action now
blocked-heat-at-cold = Heat has reached Cold; more Coal would be wasted
blocked-council-goes-on = the council has just decided to go on; one action comes first
blocked-card-only = this is possible only with a Citizen card
blocked-none-left = no tile of this Building is left
blocked-locked = its Law is not introduced
blocked-no-space = no free space on the map fits it
blocked-no-deposit = it needs a free tile beside its Deposit on the Rim
blocked-cannot-pay = its starting cost cannot be paid
blocked-barred = another has paid for the same; this card was taken back, so choose a different one
blocked-no-skip = there is nothing beyond this place; it must be explored
blocked-deck-empty = the Expedition deck it needs is empty
blocked-skull = one of them is gravely ill; the Skull must be treated first
blocked-nobody = there is nobody of this type
blocked-red = this card cannot be put away
blocked-no-development = nothing is being developed
