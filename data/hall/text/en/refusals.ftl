# Why something was not done, and what to do instead. One friendly sentence each.

refused-stale = { $count ->
        [one] That question is over; please look at question {$open}, which is open now.
       *[other] That question is over; please pick one of those that are open now: {$open}.
    }
refused-stale-none = That question is over and none is open now; the next one will be announced.
refused-no-such-choice = There is no such answer to this question; please pick one from the list.
refused-blocked = That cannot be chosen now ({$why}); please pick another answer.
refused-not-yours = That question is for {$seats}; please leave the answer to {$users}, or tell them what you think.
refused-not-yours-house = That question is for {$seats}, whom the house plays; it will answer shortly, or you may take the seat over.
refused-not-yours-nobody = That question is not yours to answer; please wait for those it is for.
refused-people-decide = The people decide this one; please cast your vote on the people's ballot instead.
refused-not-tied = Only one of the tied answers can be taken now; please pick one of those.
refused-not-an-advisor = Only somebody who holds a seat may do that; please take a free seat or one the house plays first.
refused-not-allowed = That is for a moderator of this server, or for those it concerns; please ask one of them.
refused-not-begun = The campaign has not begun yet; take your seats and begin it first.
refused-begun-already = The campaign has begun already; this can only be done before, so open a new campaign for it.
refused-over = This campaign is over; open a new one to play on.
refused-paused = The campaign is paused; resume it first, then try again.
refused-not-paused = The campaign is not paused; there is nothing to resume, so just play on.
refused-no-deadline = There is no deadline to extend here; take all the time you need.
refused-no-such-role = There is no such role at this table; please pick one from the list of seats.
refused-no-such-seat = There is no such seat at this table; please pick one from the list of seats.
refused-taken = {$user} holds that seat already; please pick another one, or ask them for it.
refused-not-free = That seat is not free to take; please pick an empty one or one the house plays.
refused-nobody-sits = Nobody sits at the table yet; take a seat first, then begin.
refused-cannot-begin = The game cannot begin like this ({$why}); please change the seats or the options and try again.
refused-time-out-of-range = That time is out of range; please pick one from a minute up to a year, or play untimed.
refused-bad-quiet-hours = Quiet hours need two different times of the day; please give one when they begin and another when they end.
refused-nothing-to-undo = There is nothing to take back; simply answer the next question.
refused-undo-not-yours = Only the seat that acted or the leader may take that back; please ask one of them.
refused-moved-on = The table has moved on since you looked; please look again and then decide.
refused-no-such-motion = That motion is no longer before the table; make a new one if you still want it.
refused-motion-open = A motion is before the table already; please settle that one first.
refused-no-petition = The people have no vote here at the moment; tell the Advisors what you think instead.
refused-not-admitted = You are not admitted to this vote; ask the table to let you in, or tell the Advisors what you think.
refused-bots-do-not-vote = Bots have no vote here; please leave it to the people of this server.
refused-too-new = You have not been in this server for long enough to vote here; please come back {$from}.
refused-too-new-unknown = Discord does not say how long you have been in this server, so your vote cannot be taken; please tell the Advisors what you think instead.
refused-struck = A moderator has struck your vote from this ballot; please ask them why, or vote on the next one.
refused-no-such-vote = They have no vote on this ballot; please look whom you meant.
refused-leader-closes = Only the leader can close the vote early; please wait until it closes.
refused-too-early = Half of the time has to pass first; you can close the vote {$from}.
refused-votes-missing = You can close the vote once every Advisor has voted; still waiting for {$users}.
refused-moderators-call = Only a moderator can set which role is called; please ask one.
refused-called-anyway = You sit at the table, so you are called anyway; there is nothing more to do.
refused-too-many-called = {$most} people are called here already, and no more can be; ask a moderator to set a role that is called.
refused-not-on-offer = That is not on the ballot now; please pick something that is.
refused-bad-order = That order has no steps or too many; please give at least one step, and fewer than you did if there were many.
refused-too-many-orders = No more orders can be kept for this seat; please cancel one first.
refused-cannot-plan = That turn cannot be planned now; please try again when turns are being taken.
refused-channel-taken = Campaign {$campaign} is being played in this channel already; finish it first, or use another channel.
refused-no-such-campaign = There is no such campaign here; please pick one from the list of campaigns.
refused-no-such-game = There is no game called “{$name}” here; please pick one from the list of games.
refused-busy = The hall has too much to do at the moment; please try again in a little while.
refused-not-stored = This could not be stored, so nothing has changed; please try again, and tell whoever runs the hall if it goes on.
refused-internal = Something went wrong in the hall, but nothing has changed; please try again, and tell whoever runs the hall if it goes on.
