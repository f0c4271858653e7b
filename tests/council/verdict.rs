//! Counting: ties, and closing as soon as the outcome cannot change.

use std::collections::BTreeMap;

use emberhall::council::verdict::{Verdict, Vote};
use emberhall::game::Seat;

fn offered(count: usize) -> Vec<String> {
    ["a", "b", "c"].iter().take(count).map(|choice| (*choice).to_owned()).collect()
}

/// `-` is a seat that has not voted.
fn verdict(votes: &str, leader: u8, closing: bool) -> Verdict {
    let electors: Vec<Seat> = (0..votes.len() as u8).map(Seat).collect();
    let cast = votes.chars().enumerate().filter(|(_, vote)| *vote != '-');
    let cast: BTreeMap<Seat, String> =
        cast.map(|(at, vote)| (Seat(at as u8), vote.to_string())).collect();
    let offered = offered(3);
    let vote = Vote { voters: &electors, votes: &cast, offered: &offered, leader: Seat(leader) };
    vote.verdict(closing)
}

fn taken(choice: &str, tie: bool) -> Verdict {
    Verdict::Taken { choice: choice.to_owned(), tie }
}

fn tied(choices: &[&str]) -> Verdict {
    Verdict::Tied(choices.iter().map(|choice| (*choice).to_owned()).collect())
}

#[test]
fn the_most_votes_win_and_the_leader_breaks_ties() {
    let table: &[(&str, u8, bool, Verdict)] = &[
        ("aaaa", 0, false, taken("a", false)),
        ("aab-", 3, true, taken("a", false)),
        ("aabb", 0, false, taken("a", true)),
        ("aabb", 2, false, taken("b", true)),
        ("aabbc", 4, false, tied(&["a", "b"])),
        ("aabbc", 0, false, taken("a", true)),
        ("abc-", 3, true, tied(&["a", "b", "c"])),
        ("abc-", 1, true, taken("b", true)),
        ("bac", 0, false, taken("b", true)),
        ("----", 0, true, Verdict::Empty),
        ("----", 0, false, Verdict::Open),
        ("---c", 0, true, taken("c", false)),
        // A vote for what is not on offer counts for nothing.
        ("aax", 2, true, taken("a", false)),
        ("xxa", 2, true, taken("a", false)),
        ("xx", 0, true, Verdict::Empty),
    ];
    for (votes, leader, closing, expected) in table {
        assert_eq!(&verdict(votes, *leader, *closing), expected, "{votes} {leader} {closing}");
    }
}

#[test]
fn a_vote_closes_early_only_when_nothing_can_change_it() {
    let table: &[(&str, u8, Verdict)] = &[
        ("aaa-", 3, taken("a", false)),
        // Two for the leader's choice: the others can only tie.
        ("aa--", 0, taken("a", false)),
        ("aa--", 3, Verdict::Open),
        ("aab-", 0, taken("a", false)),
        ("aab-", 2, Verdict::Open),
        ("aab-", 3, Verdict::Open),
        ("a---", 0, Verdict::Open),
        ("a-", 0, taken("a", false)),
        ("a-", 1, Verdict::Open),
        ("ab-", 0, Verdict::Open),
    ];
    for (votes, leader, expected) in table {
        assert_eq!(&verdict(votes, *leader, false), expected, "{votes} {leader}");
    }
}

/// The rule of the house in its plainest form: count, then ask the leader.
fn plainly(votes: &[char], leader: usize) -> Result<char, Vec<char>> {
    let count = |choice: char| votes.iter().filter(|vote| **vote == choice).count();
    let most = ['a', 'b', 'c'].into_iter().map(count).max().unwrap_or(0);
    let top: Vec<char> = ['a', 'b', 'c'].into_iter().filter(|c| count(*c) == most).collect();
    match top.as_slice() {
        [one] => Ok(*one),
        _ if top.contains(&votes[leader]) => Ok(votes[leader]),
        _ => Err(top),
    }
}

/// Every way the silent seats can still vote.
fn completions(votes: &[char]) -> Vec<Vec<char>> {
    match votes.iter().position(|vote| *vote == '-') {
        None => vec![votes.to_vec()],
        Some(at) => ['a', 'b', 'c']
            .into_iter()
            .flat_map(|choice| {
                let mut next = votes.to_vec();
                next[at] = choice;
                completions(&next)
            })
            .collect(),
    }
}

#[test]
fn every_vote_of_up_to_five_seats_closes_exactly_when_all_its_futures_agree() {
    for seats in 1..=5_u32 {
        for code in 0..4_u32.pow(seats) {
            let votes: Vec<char> = (0..seats)
                .map(|at| ['a', 'b', 'c', '-'][(code / 4_u32.pow(at) % 4) as usize])
                .collect();
            let text: String = votes.iter().collect();
            for leader in 0..seats as usize {
                let futures: Vec<_> =
                    completions(&votes).iter().map(|all| plainly(all, leader)).collect();
                let agreed = futures.iter().all(|future| *future == futures[0]);
                let expected = match (&futures[0], agreed) {
                    (Ok(choice), true) => Some(Ok(*choice)),
                    (Err(top), true) => Some(Err(top.clone())),
                    _ => None,
                };
                let found = match verdict(&text, leader as u8, false) {
                    Verdict::Open => None,
                    Verdict::Taken { choice, .. } => Some(Ok(choice.chars().next().unwrap())),
                    Verdict::Tied(top) => {
                        Some(Err(top.iter().map(|c| c.chars().next().unwrap()).collect()))
                    }
                    Verdict::Empty => panic!("{text}: open votes are not empty"),
                };
                assert_eq!(found, expected, "{text}, leader {leader}");
                // Closed at the deadline, only the votes that are there count.
                let cast: Vec<char> = votes.iter().copied().filter(|vote| *vote != '-').collect();
                let at_the_end = verdict(&text, leader as u8, true);
                if cast.is_empty() {
                    assert_eq!(at_the_end, Verdict::Empty);
                } else if let Ok(choice) = plainly(&votes, leader) {
                    assert!(
                        matches!(&at_the_end, Verdict::Taken { choice: c, .. } if *c == choice.to_string()),
                        "{text}, leader {leader}: {at_the_end:?}"
                    );
                } else {
                    assert!(matches!(at_the_end, Verdict::Tied(_)), "{text}: {at_the_end:?}");
                }
            }
        }
    }
}
