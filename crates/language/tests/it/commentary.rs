//! Tests commentaries of whole phases, for every case of the project: the order of the sections, the
//! strengths, the rules and the marks of failed orders.

use std::path::{Path, PathBuf};

use cases::{Case, OrderLine};
use language::explain::{Commentary, Explainer, Format, Language, Remark, SectionKind};
use notation::Notation;
use rules::{Edition, Power};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn english() -> Explainer<'static> {
    Explainer::new(atlas::standard(), Language::built_in("en").unwrap())
}

/// Plays a case. Returns the commentary of each phase.
fn commentaries_of(explainer: &Explainer<'_>, case: &Case, edition: Edition) -> Vec<Commentary> {
    let notation = Notation::new(explainer.board());
    let mut position = cases::starting_position(&notation, &case.sections[0]).unwrap();
    let mut commentaries = Vec::new();
    for section in &case.sections {
        if position.phase != section.phase {
            break;
        }
        for text in &section.disorder {
            position.players.set_disorder(notation.power(text).unwrap(), true);
        }
        for text in &section.unplayed {
            position.players.set_unplayed(notation.power(text).unwrap());
        }
        let ordered = |line: &&OrderLine| !line.is_unordered();
        let line = |line: &OrderLine| (notation.power(&line.power).unwrap(), line.order.clone());
        let lines: Vec<(Power, String)> = section.orders.iter().filter(ordered).map(line).collect();
        let lines: Vec<(Power, &str)> = lines.iter().map(|(power, text)| (*power, text.as_str())).collect();
        commentaries.push(explainer.resolve_and_explain(&mut position, edition, &lines));
    }
    commentaries
}

/// The English commentary of a movement phase that is written as a case.
fn phase(text: &str) -> Commentary {
    let case = &cases::parse(&format!("case T Test\n{text}")).unwrap()[0];
    commentaries_of(&english(), case, Edition::Y2000).remove(0)
}

fn remarks(commentary: &Commentary) -> impl Iterator<Item = (SectionKind, &Remark)> {
    commentary.sections.iter().flat_map(|section| section.remarks.iter().map(|remark| (section.kind, remark)))
}

/// The remark about an order, except that it was dislodged.
fn remark_about<'c>(commentary: &'c Commentary, order: &str) -> &'c Remark {
    let about = |(kind, remark): &(SectionKind, &Remark)| {
        *kind != SectionKind::Dislodged && remark.order.as_ref().is_some_and(|note| note.text == order)
    };
    remarks(commentary).find(about).unwrap_or_else(|| panic!("no remark about {order}")).1
}

fn sample_game() -> Vec<Commentary> {
    let text = std::fs::read_to_string(root().join("cases/rulebook/sample-game.case")).unwrap();
    commentaries_of(&english(), &cases::parse(&text).unwrap()[0], Edition::Y2000)
}

