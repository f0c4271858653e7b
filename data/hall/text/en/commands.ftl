# Slash commands: what each is for, and what it answers. Descriptions have at most 100 characters.

## What the commands are for

command-campaign = Campaigns in this channel
command-campaign-new = Open a table in this channel
command-campaign-new-scenario = The scenario to play
command-campaign-new-pace = How long a question waits for an answer
command-campaign-new-lessons = Explain what comes up for the first time; on in a server's first campaign
command-campaign-new-seed = A number that decides every shuffle; leave it out for a secret one
command-campaign-join = Take a seat before the campaign begins
command-campaign-join-role = The seat to take
command-campaign-join-also = Keep the seats you hold already
command-campaign-leave = Leave your seats; in a running campaign the house takes over
command-campaign-begin = Begin the campaign with everybody who sits at the table
command-campaign-tables = Tables in this server that have a free seat
command-campaign-status = What is open and who is waited for; shows the table again
command-campaign-board = The board as a picture
command-campaign-board-text = All of the board as text instead
command-campaign-hand = What only you may see: your cards and your private questions
command-campaign-log = What was decided in a round, and how
command-campaign-log-round = The round; the newest one, if it is left out
command-campaign-chart = The course of the campaign so far
command-campaign-undo = Take the last answer back; shows first what that would be
command-campaign-pause = Stop the clocks
command-campaign-resume = Let the clocks run again
command-campaign-extend = More time for every open question
command-campaign-extend-hours = So many hours more
command-campaign-extend-minutes = So many minutes more
command-campaign-settings = See or change how this table decides
command-campaign-settings-pace = How long a question waits for an answer
command-campaign-settings-hours = A pace of your own: so many hours for a question
command-campaign-settings-turns = Who may act for the seat whose turn it is
command-campaign-settings-small = Who may answer a small question for the seat responsible for it
command-campaign-settings-window = So many minutes the holder of a seat comes first
command-campaign-settings-tie_time = So many minutes the leader has to break a tie
command-campaign-settings-votes = Are the Advisors' votes seen before the vote closes?
command-campaign-settings-people_vote = May the people of this server vote?
command-campaign-settings-role = With people_vote: the role that may vote
command-campaign-settings-mode = When the people may vote
command-campaign-settings-duration = How many hours the people's vote stays open once it is called
command-campaign-settings-minutes = How many minutes the people's vote stays open; added to the hours
command-campaign-settings-turnout = With fewer votes than this the Advisors decide alone
command-campaign-settings-days = How many days somebody must have been in this server to vote; 0 for no limit
command-campaign-settings-street = What everybody beside the table is asked; it binds nobody
command-campaign-settings-call = The role that is called when the people vote; @everyone for none
command-campaign-settings-tally = Is the people's tally seen before it closes?
command-campaign-settings-story = How much of what happened is told
command-campaign-settings-lessons = Are things explained when they come up for the first time?
command-campaign-settings-decide = A kind of question; say with "by" who decides it
command-campaign-settings-by = Who decides that kind of question
command-campaign-settings-language = The language the table is told in
command-campaign-settings-quiet_from = Your own quiet hours begin (UTC, such as 22:30)
command-campaign-settings-quiet_until = Your own quiet hours end (UTC, such as 07:00)
command-campaign-settings-quiet_off = End your quiet hours
command-campaign-seat = Seats that change hands
command-campaign-seat-give = Give your seat to somebody
command-campaign-seat-give-seat = The seat
command-campaign-seat-give-user = Who is to have it
command-campaign-seat-claim = Take over a seat the house plays
command-campaign-seat-claim-seat = The seat, if the house plays several
command-campaign-seat-house = Let the house play your seat for a while
command-campaign-seat-house-seat = The seat, if you hold several
command-campaign-seat-back = Take back a seat you lent to the house
command-campaign-seat-back-seat = The seat, if you lent several
command-campaign-strike = Strike somebody's vote from the people's ballot, as a moderator
command-campaign-strike-user = Whose vote
command-campaign-abandon = Give the campaign up; asks again first
command-campaign-export = The campaign as a file
command-campaign-import = Take a campaign in from a file, into this channel
command-campaign-import-file = An exported campaign
command-campaign-verify = Check that nobody touched the dice
command-campaign-server = Whom this server lets open and moderate campaigns
command-campaign-server-openers = The role that may open campaigns; @everyone lets all do it
command-campaign-server-moderators = The role that may moderate them; @everyone leaves it to who manages the server
command-card = Look a card up
command-card-name = Its name, or part of it
command-rules = The rules in plain words; without a topic, all there are
command-rules-topic = What it is about, such as Hunger; any word will do
command-advise = What the house would choose, and why
command-privacy = What is kept of you, and a button that has it removed

