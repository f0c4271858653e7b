# Questions: what is asked, and why.

ask-left = { $question } ({ $left } to choose)
ask-within = { $question } – { $where }

## Before the first day

ask-start-corner = Wall tiles are drawn clockwise around the Rim until three Deposits lie there. From which corner?
ask-opening = Every Advisor gives up one Citizen card before the first day, and pays its price. Which card?
ask-opening-unpaid = None of these prices can be paid. One card is lost all the same, and one Citizen of its type falls ill. Which card?

## Options

ask-option = One of these must be chosen. Which?
ask-option-morning = { $card }: the City wakes to this. What do you do?
ask-option-dusk = { $card }: the day ends with this. What do you do?
ask-option-dispute = { $card }: the people are divided. What do you do?
ask-option-consequence = { $card }: a Law shows its price. What do you do?
ask-option-expedition = { $card }: the Scouts wait for word. What do they do?
ask-option-scenario = { $card }: the City must decide. What do you do?
ask-option-citizen = { $card }: how is this ability used?
ask-option-card = { $card }: what do you do?
ask-option-special = { $card }: how is its Special Action used?
ask-option-building = { $building }: what is done there?
ask-option-advisor = { $advisor }: what is asked of this Advisor?
ask-price = “{ $option }” can be paid in more than one way. How?
ask-price-plain = This can be paid in more than one way. How?

## Goods

ask-resource-give = A Resource must leave the supply. Which one?
ask-resource-put = A Resource from the supply goes onto { $card }. Which one?
ask-resource-put-more = More Resources may go onto { $card }. Another one?
ask-resource-take = A Resource on { $card } comes back to the supply. Which one?
ask-fuel = { $least ->
    [0] Coal feeds the Generator; each cube raises Heat by 1, and Heat brings Stress. How much do you burn?
   *[other] Coal feeds the Generator; each cube raises Heat by 1, and Heat brings Stress. At least { $least } must burn. How much?
    }

## People

ask-kind-sick = A Citizen falls ill. Of which type?
ask-kind-heal = A sick Citizen gets well. Of which type?
ask-kind-flip = A Sickness marker is flipped; if it shows the Skull, a Citizen dies. Which one?
ask-kind-die = A Citizen dies. Of which type?
ask-kind-die-silent = A Citizen dies, and no Citizen card is drawn. Of which type?
ask-kind-join = A Citizen joins the City. Of which type?
ask-kind-leave = A Citizen leaves the City. Of which type?
ask-kind-spent = Somebody is worn out: a Spent token will keep one figure from work. Of which type?
ask-remove-spent = A Spent token is taken away, and one figure can work again. Of which type?
ask-cure = { $count ->
    [one] There is 1 point of Cure; it makes one sick Citizen well. Who?
   *[other] There are { $count } points of Cure; each makes one sick Citizen well. Who?
    }
ask-treat = { $count ->
    [one] One Skull can be treated, so that nobody dies of it. Whose?
   *[other] Up to { $count } Skulls can be treated, so that nobody dies of them. Whose?
    }
ask-sick-order = Several Sickness markers stand level. Which is resolved first?
ask-mourn = { $who } has died. Do you give one of your { $kind } cards to say who it was, or is one drawn?
ask-stand = There are not enough warm places tonight. Who stays in the cold and falls ill?

## Hope and Discontent

ask-token-increase = { $what } grows. Do you draw a token or activate one?
ask-token-decrease = { $what } shrinks. Which token is exhausted or removed?
ask-token-remove = { $what } shrinks, and a token must leave the track. Which one?
ask-token-activate = { $what }: one token becomes active. Which one?
ask-token-exhaust = { $what }: one token is exhausted. Which one?
ask-token-price = An active { $what } token must be exhausted to pay for this. Which one?
ask-token-discard = An active { $what } token goes back to its bag. Which one?
ask-mood-hope = Every Hope token of one type becomes active. Which type?
ask-mood-discontent = Every active Discontent token of one type is exhausted. Which type?

