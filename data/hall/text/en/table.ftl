# What is said at a table in a chat: panels, lobby, ballot, hand, motions, ending.

## The table

table-seat = Seat {$seat}
table-house-plays = {$role} (played by the house)
# Discord shows {$due} as a span such as “in 5 hours”.
table-due = ⏳ Time runs out {$due}.
table-is-paused = ⏸️ The campaign is paused; the clocks stand still. `/campaign resume` lets it go on.
table-whose-vote = 🗳️ All Advisors vote; the leader breaks a tie.
table-whose-tie = ⚖️ The votes are tied. The leader decides: {$users}
table-whose-late = ⚖️ This waited long enough. The leader decides: {$users}
table-whose-leader = 👑 The leader decides: {$users}
table-whose-anyone = 👥 Any Advisor may answer.
table-whose-people = 📜 The people decide this one, on the ballot above. The Advisors vote there, too.
table-whose-turn = 👉 The turn of {$seat}.
table-whose-seat = 👉 For {$seat} to answer.
table-whose-helped = Any Advisor may answer now.
table-voted = { $missing ->
        [0] {$cast} of {$all} have voted.
       *[other] {$cast} of {$all} have voted; waiting for {$users}
    }
table-voted-sealed = { $missing ->
        [0] {$cast} of {$all} have voted, in secret.
       *[other] {$cast} of {$all} have voted, in secret; waiting for {$users}
    }
table-menu = Choose…
table-page-before = ◀ Page {$page} of {$of}
table-page-after = Page {$page} of {$of} ▶
table-private = 🤫 {$seat} has a private matter to settle: press **My hand**.
table-button-hand = My hand
table-button-back = Take back
table-button-advise = Advice
table-button-piece = The card
table-no-piece = That card is settled already.
table-decided = ✔️ {$what} — {$how}
table-decided-vote = {$prompt} → **{$label}**
table-decided-answer = **{$label}**
table-decided-private = *a private matter*
table-taken-back = { $answers ->
        [one] ↩️ {$user} took the last answer back.
       *[other] ↩️ {$user} took the last {$answers} answers back.
    }
table-sealed = Seed sealed with SHA-256 {$commitment}
table-nudge-relayed = 🤝 {$users} – {$seat} had time enough: any Advisor may answer now. {$link}
table-nudge-reminder = 🔔 {$users} – the city waits for you. {$link}
table-nudge-reminder-due = 🔔 {$users} – the city waits for you; time runs out {$due}. {$link}
table-stale = That is settled already; nothing was changed. Here is what is open now: {$link}
table-old-button = This button is from an earlier version and no longer works. `/campaign status` shows the table as it is.
table-not-here = Campaigns are played in a server's channels; please use this there.
table-no-campaign = No campaign is being played in this channel. `/campaign new` opens one.
table-done = Done; the channel shows what came of it.
table-broken = Something went wrong on our side; nothing was changed. Please try again in a moment.
table-cannot-post = I may not post here. Please let me have these rights in this channel: {$rights}.
table-right-view = View Channel
table-right-send = Send Messages
table-right-thread = Send Messages in Threads
table-right-embed = Embed Links
table-right-files = Attach Files

## Lessons, for a first campaign

lesson-title = 🎓 {$title}
lesson-more = More about it: /rules {$topic}
lesson-button-skip = Skip the lessons
lesson-vote = What a vote is
lesson-vote-text = Every Advisor has one vote, and may change it while the vote is open. It ends when nothing can change the outcome any more or when time is up, and most votes win. If votes are tied, whoever leads decides.
lesson-back = Taking back, and time
lesson-back-text = **Take back** undoes your last answer; if a card, a tile or chance has shown something since, all must agree. You need not sit and wait: you are called when it is your turn. Should your time run out, another Advisor or the house goes on in your place.

## The lobby

