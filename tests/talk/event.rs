//! The people's ballot as those beside the table see it: called, read, closed, and days later.

use std::time::Duration;

use emberhall::council::Span;
use emberhall::discord::Config;
use emberhall::sandbox::{Id, Options, ShownMessage};
use emberhall::store::CampaignId;
use serde_json::json;

use crate::kit::Scene;
use crate::petition::{at_the_first_turn, polled, whispered};
use crate::players::Dice;

/// The newest that somebody was told alone.
fn alone(scene: &Scene, user: Id) -> ShownMessage {
    scene.sandbox.private(user, scene.channel).pop().expect("they were told something")
}

/// The ballot that is open for a question; it may have been answered before.
async fn asked(scene: &Scene, id: CampaignId, dice: &mut Dice) -> ShownMessage {
    scene.until(id, dice, polled).await;
    scene.settled().await;
    scene.ballot()
}

/// How long the open ballot has left.
async fn left(scene: &Scene, id: CampaignId) -> Span {
    let closes = scene.look(id).await.ballot.and_then(|matter| matter.closes);
    closes.expect("an open ballot") - scene.hall().now()
}

#[tokio::test(flavor = "multi_thread")]
async fn who_pressed_call_me_is_called_when_it_opens_and_once_more_before_it_closes() {
    let mut scene = Scene::new(2).await;
    let (id, mut dice) = at_the_first_turn(&scene, vec![("turnout", json!(1))]).await;
    let (standing, stranger) = (scene.ballot(), scene.stranger);
    assert!(standing.pinged.is_empty(), "nothing is asked yet");
    scene.click(stranger, &standing, ":cm:1").await;
    scene.settled().await;
    let told = alone(&scene, stranger);
    assert!(told.text().contains("You will be called") && told.only == Some(stranger));
    let refused = scene.click(scene.people[0], &standing, ":cm:1").await;
    assert!(scene.reply(&refused).await.text().contains("called anyway"));
    let ballot = asked(&scene, id, &mut dice).await;
    assert_eq!(ballot.pinged, [stranger]);
    let text = ballot.text();
    assert!(text.contains("brought it up") && text.contains("It closes"), "{text}");
    let before = scene.messages().len();
    scene.wait(left(&scene, id).await.part(5, 6)).await;
    let last = scene.told("You have not voted yet").await;
    assert_eq!(last.pinged, [stranger]);
    assert!(last.content().contains(&ballot.id.to_string()), "{}", last.content());
    assert!(scene.messages().len() > before);
    // The way out is beside the call, and the call is gone when it closes.
    scene.click(stranger, &last, ":cm:0").await;
    scene.settled().await;
    assert!(alone(&scene, stranger).text().contains("not be called here any more"));
    scene.close_ballot(id).await;
    assert!(scene.sandbox.message(last.id).is_none(), "a call to nothing");
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_role_is_called_if_we_may_and_the_reply_says_if_we_may_not() {
    for mentionable in [true, false] {
        let mut scene = Scene::new(2).await;
        let (guild, stranger) = (scene.guild, scene.stranger);
        let role = scene.sandbox.change(|world| {
            let role = world.add_role(guild, "Citizens", 0, mentionable);
            world.give_role(guild, stranger, role);
            role
        });
        let (id, mut dice) = at_the_first_turn(&scene, Vec::new()).await;
        let call = vec![("call", json!(role.to_string()))];
        let said = scene.command(scene.owner, "campaign settings", call).await.text();
        assert_eq!(said.contains("I may not call that role yet"), !mentionable, "{said}");
        assert!(said.contains(&format!("Called when it opens: <@&{role}>")), "{said}");
        let ballot = asked(&scene, id, &mut dice).await;
        assert!(ballot.content().contains(&format!("<@&{role}>")), "{}", ballot.content());
        assert_eq!(ballot.pinged.contains(&stranger), mentionable);
        scene.assert_clean();
        scene.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn each_law_can_be_read_with_its_story_and_its_picture_before_one_votes() {
    let mut scene = Scene::new(2).await;
    let (id, _) = at_the_first_turn(&scene, Vec::new()).await;
    let (ballot, stranger) = (scene.ballot(), scene.stranger);
    let matter = scene.look(id).await.ballot.unwrap();
    let open = matter.decision.choices.iter().filter(|choice| choice.blocked.is_none()).count();
    scene.click(stranger, &ballot, &format!(":q:{}:0", matter.edition)).await;
    scene.settled().await;
    let mut leaf = alone(&scene, stranger);
    for page in 1..=open {
        let text = leaf.text();
        assert!(text.contains(&format!("{page} of {open}")), "{text}");
        assert!(text.contains('•'), "what it does: {text}");
        assert!(text.contains("*\n"), "its story: {text}");
        assert_eq!(leaf.attachments().len(), 1, "{text}");
        if page < open {
            let next = format!(":q:{}:{page}", matter.edition);
            scene.click(stranger, &leaf, &next).await;
            scene.settled().await;
            leaf = scene.again(&leaf);
        }
    }
    let vote = leaf.custom_ids().into_iter().find(|id| id.contains(":s:")).unwrap().to_owned();
    scene.click(stranger, &leaf, &vote).await;
    whispered(&scene, stranger, 1).await;
    assert_eq!(scene.look(id).await.ballot.unwrap().cast, 1);
    let told = scene.again(&leaf);
    assert!(told.attachments().is_empty(), "the picture went with the page");
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_leader_closes_it_after_half_of_its_time_when_every_advisor_has_voted() {
    let mut scene = Scene::new(2).await;
    let (id, mut dice) = at_the_first_turn(&scene, vec![("turnout", json!(1))]).await;
    let ballot = asked(&scene, id, &mut dice).await;
    let panel = scene.look(id).await;
    let leader = panel.seats[usize::from(panel.leader.0)].holder.user().unwrap().0;
    let other = *scene.people.iter().find(|user| **user != leader).unwrap();
    let closing = format!(":cb:{}", panel.ballot.unwrap().edition);
    let refused = |words: &'static str, acted| {
        let scene = &scene;
        async move {
            let said = scene.reply(&acted).await;
            assert!(said.text().contains(words) && said.only.is_some(), "{}", said.text());
        }
    };
    refused("Only the leader", scene.click(other, &ballot, &closing).await).await;
    refused("Half of the time", scene.click(leader, &ballot, &closing).await).await;
    scene.wait(left(&scene, id).await.part(3, 5)).await;
    for user in [leader, other] {
        refused("once every Advisor has voted", scene.click(leader, &ballot, &closing).await).await;
        scene.sign_for(user, 0).await;
    }
    scene.click(leader, &ballot, &closing).await;
    scene.settled().await;
    let text = scene.again(&ballot).text();
    assert!(text.contains("2 voted, and that was enough: the people decided"), "{text}");
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_nobody_votes_the_ballot_says_so_and_the_advisors_vote() {
    let mut scene = Scene::new(2).await;
    let (id, mut dice) = at_the_first_turn(&scene, Vec::new()).await;
    let ballot = asked(&scene, id, &mut dice).await;
    scene.close_ballot(id).await;
    let text = scene.again(&ballot).text();
    assert!(text.contains("So the Advisors vote now"), "{text}");
    let law = scene.asked(id).await;
    assert_eq!((law.ask.as_str(), law.waiting.len()), ("law", 2));
    for user in [0, 1] {
        scene.answer(id, scene.people[user], 0).await;
    }
    let text = scene.again(&ballot).text();
    assert!(text.contains("✅ **") && !text.contains("vote now"), "{text}");
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn days_later_the_ballot_says_what_came_of_it_and_the_end_names_every_law() {
    let mut scene = Scene::new(2).await;
    let (id, mut dice) = at_the_first_turn(&scene, vec![("turnout", json!(1))]).await;
    let mut ballots = Vec::new();
    let mut seen = 0;
    while scene.step(id, &mut dice).await {
        let panel = scene.look(id).await;
        if polled(&panel)
            && ballots.last().is_none_or(|(edition, _)| {
                Some(*edition) != panel.ballot.as_ref().map(|m| m.edition)
            })
        {
            scene.settled().await;
            ballots.push((panel.ballot.unwrap().edition, scene.ballot()));
        }
        seen = seen.max(
            panel.public_decisions.iter().filter(|decree| decree.first_seen.is_some()).count(),
        );
    }
    scene.settled().await;
    assert!(!ballots.is_empty() && seen > 0, "a Law was passed, and showed: {seen}");
    let texts: Vec<String> = ballots.iter().map(|(_, ballot)| scene.again(ballot).text()).collect();
    let later = |text: &&String| text.contains("later: ") || text.contains("Later that round: ");
    assert_eq!(texts.iter().filter(later).count(), seen, "{texts:#?}");
    for text in texts.iter().filter(|text| text.contains('✅')) {
        assert!(text.contains("⌛ In round "), "{text}");
    }
    let end = scene.told("What you decided together").await.text();
    let panel = scene.look(id).await;
    let lines = end.lines().filter(|line| line.contains(", in round ")).count();
    assert_eq!(lines, panel.public_decisions.len(), "{end}");
    scene.assert_clean();
    scene.stop().await;
}

/// A vote, whose answer is not waited for.
async fn sign(scene: &Scene, ballot: &ShownMessage, user: Id, which: usize) {
    let ballot = scene.again(ballot);
    let menu = ballot.components().find(|part| part["type"] == 3).expect("a menu").clone();
    let value = menu["options"][which]["value"].as_str().expect("a value").to_owned();
    let menu = menu["custom_id"].as_str().expect("an id");
    scene.sandbox.choose(user, ballot.id, menu, vec![value]).await.expect("a vote");
    scene.sandbox.quiet(Duration::from_millis(300)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_tally_of_an_old_ballot_is_shown_every_thirty_seconds_and_at_once_with_other_news() {
    let mut scene = Scene::without_bot(2, Options::default()).await;
    let config = Config { hurried: false, ..scene.config() };
    scene.start_over(None, &config).await;
    // The clock of the table runs ahead of the server's, so every message is an old one.
    let (id, _) = at_the_first_turn(&scene, Vec::new()).await;
    let ballot = scene.ballot();
    let shown = |votes: &str| scene.again(&ballot).text().contains(votes);
    sign(&scene, &ballot, scene.people[0], 0).await;
    assert!(shown("One has voted"), "the first is shown at once");
    sign(&scene, &ballot, scene.people[1], 1).await;
    sign(&scene, &ballot, scene.stranger, 1).await;
    assert_eq!(scene.look(id).await.ballot.expect("a ballot").cast, 3, "they count");
    assert!(shown("One has voted"), "and are shown a little later");
    scene.clock.advance(Span::seconds(29));
    scene.sandbox.quiet(Duration::from_millis(300)).await;
    assert!(shown("One has voted"));
    scene.clock.advance(Span::seconds(1));
    scene.settled().await;
    assert!(shown("3 have voted"));
    sign(&scene, &ballot, scene.stranger, 0).await;
    let before = scene.again(&ballot).text();
    scene.slash(scene.people[1], "campaign pause", Vec::new()).await;
    scene.settled().await;
    assert_ne!(scene.again(&ballot).text(), before, "the pause brings the tally with it");
    scene.stop().await;
}
