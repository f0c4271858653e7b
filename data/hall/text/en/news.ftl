# News of the table, one line each. A key that ends in -due says until when.

news-gathering = { $free ->
        [0] A table gathers; every seat is taken, so it may begin.
        [one] A table gathers; one seat is free.
       *[other] A table gathers; {$free} seats are free.
    }
news-began = The campaign begins. Its seed is sealed: {$commitment}
news-asked = Question {$question} is open.
news-asked-due = Question {$question} is open until {$due}.
news-asked-private = {$seat} has a question of their own to answer ({$question}).
news-asked-private-due = {$seat} has a question of their own to answer ({$question}) until {$due}.
news-to-leader = Question {$question} waited long enough; the leader decides.
news-to-leader-due = Question {$question} waited long enough; the leader decides, until {$due}.
news-to-leader-tied = The vote on question {$question} is tied; the leader decides.
news-to-leader-tied-due = The vote on question {$question} is tied; the leader decides, until {$due}.
news-relayed = Any Advisor may now answer question {$question} for {$seat}.
news-answered = {$prompt} {$label} ({$how})
news-answered-private = A private question was answered ({$how}).
news-withdrawn = Question {$question} is no longer asked.
news-reminder = Question {$question} waits for you.
news-reminder-due = Question {$question} waits for you until {$due}.
news-order-stopped = The order of {$seat} could not be carried out ({$why}); please answer yourself.
news-petition = The people may vote on new matters.
news-last-call = The people's vote closes {$due}.
news-fate-seen = This came of what the people decided: {$what}
news-petition-due = The people may vote on new matters until {$due}.
news-moved-undo = Motion {$motion}: take back what was revealed; all must agree.
news-moved-undo-due = Motion {$motion}: take back what was revealed; all must agree, until {$due}.
news-moved-abandon = Motion {$motion}: give the campaign up; more than half must agree.
news-moved-abandon-due = Motion {$motion}: give the campaign up; more than half must agree, until {$due}.
news-failed = Motion {$motion} has failed; play on.
news-undone = { $answers ->
        [one] {$user} took back the last answer.
       *[other] {$user} took back the last {$answers} answers.
    }
news-undone-unanimous = { $answers ->
        [one] All agreed with {$user}: the last answer is taken back.
       *[other] All agreed with {$user}: the last {$answers} answers are taken back.
    }
news-chair-free = {$seat} is free.
news-chair-user = {$seat} is now held by {$user}.
news-chair-house = The house now plays {$seat}.
news-chair-lent = The house now plays {$seat} for {$user}.
news-settings = The settings have changed.
news-struck = {$user} struck a vote from the people's ballot.
news-paused = {$user} paused the campaign; the clocks stand still.
news-paused-empty = The campaign is paused, since nobody holds a seat; take one to play on.
news-resumed = {$user} resumed the campaign; the clocks run again.
news-extended = Question {$question} has no deadline any more.
news-extended-due = Question {$question} has more time, until {$due}.
news-ended-won = The campaign is won! Its seed was {$seed}, its salt {$salt}.
news-ended-lost = The campaign is lost. Its seed was {$seed}, its salt {$salt}.
news-ended-given-up = The campaign was given up. Its seed was {$seed}, its salt {$salt}.
news-ended-ranking = The campaign is over; in first place: {$first}. Its seed was {$seed}, its salt {$salt}.

# Why an order was stopped; phrases that stand in brackets.
order-unforeseen = something was asked that the order did not foresee
order-not-offered = its next step is not on offer