#[test]
fn every_order_of_every_case_has_a_remark_in_every_language() {
    let mut files: Vec<PathBuf> = Vec::new();
    for folder in ["cases/rulebook", "cases/datc"] {
        files.extend(std::fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path()));
    }
    files.retain(|path| path.extension().is_some_and(|ext| ext == "case"));
    files.sort();
    let mut sentences = 0;
    for language in Language::all() {
        let explainer = Explainer::new(atlas::standard(), language);
        for file in &files {
            for case in cases::parse(&std::fs::read_to_string(file).unwrap()).unwrap() {
                for &edition in &case.editions {
                    for commentary in commentaries_of(&explainer, &case, edition) {
                        let orders = commentary.orders.iter().flat_map(|orders| &orders.orders).count();
                        let about_orders = remarks(&commentary)
                            .filter(|(kind, remark)| {
                                let refused = *kind == SectionKind::Refused && remark.province.is_none();
                                *kind != SectionKind::Dislodged && !refused && remark.order.is_some()
                            })
                            .count();
                        assert_eq!(
                            orders,
                            about_orders,
                            "{} {}: an order has no remark",
                            language.code(),
                            case.id
                        );
                        for (_, remark) in remarks(&commentary) {
                            let text = &remark.sentence;
                            let whole = !text.contains(['?', '{', '}']) && text.ends_with('.');
                            assert!(whole, "{} {}: {text}", language.code(), case.id);
                            if let Some(rule) = remark.rule {
                                assert!(text.ends_with(&format!(" {}).", rule.number())), "{text}");
                            }
                            sentences += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(sentences > 10_000, "{sentences}");
}

#[test]
fn sections_are_in_the_order_of_resolving() {
    let game = sample_game();
    let fall_1902 = &game[4];
    let kinds: Vec<SectionKind> = fall_1902.sections.iter().map(|section| section.kind).collect();
    use SectionKind::{Cut, Dislodged, Failures, Standoffs, Successes};
    assert_eq!(kinds, [Cut, Standoffs, Failures, Successes, Dislodged]);
    for commentary in &game {
        assert!(commentary.sections.is_sorted_by_key(|section| section.kind));
    }
}

/// The key rules that the rulebooks print with their comments on the sample game (F26): the phase, the rules,
/// the orders that the comment is about. Two key rules for one comment are written `3 6`.
const KEY_RULES: &[(usize, &str, &[&str])] = &[
    (0, "3", &["A BUD - GAL", "A WAR - GAL", "F SEV - BLA", "F ANK - BLA"]),
    (1, "3", &["A RUH - BEL", "F PIC - BEL", "A BUR - MAR", "A PIE - MAR", "A BUD - SER", "A BUL - SER"]),
    (1, "5", &["A CON - BUL"]),
    (3, "3 6", &["A NWY - STP", "A STP - NWY"]),
    (3, "5", &["F NTH - NWY", "F EDI - NTH"]),
    (3, "3", &["A TRI - BUD", "A VIE - BUD", "A GAL - BUD"]),
    (3, "5", &["A CON - BUL", "A PIE - MAR", "A MUN - BUR"]),
    (3, "13", &["A BUR S F PIC - BEL"]),
    (4, "13", &["F SWE S A STP - NWY", "F MAR S A SPA", "A SEV S F RUM", "A GAL S F RUM", "F RUM S A SEV"]),
    (4, "13", &["A BEL S A RUH - BUR"]),
    (4, "5", &["A VIE - GAL", "A VEN - PIE"]),
    (4, "3", &["A BUR - BEL"]),
];

#[test]
fn the_rules_given_are_the_key_rules_of_the_rulebooks() {
    let game = sample_game();
    for (phase, rules, orders) in KEY_RULES {
        for order in *orders {
            let given = remark_about(&game[*phase], order).rule.map(|rule| rule.number().to_string());
            let given = given.unwrap_or_default();
            assert!(rules.split(' ').any(|rule| rule == given), "{order}: rule {given}, not {rules}");
        }
    }
}

#[test]
fn where_a_rulebook_comment_is_wrong_the_right_reason_is_given() {
    let game = sample_game();
    let (spring, fall) = (&game[3], &game[4]);
    // The rulebooks cite rule 3 for Marseilles and Sevastopol, but the attackers are weaker.
    for (order, numbers) in [("A PIE - MAR", "2 against 1"), ("A ARM - SEV", "2 against 1")] {
        let remark = remark_about(fall, order);
        assert_eq!(remark.rule, None);
        assert!(remark.sentence.contains(numbers), "{}", remark.sentence);
    }
    // Burgundy and Rumania are taken with a strength of three, not two. The unit in Rumania is a fleet.
    assert!(remark_about(fall, "A RUH - BUR").sentence.contains("3 against 1"));
    let rumania = &remark_about(fall, "A BUL - RUM").sentence;
    assert!(rumania.contains("3 against 1") && rumania.contains("Russian fleet"), "{rumania}");
    // Belgium was empty in Spring 1902: one moving unit was stronger than the other.
    let belgium = &remark_about(spring, "A HOL - BEL").sentence;
    assert!(belgium.contains("stronger there than the French fleet in Picardy, 2 against 1"), "{belgium}");
    // The fleet can follow to Norway only because of rule 11.
    assert_eq!(remark_about(fall, "F NTH - NWY").rule.map(|rule| rule.number()), Some(11));
}

#[test]
fn failed_orders_are_marked_as_the_rulebooks_underline_them() {
    let game = sample_game();
    let failed: Vec<&str> = game[4]
        .orders
        .iter()
        .flat_map(|orders| &orders.orders)
        .filter(|order| order.failed)
        .map(|order| order.text.as_str())
        .collect();
    assert_eq!(
        failed,
        [
            "A VIE - GAL",
            "A BUR - BEL",
            "F MAR S A SPA",
            "F DEN - SWE",
            "A PIE - MAR",
            "A VEN - PIE",
            "A GAL S F RUM",
            "F RUM S A SEV",
            "A SEV S F RUM",
            "A STP - NWY",
            "F SWE S A STP - NWY",
            "A ARM - SEV",
        ]
    );
}

#[test]
fn a_convoy_is_marked_only_if_its_fleet_is_dislodged() {
    let broken = phase(
        "ENGLAND:\n A LON - BRE => x\n F ENG C A LON - BRE => x\n F MAO H => x\nFRANCE:\n F IRI - ENG => x\n F NTH S F IRI - ENG => x",
    );
    assert!(remark_about(&broken, "F ENG C A LON - BRE").order.as_ref().unwrap().failed);
    let idle = phase("ENGLAND:\n A LON - WAL => x\n F ENG C A LON - BRE => x");
    assert!(!remark_about(&idle, "F ENG C A LON - BRE").order.as_ref().unwrap().failed);
    // A support is marked if it is cut, but not if the supported order fails.
    let useless_support = phase(
        "GERMANY:\n A MUN - BUR => x\n A RUH S A MUN - BUR => x\nFRANCE:\n A BUR H => x\n A PAR S A BUR => x",
    );
    assert!(!remark_about(&useless_support, "A RUH S A MUN - BUR").order.as_ref().unwrap().failed);
    // A hold is marked if the unit is dislodged.
    let lost = phase("GERMANY:\n A MUN - BUR => x\n A RUH S A MUN - BUR => x\nFRANCE:\n A BUR H => x");
    assert!(remark_about(&lost, "A BUR H").order.as_ref().unwrap().failed);
}

#[test]
fn strengths_are_stated_as_they_were_compared() {
    // Rule 12: France's own support does not help to dislodge a French unit.
    let own = phase("GERMANY:\n A RUH - BUR => x\nFRANCE:\n A BUR H => x\n A PAR S A RUH - BUR => x");
    let sentence = &remark_about(&own, "A RUH - BUR").sentence;
    assert!(
        sentence.contains("support given by the French army in Paris") && sentence.contains("1 against 1"),
        "{sentence}"
    );
    // A support for a move does not defend a unit that failed to move (E10a).
    let mover = phase(
        "GERMANY:\n A MUN - BUR => x\n A RUH S A MUN - BUR => x\nFRANCE:\n A BUR - BEL => x\n A PIC S A BUR - BEL => x\nENGLAND:\n A HOL - BEL => x\n F NTH S A HOL - BEL => x",
    );
    assert!(remark_about(&mover, "A BUR - BEL").sentence.contains("2 against 2"));
    assert!(remark_about(&mover, "A MUN - BUR").sentence.contains("2 against 1"));
    // A beleaguered garrison.
    let spared = phase(
        "ENGLAND:\n F NTH H => x\nGERMANY:\n F HEL - NTH => x\n F HOL S F HEL - NTH => x\nRUSSIA:\n F NWY - NTH => x\n F SKA S F NWY - NTH => x",
    );
    assert!(remark_about(&spared, "F NTH H").sentence.contains("a strength of 2 each (rule 4)"));
}

#[test]
fn refused_lines_come_first() {
    let commentary = phase(
        "units FRANCE: A PAR, F BRE\nFRANCE:\n A PAR - MOS => x\n A LON H => refused x\n nonsense & <b> => refused x\n F BRE - PIC => x\n F BRE - GAS => x\n A PAR B => refused x",
    );
    let first = &commentary.sections[0];
    assert_eq!(first.kind, SectionKind::Refused);
    let sentences: Vec<&str> = first.remarks.iter().map(|remark| remark.sentence.as_str()).collect();
    assert_eq!(
        sentences,
        [
            "“A LON H” names no unit that France has.",
            "“nonsense & <b>” cannot be read as an order.",
            "“F BRE - PIC” does not count, as France gave this unit two different orders.",
            "“F BRE - GAS” does not count, as France gave this unit two different orders.",
            "“A PAR B” is not an order for this phase.",
            "The French army in Paris holds: it cannot get to Moscow from Paris.",
        ]
    );
}

#[test]
fn each_format_marks_and_escapes_in_its_own_way() {
    let commentary =
        phase("units FRANCE: A PAR\nFRANCE:\n A PAR - MOS => x\n nonsense & <b>_x_ => refused x");
    let plain = commentary.render(Format::Plain);
    assert!(plain.contains("_A PAR - MOS_: The French army"), "{plain}");
    let ansi = commentary.render(Format::Ansi);
    assert!(ansi.contains("\x1b[4mA PAR - MOS\x1b[24m"), "{ansi}");
    let markdown = commentary.render(Format::Markdown);
    assert!(
        markdown.contains("<ins>A PAR - MOS</ins>") && markdown.contains("nonsense &amp; &lt;b&gt;\\_x\\_")
    );
    let html = commentary.render(Format::Html);
    assert!(
        html.contains("<u class=\"failed\">A PAR - MOS</u>") && html.contains("nonsense &amp; &lt;b&gt;")
    );
    assert!(html.starts_with("<section class=\"commentary\" lang=\"en\">") && html.ends_with("</section>\n"));
}

#[test]
fn control_characters_are_removed_in_every_format() {
    let commentary = phase("units FRANCE: A PAR\nFRANCE:\n A PAR\u{1b}[31m - MOS => refused x");
    for format in Format::ALL {
        assert!(!commentary.render(format).contains("\u{1b}[31m"));
    }
}

#[test]
fn retreats_and_adjustments_have_remarks() {
    let game = sample_game();
    assert_eq!(
        remark_about(&game[5], "A STP R MOS").sentence,
        "The Russian army dislodged from St Petersburg retreats to Moscow."
    );
    let balance = |commentary: &Commentary| -> Vec<String> {
        let section =
            commentary.sections.iter().find(|section| section.kind == SectionKind::Balance).unwrap();
        section.remarks.iter().map(|remark| remark.sentence.clone()).collect()
    };
    assert!(balance(&game[6]).contains(&"Russia: centres 4, units 5, must remove 1.".to_owned()));
    assert!(balance(&game[6]).contains(&"Italy: centres 4, units 4, no change.".to_owned()));
    assert_eq!(remark_about(&game[6], "A GAL D").sentence, "Russia removes its army in Galicia.");
}

/// The sentence about an order in the English commentary of a phase, with the rule.
fn sentence(text: &str, order: &str) -> String {
    remark_about(&phase(text), order).sentence.clone()
}

#[test]
fn rule_17_is_cited_only_where_the_army_stays_because_of_it() {
    // Diagram 29: one route is broken, the other stays open.
    let two_routes = "ENGLAND:\n  A LON - BEL => x\n  F ENG C A LON - BEL => x\n  F NTH C A LON - BEL => x\n\
                      FRANCE:\n  F BRE - ENG => x\n  F IRI S F BRE - ENG => x";
    assert_eq!(
        sentence(two_routes, "F ENG C A LON - BEL"),
        "The English fleet in the English Channel is dislodged by the French fleet in Brest, 1 against 2, \
         but another convoy route stays open for the English army in London (rule 20)."
    );
    // Diagram 21: the fleet that nobody attacks did its part.
    let chain = "FRANCE:\n  A SPA - NAP => x\n  F LYO C A SPA - NAP => x\n  F TYS C A SPA - NAP => x\n\
                 ITALY:\n  F ION - TYS => x\n  F TUN S F ION - TYS => x";
    assert_eq!(
        sentence(chain, "F LYO C A SPA - NAP"),
        "The French fleet in the Gulf of Lyon was to convoy the French army in Spain, but the French fleet \
         in the Tyrrhenian Sea is dislodged, and no route is left (rule 17)."
    );
    // No complete route was ordered, so nothing was broken.
    let half_a_route = "FRANCE:\n  A SPA - NAP => x\n  F LYO => x\n  F TYS C A SPA - NAP => x\n\
                        ITALY:\n  F ION - TYS => x\n  F TUN S F ION - TYS => x";
    assert_eq!(remark_about(&phase(half_a_route), "F TYS C A SPA - NAP").rule, None);
}

#[test]
fn a_border_without_a_coast_line_is_said_to_be_one() {
    let text = "ITALY:\n  F ROM - VEN => x\n  F NAP S A APU - ROM => x\n  A APU => x";
    assert_eq!(
        sentence(text, "F ROM - VEN"),
        "The Italian fleet in Rome holds: Rome and Venice share a border, but no coast line that a fleet \
         could follow."
    );
    let support = "ITALY:\n  F ROM S A TYR - VEN => x\n  A TYR - VEN => x\n  A MAR S F ROM - VEN => x";
    assert_eq!(
        sentence(support, "F ROM S A TYR - VEN"),
        "The Italian fleet in Rome holds: it cannot give support in Venice, as Rome and Venice share a \
         border, but no coast line that a fleet could follow."
    );
    let supported = "ITALY:\n  A TYR S F ROM - VEN => x\n  F ROM => x";
    assert_eq!(
        sentence(supported, "A TYR S F ROM - VEN"),
        "The Italian army in Tyrolia holds: the Italian fleet in Rome cannot get to Venice, as Rome and \
         Venice share a border, but no coast line, so there is nothing to support."
    );
    // An inland province has no coast at all; and from another coast of Spain the way would be open.
    let inland = "FRANCE:\n  F BRE - PAR => x\n  F SPA/NC - MAR => x";
    assert_eq!(
        sentence(inland, "F BRE - PAR"),
        "The French fleet in Brest holds: it cannot get to Paris from Brest."
    );
    assert_eq!(
        sentence(inland, "F SPA/NC - MAR"),
        "The French fleet in Spain (north coast) holds: it cannot get to Marseilles from Spain (north \
         coast)."
    );
}

#[test]
fn a_power_that_nobody_plays_is_not_said_to_be_in_civil_disorder() {
    let attack = "ITALY:\n  A VEN => x\nAUSTRIA:\n  A TRI - VEN => x\n  A TYR S A TRI - VEN => x";
    let of_venice = |text: &str| -> String {
        let commentary = phase(text);

        remarks(&commentary).find(|(kind, _)| *kind == SectionKind::Dislodged).unwrap().1.sentence.clone()
    };
    assert_eq!(
        of_venice(&format!("unplayed ITALY\n{attack}")),
        "The Italian army in Venice is dislodged by the Austrian army in Trieste, 1 against 2, and is \
         disbanded, as nobody plays Italy."
    );
    assert_eq!(
        of_venice(&format!("disorder ITALY\n{attack}")),
        "The Italian army in Venice is dislodged by the Austrian army in Trieste, 1 against 2, and is \
         disbanded, as Italy is in civil disorder."
    );
    let removal = "phase W1901A\nunplayed ITALY\nunits ITALY: A VEN, A ROM, F NAP\n\
                   centres ITALY: VEN ROM\ncentres FRANCE: NAP PAR\nunits FRANCE: A PAR\nFRANCE:\n  \
                   WAIVE => x";
    let text = phase(removal).render(Format::Plain);
    assert!(text.contains("Nobody plays Italy, which has more units than centres"), "{text}");
    assert!(!text.contains("disorder"), "{text}");
}

#[test]
fn orders_are_written_as_the_readers_own_rulebook_writes_them() {
    let orders =
        "AUSTRIA:\n  A BUD - GAL => x\nRUSSIA:\n  F STP/SC - BOT => x\n  A WAR S A MOS => x\n  A MOS => x";
    let case = &cases::parse(&format!("case T Test\n{orders}")).unwrap()[0];
    let locales = language::Locale::built_in();
    let report = |code: &str, format: Format| {
        let writer = language::OrderWriter::new(atlas::standard(), &locales, code).unwrap();
        let explainer = Explainer::new(atlas::standard(), Language::built_in(code).unwrap());
        let own = commentaries_of(&explainer.clone().in_notation_of(&writer), case, Edition::Y2000);
        let back = explainer.clone().in_notation_of(&writer).in_international_notation();
        let international = commentaries_of(&back, case, Edition::Y2000);
        assert!(international[0].render(Format::Plain).contains("F STP/SC - BOT"));
        own[0].render(format)
    };
    for (code, wanted) in [
        ("en", ["A Bud-Gal", "F StP(sc)-Bot", "A War S A Mos"]),
        ("nl", ["A Bud-Gal", "F StP SC-Bot", "A War S A Mos"]),
        ("fr", ["A Bud – Gal", "F StP CS – Bot", "A Var S A Mos"]),
        ("es", ["E Bud-Gli", "F CS SPt-GBo", "E Var A E Mos"]),
        ("de", ["A Bud – Gal", "F StP (sc) – GOB", "A War S A Mos"]),
    ] {
        let text = report(code, Format::Plain);
        for order in wanted {
            assert!(text.contains(order), "{code} {order}: {text}");
        }
        assert!(!text.contains("F STP/SC"), "{text}");
    }
    // A failed order is underlined, or marked in the nearest way that the format has (E13).
    let failing = "AUSTRIA:\n  A VIE - GAL => x\nRUSSIA:\n  A WAR - GAL => x";
    let case = &cases::parse(&format!("case T Test\n{failing}")).unwrap()[0];
    let writer = language::OrderWriter::new(atlas::standard(), &locales, "es").unwrap();
    let explainer = Explainer::new(atlas::standard(), Language::built_in("es").unwrap());
    let commentary = commentaries_of(&explainer.in_notation_of(&writer), case, Edition::Y2000).remove(0);
    for (format, marked) in [
        (Format::Plain, "_E Var-Gli_"),
        (Format::Ansi, "\x1b[4mE Var-Gli\x1b[24m"),
        (Format::Markdown, "<ins>E Var-Gli</ins>"),
        (Format::Html, "<u class=\"failed\">E Var-Gli</u>"),
    ] {
        assert!(commentary.render(format).contains(marked), "{format:?}");
    }
}
