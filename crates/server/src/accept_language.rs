//! The `Accept-Language` header: which languages a browser prefers.

/// How many languages of a header are read.
const MAX_LANGUAGES: usize = 20;

/// The languages of the header, the most wanted first. A weight of 0 means "not this language", so those are
/// left out. A weight that cannot be read counts as 1.
pub(crate) fn preferred(header: &str) -> impl Iterator<Item = &str> {
    let mut languages: Vec<(f32, &str)> =
        header.split(',').take(MAX_LANGUAGES).map(weight_and_code).collect();
    languages.retain(|(weight, code)| *weight > 0.0 && !code.is_empty());
    languages.sort_by(|a, b| b.0.total_cmp(&a.0));
    languages.into_iter().map(|(_, code)| code)
}

fn weight_and_code(part: &str) -> (f32, &str) {
    let (code, rest) = part.split_once(';').unwrap_or((part, ""));
    let weight = rest.trim().strip_prefix("q=").and_then(|weight| weight.parse().ok());
    (weight.filter(|weight| (0.0..=1.0).contains(weight)).unwrap_or(1.0), code.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_wanted_language_is_first_and_weight_0_excludes() {
        for (header, expected) in [
            ("de", "de"),
            ("de-AT, de;q=0.9, en;q=0.8", "de-AT de en"),
            ("de;q=0.5,en", "en de"),
            ("fr,nl,es", "fr nl es"),
            ("en;q=0, nl;q=0.1", "nl"),
            ("en; q=0.0", ""),
            ("*;q=0.1, es;q=0.2", "es *"),
            // Weights that are no weights.
            ("de;q=0.5, fr;q=nan, nl;q=7, es;q=, en;q=-1", "fr nl es en de"),
            ("", ""),
            (" ,;q=1,, de", "de"),
        ] {
            assert_eq!(preferred(header).collect::<Vec<_>>().join(" "), expected, "{header}");
        }
        let many = "xx,".repeat(MAX_LANGUAGES) + "de";
        assert_eq!(preferred(&many).count(), MAX_LANGUAGES);
    }
}
