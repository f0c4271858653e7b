//! No message is ever more than Discord takes.

use crate::walk::all;

#[tokio::test(flavor = "multi_thread")]
async fn no_request_breaks_a_limit_or_a_form_in_random_campaigns() {
    let all = all().await;
    assert!(all.len() >= 8 && (1..=4).all(|size| all.iter().any(|seen| seen.players == size)));
    for seen in all {
        assert!(seen.violations.is_empty(), "{}: {:#?}", seen.about, &seen.violations[..1]);
    }
}
