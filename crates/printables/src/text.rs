//! The letters of Helvetica in PDF: their codes and their widths.

/// Regular or bold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Face {
    Regular,
    Bold,
}

/// Widths of the characters from the space to the tilde, in thousandths of the size.
const REGULAR: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
    556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
    500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
    556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
    278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];
const BOLD: [u16; 95] = [
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
    556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278,
    556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584,
    556, 333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556,
    333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
];

/// The bytes of a text in the encoding WinAnsi, which has all letters of our languages. Other signs become similar ones.
pub(crate) fn encode(text: &str) -> Vec<u8> {
    text.chars().map(code).collect()
}

fn code(c: char) -> u8 {
    match c {
        ' '..='~' | '\u{a0}'..='\u{ff}' => c as u8,
        '\u{202f}' | '\u{2009}' => b' ',
        '€' => 0x80,
        '…' => 0x85,
        'Œ' => 0x8c,
        '‘' => 0x91,
        '’' => 0x92,
        '“' => 0x93,
        '”' => 0x94,
        '„' => 0x84,
        '•' => 0x95,
        '–' | '→' => 0x96,
        '—' => 0x97,
        'œ' => 0x9c,
        '−' => b'-',
        _ => b'?',
    }
}

/// The width of a text, for a size of one.
pub(crate) fn width(text: &str, face: Face) -> f32 {
    text.chars().map(|c| f32::from(character_width(c, face)) / 1000.0).sum()
}

fn character_width(c: char, face: Face) -> u16 {
    let table = match face {
        Face::Regular => &REGULAR,
        Face::Bold => &BOLD,
    };
    let like = |c: char| table[c as usize - 32];
    match c {
        ' '..='~' => like(c),
        'à'..='å' => like('a'),
        'À'..='Å' => like('A'),
        'è'..='ë' => like('e'),
        'È'..='Ë' => like('E'),
        'ì'..='ï' | '·' | '‘' | '’' | '\u{a0}' | '\u{202f}' => like(','),
        'Ì'..='Ï' => like('I'),
        'ò'..='ö' => like('o'),
        'Ò'..='Ö' => like('O'),
        'ù'..='ü' => like('u'),
        'Ù'..='Ü' => like('U'),
        'ç' => like('c'),
        'Ç' => like('C'),
        'ß' => 611,
        '¿' => 611,
        '¡' | '“' | '”' | '„' => 333,
        '•' => 350,
        'œ' => 944,
        '…' | '—' | 'Œ' => 1000,
        _ => 556,
    }
}

/// The lines of a text that is at most so wide.
pub(crate) fn wrap(text: &str, face: Face, size: f32, most: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let longer = lines.last().map(|line| format!("{line} {word}"));
        match (longer, lines.last_mut()) {
            (Some(longer), Some(line)) if width(&longer, face) * size <= most => *line = longer,
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_of_our_languages_has_a_code() {
        for c in "àâäçéèêëíîïñóôöœßúûüÀÉÖÜ¿¡„“”’…–—→".chars() {
            assert_ne!(code(c), b'?', "{c}");
        }
    }

    #[test]
    fn lines_are_as_wide_as_they_may_be() {
        let text = "Two units cannot change places unless one of them is convoyed";
        for most in [60.0, 120.0, 400.0] {
            let lines = wrap(text, Face::Regular, 10.0, most);
            assert_eq!(lines.join(" "), text);
            assert!(lines.iter().all(|line| width(line, Face::Regular) * 10.0 <= most), "{lines:?}");
        }
        assert_eq!(wrap("", Face::Bold, 10.0, 50.0), Vec::<String>::new());
    }
}
