# Answers on offer. A label fits on a button: 80 letters at most.

pick-option = { $key }
pick-numbered = option { $number }
pick-place = { $what } – { $space }
pick-price = pay { $what }
pick-all = { $kinds }, all that are left
pick-draw = draw a token from the bag
pick-activate = activate { $what }
pick-exhaust = exhaust { $what }
pick-remove = remove an exhausted { $what } token
pick-remove-active = remove an active { $what } token
pick-mood-hope = activate all { $what }
pick-mood-discontent = exhaust all { $what }
pick-split = { $parts }
pick-split-none = nobody
pick-fuel = fuel the Generator first
pick-end = end the work for today
pick-snow-near = two Near tiles
pick-snow-far = one Far tile
pick-dismantle = dismantle a Building
pick-upgrade = upgrade a Building
pick-develop = speed up the development by 1 Round
pick-skip = walk on
pick-explore = explore
pick-advisor = the Advisor of { $seat }
pick-rise = Call to Rise
pick-top = on top
pick-bottom = to the bottom

pick-amount = { $count }
pick-amount-fuel = { $count ->
    [0] burn nothing
   *[other] burn { $what }
    }
pick-amount-take = { $count ->
    [0] take nothing
   *[other] take { $count }
    }
pick-amount-bury = { $count ->
    [0] leave it
    [one] 1 space back
   *[other] { $count } spaces back
    }

pick-done = nothing
pick-done-fuel = burn nothing
pick-done-go-on = go on working
pick-done-no-card = play no card
pick-done-mourn = keep the hand and draw a card
pick-done-advisor = nobody
pick-done-rise = not now
pick-done-keepers = put none away
pick-done-work = stop here
pick-done-enough = that is enough

## Beside a choice

note-cold = in the cold: whoever goes there, one of that type falls ill
note-cold-kind = in the cold: { $who } falls ill
note-heated = warm enough
note-holds = { $what } there
note-stands = { $building } stands there
note-stands-upgraded = { $building } stands there, upgraded
note-now = now: { $count }
note-ready = developed in Round { $round }
note-stress = { $count ->
    [0] no cube would drop into the tower at this Heat
    [one] 1 cube would drop into the tower at this Heat
   *[other] { $count } cubes would drop into the tower at this Heat
    }
note-unlocked = { $building } – { $rules }
note-gives-up = given up with it: { $rules }
note-unpaid = { $who } falls ill
note-rise = { $cards ->
    [one] with { $hope } Hope on the track: 1 card
   *[other] with { $hope } Hope on the track: { $cards } cards
    }
