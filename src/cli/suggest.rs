//! Spelling suggestions by edit distance.

/// Returns at most `most` words, by edit distance to `given` and then by the alphabet.
pub(super) fn nearest<'a>(given: &str, words: &'a [String], most: usize) -> Vec<&'a str> {
    // The cost grows with the length, and real names are shorter.
    let given: Vec<char> = given.to_lowercase().chars().take(40).collect();
    let mut ranked: Vec<(usize, &str)> =
        words.iter().map(|word| (distance(&given, word), word.as_str())).collect();
    ranked.sort_unstable();
    ranked.into_iter().take(most).map(|(_, word)| word).collect()
}

/// Levenshtein distance, computed with one row of the matrix.
fn distance(given: &[char], word: &str) -> usize {
    let mut row: Vec<usize> = (0..=given.len()).collect();
    for (at, letter) in word.to_lowercase().chars().enumerate() {
        let mut before = row[0];
        row[0] = at + 1;
        for (i, other) in given.iter().enumerate() {
            let change = before + usize::from(*other != letter);
            before = row[i + 1];
            row[i + 1] = change.min(row[i] + 1).min(before + 1);
        }
    }
    row[given.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_slip_of_the_finger_finds_the_word_that_was_meant() {
        let words = ["M001", "D001", "building-sawmill"].map(str::to_owned);
        assert_eq!(nearest("m0O1", &words, 1), ["M001"]);
        assert_eq!(nearest("building-sawmil", &words, 1), ["building-sawmill"]);
        assert_eq!(nearest("", &words, 9).len(), 3, "nothing is near to nothing");
    }
}