## The day's work

ask-turn = One figure, one action: what is done? The Generator may be fuelled first.
ask-end-actions = There are figures left. Does the work end for today, or go on?
ask-play-card = A Citizen card can change this action. Do you play one?
ask-figure = Who does it?
ask-snow = The snow is cleared. Where?
ask-cell-near = A Near tile is placed. On which cell?
ask-cell-far = A Far tile is placed. On which cell?
ask-take = { $count ->
    [one] 1 Resource can be taken here. Do you take it?
   *[other] Up to { $count } Resources can be taken here. How many?
    }
ask-special = Some cards offer a Special Action. Which one is taken?
ask-sub-action = { $count ->
    [one] The builders can do 1 more job. Build or dismantle?
   *[other] The builders can do { $count } jobs. Build or dismantle?
    }
ask-sub-action-upgrade = { $count ->
    [one] The builders can do 1 more job. Build or dismantle?
   *[other] The builders can do { $count } jobs. Build, dismantle, or use two of them for an upgrade?
    }
ask-build-free = One Building is built without cost. Which one?
ask-workshop = { $count ->
    [one] The Workshop can do 1 more task. Upgrade a Building, or speed up the development?
   *[other] The Workshop can do { $count } tasks. Upgrade a Building, or speed up the development?
    }
ask-bury = { $count ->
    [one] The dead are laid to rest: the Corpse marker can go back 1 space. Does it?
   *[other] The dead are laid to rest: the Corpse marker can go back up to { $count } spaces. How far?
    }

## Places

ask-any-resource = a Resource
ask-space-act = Where is it done?
ask-space-build = { $building } will be built. Where?
ask-space-dismantle = A Building is dismantled, and nothing is paid back. Which one?
ask-space-destroy = A Building is destroyed. Which one?
ask-space-upgrade = A Building is upgraded. Which one?
ask-space-from-map = { $what } is taken from the map into the supply. From where?
ask-space-off-map = { $what } on the map must be given up. From where?
ask-space-saw = The Sawmill fells a Tree for { $count } Wood. Where?
ask-space-thump = { $count ->
    [one] The Thumper brings up to { $cubes } Coal to 1 more space. Which one?
   *[other] The Thumper brings up to { $cubes } Coal to each of { $count } spaces. Which one first?
    }
ask-space-take = { $count ->
    [one] 1 more Resource can be taken from a space around. From where?
   *[other] { $count } Resources can be taken, one from each space around. From where?
    }
ask-space-reuse = A Building with somebody in it is used once more, in the warm. Which one?
ask-space-reuse-worker = A Worker does the same work once more, in the warm. Which one?

## Expeditions

ask-deploy = A Scout sets out. On which Expedition?
ask-scout-order = { $steps ->
    [one] The Scouts move 1 space. Who goes first?
   *[other] The Scouts move { $steps } spaces. Who goes first?
    }
ask-reach = { $steps ->
    [0] { $stack }: the Scout has reached the end of the path. Explore it, or walk on?
    [one] { $stack }: the Scout has reached the end of the path with 1 step left. Explore it, or walk on?
   *[other] { $stack }: the Scout has reached the end of the path with { $steps } steps left. Explore it, or walk on?
    }
ask-explore = { $stack }: the Scout looks around. Return with what is here, or go on?
ask-tile-fate = You alone see this Far tile. Does it go on top of the stack or to the bottom?

## Council

ask-law = A Law is introduced, and it is never taken back. Which one?
ask-technology = The Workshop is free for a new development. Which Technology?
ask-advisor = One Advisor may act before the day begins, and Hope pays for it. Who?
ask-rise = Call to Rise brings Citizen cards, once in the whole game. Now?
ask-dusk-order = Several cards act at Dusk. Which one is next?
ask-keepers = The Faith Keepers have seen what Dusk may bring. Which card do they put away?