lobby-title = A table gathers
lobby-welcome = The last city on Earth needs Advisors. Take a seat, then press **Begin**; one person is enough, four are best.
lobby-free = *free*
lobby-house = *played by the house*
lobby-lessons = 🎓 With **lessons**: whatever comes up for the first time is explained in a few words. Anybody at the table can skip them.
lobby-foot = Empty seats are left out. An unofficial fan project.
lobby-begun = The campaign has begun.
lobby-given-up = This table was given up before it began.
lobby-button-leave = Leave
lobby-button-settings = Settings
lobby-button-begin = Begin
lobby-opened = The table is open, and you sit at it. Others take their seats below; then press **Begin**.
lobby-opened-seatless = The table is open. Take your seats below; then press **Begin**.

## The people's ballot

ballot-title = The people's petition
ballot-title-asked = The people decide
ballot-asker = {$seat} brought it up.
ballot-how = Pick one from the menu, or read them first. You may change your mind until it closes.
ballot-on-offer = On the ballot: {$names}
ballot-without-votes = No votes yet: {$names}
ballot-menu = Vote for…
ballot-button-read = Read them first
ballot-button-sign = Vote for this
ballot-button-call = Call me
ballot-button-call-off = Call me no more
ballot-button-close = Close the vote
ballot-this-is-yours = ✅ Your vote is for this one.
ballot-leaf = {$page} of {$of}
ballot-called = You will be called whenever there is something to vote on here, and once more shortly before it closes, if you have not voted. Never in your quiet hours: `/campaign settings` sets them.
ballot-called-off = You will not be called here any more.
ballot-call = You are asked: {$link}. It closes {$due}.
ballot-last-call = You have not voted yet, and it closes {$due}: {$link}
ballot-last-call-role = Every vote is needed, and it closes {$due}: {$link}
ballot-button-mine = My vote
ballot-button-unsign = Take my vote back
ballot-cast = { $cast ->
        [0] Nobody has voted yet
        [one] One has voted
       *[other] {$cast} have voted
    }{ $missing ->
        [0] , and that is enough: the people decide.
        [one] . One more vote and the people decide; until then the Advisors do.
       *[other] . {$missing} more votes and the people decide; until then the Advisors do.
    }
ballot-sealed = { $cast ->
        [0] Nobody has voted yet; the tally stays secret until it closes.
        [one] One has voted; the tally stays secret until it closes.
       *[other] {$cast} have voted; the tally stays secret until it closes.
    }
ballot-everyone = Everybody here may vote.
ballot-role = Those with the role {$role} may vote, and the Advisors.
ballot-days = { $days ->
        [one] A voter must have been in this server for a day.
       *[other] A voter must have been in this server for {$days} days.
    }
ballot-closes = ⏳ It closes {$due}.
ballot-paused = ⏸️ The clocks stand still. You can vote all the same.
ballot-standing = It stays open. Once the question is asked there is a while longer to vote.
ballot-standing-counted = It stays open, and counts on the day the question is asked.
ballot-missing = Advisors still to vote: {$users}
ballot-closed = This petition is closed; the newest one is below.
ballot-done = This petition is closed.
ballot-over = This petition is closed: the campaign is over.
ballot-uncounted = { $cast ->
        [0] This petition is closed. Nobody had voted.
        [one] This petition is closed, and it was not counted. One had voted.
       *[other] This petition is closed, and it was not counted. {$cast} had voted.
    }

# What came of it. It stays where the ballot stood, and days later a line is added.
ballot-fate-seen = { $after ->
        [0] 🔔 Later that round: {$what}
        [one] 🔔 One round later: {$what}
       *[other] 🔔 {$after} rounds later: {$what}
    }
ballot-fate-undone = ↩️ The table took this back.
ballot-end-won = ⌛ In round {$round} the campaign was won.
ballot-end-lost = ⌛ In round {$round} the campaign was lost.
ballot-end-over = ⌛ The campaign ended in round {$round}.
ballot-empty = Nobody voted in time. So the Advisors vote now.
ballot-result = The people's petition: what came of it
ballot-counted = Counted and closed
ballot-won = ✅ **{$what}**
ballot-tied = ⚖️ The votes are tied: {$among}. The leader decides.
ballot-by-people = { $cast ->
        [one] One voted, and that was enough: the people decided.
       *[other] {$cast} voted, and that was enough: the people decided.
    }