command-too-soon = One moment, please: that was just done. Try again in a few seconds.
command-too-many = You have given very many commands in the last minute; please try again in { $seconds ->
        [one] a second
       *[other] {$seconds} seconds
    }.
pictures-too-many = Very many pictures were drawn for you in the last minute; please try again in { $seconds ->
        [one] a second
       *[other] {$seconds} seconds
    }.
clicks-too-many = Very many of your clicks in the last minute were of no use, so they are not looked at for a while; please try again in { $seconds ->
        [one] a second
       *[other] {$seconds} seconds
    }.
clicks-too-fast = That was one click after the other, faster than the table can follow, so this one is not looked at; please try again in { $seconds ->
        [one] a second
       *[other] {$seconds} seconds
    }.
lobbies-too-many = { $most ->
        [one] A table you opened has not begun yet; begin it or give it up
       *[other] {$most} tables you opened have not begun yet; begin one of them or give it up
    } with `/campaign abandon`, then try again.
lobbies-full = { $most ->
        [one] A table of this server has not begun yet, and no more can be open; join it, or try again when it has begun.
       *[other] {$most} tables of this server have not begun yet, and no more can be open; join one of them, or try again when one has begun.
    }
campaigns-full = { $most ->
        [one] A campaign is under way in this server, and no more can be; try again when it is over.
       *[other] {$most} campaigns are under way in this server, and no more can be; try again when one of them is over.
    }
command-not-listed = There is nothing by that name here; please pick one from the list that comes up while you type.

## The open tables of a server

tables-title = Who needs one more?
tables-none = No table you can get to has a free seat right now. `/campaign new` opens one.
tables-needs-one = **{$channel}** { $next ->
        [1] is waiting for somebody
        [2] needs a second
        [3] needs a third
        [4] needs a fourth
       *[other] needs one more
    }
tables-needs = **{$channel}** has {$free} free seats
tables-house = **{$channel}** is in round {$round}, and the house plays { $free ->
        [one] a seat you can have
       *[other] {$free} seats you can have
    }
tables-yours = you sit here
tables-pace = {$span} for a question
tables-changed = last change {$moment}
tables-button = Sit down in #{$channel}
tables-seated = You have a seat. Here is your table: {$link}
tables-mine = You sit at that table already: {$link}
tables-full = Somebody was quicker, the last seat is taken. `/campaign tables` shows who still needs one.
tables-closed = You cannot get into the channel of that table. Ask a moderator to let you in.
tables-unknown = Discord does not say which channels you may see. Try again in a minute.

## The rules

rules-title = What would you like to know?
rules-foot = /rules and any word finds it, too.
rules-now = 👉 What is asked now is about **{$topic}**.
rules-game = **The game:** {$topics}
rules-table = **The table:** {$topics}
rules-of-table = How this table works
rules-menu = From “{$first}” to “{$last}”…
rules-all = All topics
rules-did-you-mean = There is no topic “{$typed}”. Did you mean one of these?
rules-nearest = This comes nearest to “{$typed}”:
rules-unknown-english = There is no topic “{$typed}”; so far topics are found by English words only. Here is all that can be looked up.
# Words a question may have that say nothing of what it is about.
rules-filler = about, all, and, any, anything, are, ask, but, can, could, did, does, doing, done, explain, for, from, get, gets, give, got, had, has, have, her, his, how, into, its, just, let, make, many, mean, means, more, most, much, must, need, not, now, off, one, only, our, out, please, say, should, some, something, tell, than, that, the, their, them, then, there, these, they, thing, things, this, too, use, want, was, were, what, when, where, which, who, whose, why, will, with, work, works, would, you, your
rules-unknown = There is no topic “{$typed}”; here is all that can be looked up.

## Names of choices

set-street-off = nothing
set-street-late = {$matter}; the Advisors see it once they have voted
set-admit-off = off: the Advisors vote alone
set-admit-everyone = everyone
set-admit-role = those who have a role
set-by-usual = as the game has it
language-en = English

## Before it begins

new-bad-seed = A seed is a whole number from 0 to 18446744073709551615; leave it out for one nobody knows.
join-done = You now sit as {$role}.
leave-done = You have left the table.
begin-done = The campaign has begun; the table is below.

## Looking at it

