//! What is in a hand is nobody else's business.

use crate::walk::all;

#[tokio::test(flavor = "multi_thread")]
async fn nobody_reads_of_a_card_that_only_another_has_in_hand() {
    for seen in all().await.iter().filter(|seen| seen.players > 1) {
        assert!(seen.hidden > 100, "{}: there was something to hide", seen.about);
        assert!(seen.leaks.is_empty(), "{}: {:#?}", seen.about, &seen.leaks[..1]);
    }
}