ballot-by-people-tie = { $cast ->
        [one] One voted, and the votes were tied. {$leader} leads, and decided.
       *[other] {$cast} voted, and the votes were tied. {$leader} leads, and decided.
    }
ballot-by-those-few = { $cast ->
        [one] Only one voted, {$turnout} were needed. But no Advisor had voted here, so the one vote decided.
       *[other] Only {$cast} voted, {$turnout} were needed. But no Advisor had voted here, so those few decided.
    }
ballot-by-advisors = { $cast ->
        [one] Only one voted, {$turnout} were needed. So the Advisors decided: {$voices}.
       *[other] Only {$cast} voted, {$turnout} were needed. So the Advisors decided: {$voices}.
    }
ballot-by-advisors-tie = { $cast ->
        [one] Only one voted, {$turnout} were needed. So the Advisors decided: {$voices}. That was a tie; {$leader} leads, and broke it.
       *[other] Only {$cast} voted, {$turnout} were needed. So the Advisors decided: {$voices}. That was a tie; {$leader} leads, and broke it.
    }
ballot-by-vote = { $cast ->
        [0] Nobody voted here. So the Advisors decided: {$voices}.
        [one] Only one voted here, {$turnout} were needed. So the Advisors decided: {$voices}.
       *[other] Only {$cast} voted here, {$turnout} were needed. So the Advisors decided: {$voices}.
    }
ballot-by-vote-tie = { $cast ->
        [0] Nobody voted here. So the Advisors decided: {$voices}. That was a tie; {$leader} leads, and broke it.
        [one] Only one voted here, {$turnout} were needed. So the Advisors decided: {$voices}. That was a tie; {$leader} leads, and broke it.
       *[other] Only {$cast} voted here, {$turnout} were needed. So the Advisors decided: {$voices}. That was a tie; {$leader} leads, and broke it.
    }
ballot-by-other = How it was decided: {$how}.
ballot-voice = {$who} for **{$what}**

ballot-signed = Your vote counts.
ballot-unsigned = Your vote is taken back.
ballot-mine = You voted for **{$what}**.
ballot-mine-none = You have no vote on this ballot yet.
ballot-others = { $others ->
        [0] Nobody else has voted yet.
        [one] One other has voted.
       *[other] {$others} others have voted.
    }
ballot-others-alike = { $others ->
        [0] Nobody else has voted yet.
        [one] One other has voted, { $alike ->
            [0] and for something else.
           *[other] and for the same.
        }
       *[other] {$others} others have voted, { $alike ->
            [0] and none of them for the same.
            [one] and one of them for the same.
           *[other] and {$alike} of them for the same.
        }
    }
ballot-others-sealed = { $others ->
        [0] Nobody else has voted yet; the tally stays secret until it closes.
        [one] One other has voted; the tally stays secret until it closes.
       *[other] {$others} others have voted; the tally stays secret until it closes.
    }
ballot-wanting = { $more ->
        [one] One more vote is needed; without it the Advisors decide alone.
       *[other] {$more} more votes are needed; without them the Advisors decide alone.
    }
ballot-until = ⏳ You may change your mind until it closes {$due}.
ballot-until-closed = You may change your mind until the question is asked and the vote closes.
ballot-until-asked = You may change your mind until the question is asked; then it is counted.

## The street: people beside the table

street-button = What would you do?
street-button-unspeak = Take it back
street-says = 📣 The street: {$voices}
street-said = {$how}; the street: {$voices}
street-voice = {$count} for {$what}
street-hidden = { $cast ->
        [one] 📣 One person beside the table has spoken. Each Advisor sees it after voting.
       *[other] 📣 {$cast} people beside the table have spoken. Each Advisor sees it after voting.
    }