status-title = Campaign {$campaign}
status-gathering = The table gathers: take a seat, then press **Begin**.
status-private = A private matter of {$seat}
status-waits = ⌛ Waiting for {$users}
status-motion = 📣 A motion is before the table.
status-link = The table: {$link}
status-won = Campaign {$campaign} was played here last. It is over: the city stands. `/campaign new` opens another.
status-lost = Campaign {$campaign} was played here last. It is over: the city has fallen. `/campaign new` opens another.
status-given-up = Campaign {$campaign} was played here last. It was given up. `/campaign new` opens another.
status-over = Campaign {$campaign} was played here last. It is over. `/campaign new` opens another.
chart-none = There is nothing to draw yet; please look again after the first round.

log-title = { $round ->
        [0] What was decided before the first round
       *[other] What was decided in round {$round} of {$newest}
    }
log-foot = Other rounds: /campaign log round
log-nothing = Nothing was decided yet: the campaign has not begun.
log-none = Nothing was decided in round {$round}; the newest one is {$newest}.
log-began = The campaign began.
log-struck = {$user} struck the vote of {$voter} from the people's ballot.
log-extended = {$user} gave an open question more time: {$span}.

## Tending to it

pause-done = The clocks stand still. `/campaign resume` lets them run again.
strike-done = The vote of {$user} is struck. They cannot vote on this ballot again; the log says so.
strike-whose = Please say whose vote.
resume-done = The clocks run again.
extend-how-long = Please say how much more time: `hours`, `minutes`, or both.
extend-done = Everything that is open has more time: {$span}.

## Settings

settings-cannot-call = I may not call that role yet. Let anyone mention it (Server Settings, Roles), or let me mention everyone here; until then nobody hears it.
settings-which-role = Please give the role that may vote with `role`; any role but @everyone.
settings-decide-and-by = Please give both: with `decide` the kind of question, with `by` who decides it.
quiet-set = You are not called from {$from} to {$until} UTC, in any campaign.
quiet-none = Your quiet hours are over; you are called at any time.
quiet-wrong = Quiet hours need two different times of the day in UTC: `quiet_from` such as 22:30, and `quiet_until` such as 07:00.

## Seats

seat-given = {$seat} is in new hands.
seat-claimed = {$seat} is yours.
seat-lent = The house now plays {$seat}. `/campaign seat back` returns it to you.
seat-which = Several seats could be meant; please say which with `seat`.
seat-none = There is no seat here that fits; `/campaign status` shows who holds which.
seat-nobody = A seat can be given to a member of this server, not to a program or somebody who is not here.

## Files

export-done = Campaign {$campaign}, whole. `emberhall verify FILE` checks it anywhere; `/campaign import` takes it in elsewhere.
export-secret = Campaign {$campaign}, whole. **Keep this file to yourself:** the campaign is not over, and the file holds its seed and every deck.
export-not-yet = The file would hold the seed and every deck, so while a campaign is being played only a moderator of this server may have it. Everybody at the table may once it is over.
export-too-large = The campaign is larger than a file may be here; whoever runs this hall can write it with `emberhall export`.
import-no-file = That is not an exported campaign; please give the file that `/campaign export` sent.
import-too-large = That file is too large: a campaign has at most 8 MiB.
import-not-fetched = The file could not be fetched from Discord; please try again in a moment.
import-busy = Two other campaigns are being taken in right now; please try again in a minute.
import-other-cards = This campaign was played with other cards than I know, so nothing was taken in. The person who runs this bot can bring it in with `emberhall import`.
import-refused = Nothing was taken in: {$why}.
import-done = Taken in as campaign {$campaign}.
verify-over = ✅ **Nobody touched the dice.** Campaign {$campaign}: seed `{$seed}` and salt `{$salt}` fit the hash that was published when it began, `{$commitment}`, and its { $answers ->
        [one] answer leads
       *[other] {$answers} answers lead
    } from that seed to what was played.
verify-running = ✅ Campaign {$campaign} is being played, so its seed stays secret. Its seed fits the hash published when it began, `{$commitment}`, and its { $answers ->
        [one] answer so far leads
       *[other] {$answers} answers so far lead
    } from it to what is on the table.
verify-failed = ❌ Campaign {$campaign} does not verify: {$why}. Please tell whoever runs this hall.

## The server

server-not-yours = Only those who may manage this server can set that; please ask one of them.
server-openers = {$role} may open campaigns.
server-openers-all = Everybody may open campaigns.
server-moderators = {$role} may moderate campaigns, beside those who manage the server.
server-moderators-none = Only those who manage the server may moderate campaigns.
