# How a question was decided. Phrases, written small: they stand behind an answer.

how-vote = by vote: {$score}
how-vote-tie = by vote: {$score}; the leader broke the tie
how-seat = by {$seat}, {$user}
how-on-behalf = by {$user} on behalf of {$seat}
how-leader = by the leader, {$seat}, {$user}
how-order = by an order {$seat} gave before
how-away = {$seat} is away and had left this answer
how-only = it was the only answer open
how-people = by the people: {$score}
how-people-tie = by the people: {$score}; the leader broke the tie
how-people-advisors = too few of the people had voted, so the Advisors decided: {$score}
how-people-advisors-tie = too few of the people had voted, so the Advisors decided: {$score}; the leader broke the tie
how-house-plays = the house plays {$seat}
how-house-late = the house chose, because nobody answered in time
how-house-no-votes = the house chose, because nobody voted
how-house-tie-unbroken = the house chose, because the leader did not break the tie in time
how-house-breaks-tie = the house plays the leader and broke the tie

score-none = no votes
score-all = { $count ->
        [one] one vote
       *[other] all {$count} votes
    }
score-two = {$most} to {$least}
score-many = {$counts}

## What was decided together, and who wanted it

decree-people = {$what}: the people, with {$votes} of {$cast} votes, in round {$round}
decree-advisors = {$what}: the Advisors, with {$votes} of {$cast} votes, in round {$round}
decree-voices = {$what}: {$voices}, in round {$round}
decree-leader = {$what}: the leader, in round {$round}
decree-house = {$what}: the house, in round {$round}
decree-other = {$what}: it was all that was left, in round {$round}