street-silent = The street has said nothing yet.
street-vote-first = Vote first. Then this button tells you what the street says.
street-how = What would you do? The Advisors decide, and they hear you. You may change your mind until they have decided.
street-menu = I would…
street-yours = ✅ You would: **{$what}**
street-heard = You have been heard.
street-taken-back = You have taken it back.

## The hand

hand-title = In the hands of {$seat}
hand-empty = No cards.
hand-none = You hold no seat in this campaign, so there is no hand to show. A seat the house plays can be taken with `/campaign seat claim`.
hand-settled = Settled. Nothing else waits for you alone.

## Motions

motion-title = A motion before the table
motion-undo = {$user} asks to take back answers though something was revealed since. All must agree.
motion-abandon = {$user} asks to give the campaign up. More than half must agree.
motion-button-agree = Agree
motion-button-disagree = Disagree
motion-carried = The motion is carried.
motion-failed = The motion has failed; play on.
motion-lapsed = This motion is closed.

## Taking back

undo-would = { $answers ->
        [one] This would be taken back:
       *[other] These {$answers} answers would be taken back, the latest first:
    }
undo-unanimous = Something was revealed since, so all Advisors must agree.
undo-button = Take it back
undo-button-ask = Ask the others
undo-line = {$prompt} → **{$label}**
undo-secret = A private matter
undo-more = { $answers ->
        [one] … and an answer before that
       *[other] … and {$answers} answers before that
    }

## Giving up

abandon-sure = Give this campaign up for good? Nobody can take that back. The table votes on it, unless a moderator of this server does it.
abandon-button = Yes, give it up

## Advice

advise-line = The house would choose **{$label}**. {$why}.
advise-nothing = Nothing is open that the house could advise on.
advise-not-yours = The house gives no advice on other people's secrets.

## The end

ending-won = The city stands
ending-lost = The city has fallen
ending-given-up = The city was abandoned
ending-ranking = The campaign is over
ending-proof = **Nobody touched the dice.** The seed was `{$seed}`, the salt `{$salt}`; their SHA-256 was published when it began: `{$commitment}`. Check it with `/campaign verify`, or `/campaign export` and `emberhall verify FILE`.
ending-decrees = What you decided together
ending-street = { $heard ->
        [one] 📣 The street spoke once, and you { $with ->
            [0] did something else
           *[other] went with it
        }.
       *[other] 📣 The street spoke {$heard} times. { $with ->
            [0] You never went with it.
            [one] You went with it once.
           *[other] You went with it {$with} times.
        }
    }
ending-button-again = A new campaign

## Settings

set-title = Settings of this table
set-more = Who decides what, how long the people vote, roles and quiet hours: `/campaign settings`.
set-pace = Pace
set-pace-live = live
set-pace-live-hint = 10 minutes for a question
set-pace-daily = daily
set-pace-daily-hint = a day for a question
set-pace-relaxed = relaxed
set-pace-relaxed-hint = three days for a question
set-pace-untimed = untimed
set-pace-untimed-hint = no deadlines
set-votes = Votes
set-votes-open = open
set-votes-open-hint = everybody sees them as they come in
set-votes-sealed = sealed
set-votes-sealed-hint = only their number until the vote closes
set-street = The street is asked about
set-street-after-voting = the Advisors see it once they have voted
set-people = The people's vote
set-people-off = off
set-people-off-hint = the Advisors vote alone
set-people-standing = standing
set-people-standing-hint = open all the time; a while to change one's mind once the question comes
set-people-on_demand = on demand
set-people-on_demand-hint = opens when the question comes, for a set time
set-people-few = So few people are here that they are not asked. Pick when they may vote above, and they are.
set-turnout = Votes of the people that are enough
set-lasts = The people's vote stays open for
set-call = Called when it opens
set-days = Days in this server before one may vote
set-turns = Turns
set-turns-strict = strict
set-turns-strict-hint = only the holder of the seat acts
set-turns-relay = relay
set-turns-relay-hint = the holder first, after a while any Advisor
set-turns-open = open
set-turns-open-hint = any Advisor acts for any seat
set-turns-leader = leader
set-turns-leader-hint = the leader carries out what was agreed
set-small = Small questions
set-small-strict = only the responsible seat
set-small-relay = the responsible seat first, after a while any Advisor
set-small-open = any Advisor
set-window = The holder comes first for
set-tie-time = The leader breaks a tie within
set-verbosity = Story
set-verbosity-full = full
set-verbosity-full-hint = all that happened
set-verbosity-brief = brief
set-verbosity-brief-hint = only the heart of it
set-lessons = Lessons
set-lessons-on = on
set-lessons-off = off
set-by-vote = all Advisors vote
set-by-seat = the seat the game names
set-by-leader = the leader
set-by-anyone = any Advisor
set-by-people = the people
set-done = The settings are changed.

