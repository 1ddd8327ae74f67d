//! Orders in their usual spelling are read on a shorter way. It must lead to the same orders.

use detente_notation::Notation;

/// A space before a text makes its spelling unusual, and changes nothing else.
#[test]
fn the_usual_spelling_is_read_as_any_other() {
    let board = &detente_atlas::standard().board;
    let notation = Notation::new(board);
    let words = [
        "A", "F", "PAR", "STP/SC", "BUR", "ENG", "a", "par", "Z", "/", "PAR/SC", "STP/XX", "ABC", "", "-",
        "S", "C", "H", "B", "D", "R", "VIA", "via", "É", "PÉ", "\t", "\u{2003}",
    ];
    let mut readable = 0;
    let mut check = |text: &str| {
        let unusual = format!(" {text}");
        assert_eq!(notation.order(text), notation.order(&unusual), "{text:?}");
        assert_eq!(notation.unit(text), notation.unit(&unusual), "{text:?}");
        readable += usize::from(notation.order(text).is_ok());
    };
    for unit in ["A PAR", "F STP/SC", "A ENG", "PAR", "A  PAR", "A PAR ", "A XYZ", "a PAR"] {
        check(unit);
        for one in words {
            check(&format!("{unit} {one}"));
            for two in words {
                check(&format!("{unit} {one} {two}"));
                for helping in ["S", "C"] {
                    check(&format!("{unit} {helping} A {one} - {two}"));
                    check(&format!("{unit} {helping} {one} {two} -"));
                }
                for three in words {
                    check(&format!("{unit} {one} {two} {three}"));
                    for helping in ["S A BUR", "C A BUR", "S F STP/NC"] {
                        check(&format!("{unit} {helping} {one} {two} {three}"));
                    }
                }
            }
        }
    }
    assert!(readable > 1_000, "{readable}");
}
