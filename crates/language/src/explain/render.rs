//! Renders a commentary as plain text, for a terminal, as Markdown and as HTML. Failed orders are underlined,
//! or marked in the closest way that the format has (E13).

use super::commentary::{Commentary, OrderNote};

/// The format of a rendered commentary.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// Failed orders between underscores.
    Plain,
    /// Failed orders underlined by terminal codes.
    Ansi,
    Markdown,
    Html,
}

impl Format {
    pub const ALL: [Self; 4] = [Self::Plain, Self::Ansi, Self::Markdown, Self::Html];

    /// The text without control characters, and with the special characters of the format escaped.
    fn escape(self, text: &str) -> String {
        match self {
            Self::Plain | Self::Ansi => text.chars().filter(|c| !c.is_control()).collect(),
            Self::Markdown | Self::Html => {
                let mut out = String::with_capacity(text.len());
                for c in text.chars() {
                    match c {
                        '&' => out.push_str("&amp;"),
                        '<' => out.push_str("&lt;"),
                        '>' => out.push_str("&gt;"),
                        '"' if self == Self::Html => out.push_str("&quot;"),
                        '*' | '_' | '`' | '[' | ']' | '\\' | '|' if self == Self::Markdown => {
                            out.push('\\');
                            out.push(c);
                        }
                        c if c.is_control() => {}
                        c => out.push(c),
                    }
                }
                out
            }
        }
    }

    fn underlined(self, text: &str) -> String {
        match self {
            Self::Plain => format!("_{text}_"),
            Self::Ansi => format!("\x1b[4m{text}\x1b[24m"),
            // Many Markdown renderers remove <u>; all of them underline <ins>.
            Self::Markdown => format!("<ins>{text}</ins>"),
            Self::Html => format!("<u class=\"failed\">{text}</u>"),
        }
    }

    fn order(self, order: &OrderNote) -> String {
        let text = self.escape(&order.text);
        if order.failed { self.underlined(&text) } else { text }
    }

    /// The heading of a whole document, above the titles of its phases.
    pub fn heading(self, text: &str) -> String {
        let text = self.escape(text);
        match self {
            Self::Plain => format!("{text}\n{}\n\n", "#".repeat(text.chars().count())),
            Self::Ansi => format!("\x1b[1m{text}\x1b[22m\n\n"),
            Self::Markdown => format!("# {text}\n\n"),
            Self::Html => format!("<h1>{text}</h1>\n"),
        }
    }

    fn title(self, out: &mut String, text: &str) {
        let text = self.escape(text);
        out.push_str(&match self {
            Self::Plain => format!("{text}\n{}\n\n", "=".repeat(text.chars().count())),
            Self::Ansi => format!("\x1b[1m{text}\x1b[22m\n\n"),
            Self::Markdown => format!("## {text}\n\n"),
            Self::Html => format!("<h2>{text}</h2>\n"),
        });
    }

    /// Writes a heading and the lines below it. The lines are already escaped.
    fn block(self, out: &mut String, heading: &str, lines: &[String]) {
        let heading = self.escape(heading);
        match self {
            Self::Plain => out.push_str(&format!("{heading}\n")),
            Self::Ansi => out.push_str(&format!("\x1b[1m{heading}\x1b[22m\n")),
            Self::Markdown => out.push_str(&format!("### {heading}\n")),
            Self::Html => out.push_str(&format!("<h3>{heading}</h3>\n<ul>\n")),
        }
        for line in lines {
            out.push_str(&match self {
                Self::Plain | Self::Ansi => format!("  {line}\n"),
                Self::Markdown => format!("- {line}\n"),
                Self::Html => format!("<li>{line}</li>\n"),
            });
        }
        out.push_str(match self {
            Self::Plain | Self::Ansi | Self::Markdown => "\n",
            Self::Html => "</ul>\n",
        });
    }
}

impl Commentary {
    /// The whole commentary as text in a format.
    pub fn render(&self, format: Format) -> String {
        let words = &self.words;
        let mut out = String::new();
        if format == Format::Html {
            out.push_str(&format!("<section class=\"commentary\" lang=\"{}\">\n", words.language));
        }
        format.title(&mut out, &self.title);
        if !self.orders.is_empty() {
            let mut heading = words.orders.clone();
            if self.orders.iter().flat_map(|orders| &orders.orders).any(|order| order.failed) {
                heading.push_str(&words.marked);
            }
            let lines: Vec<String> =
                self.orders.iter().map(|orders| self.order_line(format, orders)).collect();
            format.block(&mut out, &heading, &lines);
        }
        for section in &self.sections {
            let line = |remark: &super::Remark| {
                let sentence = format.escape(&remark.sentence);
                match &remark.order {
                    Some(order) => {
                        words.remark.fill(&[("orders", &format.order(order)), ("sentence", &sentence)])
                    }
                    None => sentence,
                }
            };
            let lines: Vec<String> = section.remarks.iter().map(line).collect();
            format.block(&mut out, &section.title, &lines);
        }
        if !self.rules.is_empty() {
            let line = |note: &super::RuleNote| {
                let number = note.rule.number().to_string();
                words.rule.fill(&[("rule", &number), ("text", &format.escape(&note.text))])
            };
            let lines: Vec<String> = self.rules.iter().map(line).collect();
            format.block(&mut out, &words.rules, &lines);
        }
        if format == Format::Html {
            out.push_str("</section>\n");
        }
        out
    }

    /// The line with all orders of a power.
    fn order_line(&self, format: Format, orders: &super::PowerOrders) -> String {
        let list: Vec<String> = orders.orders.iter().map(|order| format.order(order)).collect();
        let name = format.escape(&orders.name);
        self.words.orders_of.fill(&[("text", &name), ("orders", &list.join(", "))])
    }
}