## What is kept of somebody

privacy-title = What is kept of you
privacy-none = Nothing is kept of you.
privacy-table = { $rows ->
        [one] • You sit, or sat, at one table, or are called to it.
       *[other] • You sit, or sat, at {$rows} tables, or are called to them.
    }
privacy-log = { $rows ->
        [one] • You did one thing that stands in a log.
       *[other] • You did {$rows} things that stand in logs.
    }
privacy-news = { $rows ->
        [one] • One piece of news names you. It goes after 30 days.
       *[other] • {$rows} pieces of news name you. They go after 30 days.
    }
privacy-failure = { $rows ->
        [one] • One note on news that could not be sent names you.
       *[other] • {$rows} notes on news that could not be sent name you.
    }
privacy-reply = { $rows ->
        [one] • One answer names you. It goes after 7 days.
       *[other] • {$rows} answers name you. They go after 7 days.
    }
privacy-shown = { $rows ->
        [one] • The messages of one table name you.
       *[other] • The messages of {$rows} tables name you.
    }
privacy-vote = { $rows ->
        [one] • You have a vote on one open ballot.
       *[other] • You have votes on {$rows} open ballots.
    }
privacy-word = { $rows ->
        [one] • You said what you would do, at one open question.
       *[other] • You said what you would do, at {$rows} open questions.
    }
privacy-quiet = • You have set quiet hours.
privacy-opener = { $rows ->
        [one] • You opened one table.
       *[other] • You opened {$rows} tables.
    }
privacy-foot = By the number Discord gives you, in all servers of this bot. No name, no messages.
privacy-button = Forget me
privacy-sure = The house takes your seats. Your votes and your quiet hours are removed, and wherever else your number stands a made-up one takes its place, so that the others can play on. It cannot be taken back. Messages in channels stay until somebody deletes them.
privacy-button-sure = Forget me for good
privacy-done = You are forgotten. Backups from before still hold your number until they are replaced.

## A trial: the operator checks that the bot works in a channel

try-title = Emberhall is being tried
try-text = The person who runs this bot is checking that it works in this channel. This message goes in a few minutes.
try-text-changed = The person who runs this bot is checking that it works in this channel. This text was changed.
try-foot = Nothing is being played here now.
try-alt = A disc with a number: a picture to try.
try-press = **Please press each button once, one after another, and pick something from the menu.** Everybody here may.
try-thanks = That was all. Thank you! This message goes in a moment.
try-button-private = 1: tell me alone
try-button-change = 2: change this
try-button-later = 3: tell me later
try-menu = Pick one…
try-menu-coal = Coal
try-menu-wood = Wood
try-private = Only you see this. It works!
try-private-button = This goes
try-later = This came a moment later, and only you see it. It works!
try-kept = { $changes ->
        [0] Left here so that the next try of this bot has something old to change. Please leave it.
        [one] Left here so that the next try of this bot has something old to change. Changed once. Please leave it.
       *[other] Left here so that the next try of this bot has something old to change. Changed {$changes} times. Please leave it.
    }
