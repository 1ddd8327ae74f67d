//! Nobody learns a secret from their view (C5, D1): change every secret that a viewer may not know,
//! and what they see must stay the same to the last letter.
//!
//! 1,500 games by default; `DETENTE_SCRIPTS=100000` plays so many.

use crate::support;

use std::sync::Arc;

use game::{
    Ballot, Ballots, Charter, DeskFact, Event, Fact, Game, GatheringFact, Holder, Message, Name, Names,
    Person, SeatFact, SeatId, Sight, Sketch, StateView, Text, View, Viewer, Voice, VoteFact, Wish, WordsFact,
};
use rules::{Orders, Sheet};
use support::reader::MASTER;
use support::world::World;

fn scripts(default: u64) -> u64 {
    std::env::var("DETENTE_SCRIPTS").ok().and_then(|n| n.parse().ok()).unwrap_or(default)
}

/// The secrets that were changed, by kind.
#[derive(Debug, Default)]
struct Blurred {
    sheets: usize,
    drafts: usize,
    messages: usize,
    sketches: usize,
    ballots: usize,
    names: usize,
}

/// Plays random games and compares what each viewer sees with what they would see if every secret
/// were another one. Answers the first difference.
fn secrecy(games: u64, show: impl Fn(&Game, Viewer) -> View) -> Result<Blurred, String> {
    let mut blurred = Blurred::default();
    for seed in 0..games {
        let mut world = World::new(seed ^ 0xa5a5);
        let steps = 20 + world.chance.below(80);
        for _ in 0..steps {
            world.step();
        }
        let seats = world.charter.seating().seats().map(Viewer::Seat);
        let viewers =
            seats.chain([Viewer::Master, Viewer::Spectator, Viewer::Stranger]).chain(member(&world));
        for viewer in viewers {
            let other = blur(&world, viewer, &mut blurred);
            let (seen, would_see) = (show(&world.game, viewer), show(&other, viewer));
            let (seen, would_see) = (format!("{seen:?}"), format!("{would_see:?}"));
            if seen != would_see {
                return Err(format!("seed {seed}, {viewer:?}: {}", first_difference(&seen, &would_see)));
            }
            for message in unheard(&world.events, viewer) {
                if seen.contains(&format!("{:?}", message.text)) {
                    return Err(format!("seed {seed}, {viewer:?} hears {:?}", message.text));
                }
            }
        }
    }
    Ok(blurred)
}

/// Somebody who waits for the game to start, if it has not.
fn member(world: &World) -> Option<Viewer> {
    let people = (1..=8).map(Person);
    people.map(|person| world.game.viewer(person)).find(|viewer| matches!(viewer, Viewer::Member(_)))
}

fn first_difference(one: &str, other: &str) -> String {
    let at = one.bytes().zip(other.bytes()).position(|(a, b)| a != b).unwrap_or(one.len().min(other.len()));
    let from = at.saturating_sub(150);
    let near = |text: &str| text.chars().skip(from).take(300).collect::<String>();
    format!("…{}…\nagainst\n…{}…", near(one), near(other))
}

fn unheard(events: &[Event], viewer: Viewer) -> impl Iterator<Item = &Message> {
    events.iter().filter_map(move |event| match &event.fact {
        Fact::Words(WordsFact::Said(message)) if !hears(message, viewer) => Some(&**message),
        _ => None,
    })
}

/// Written down again from the rulebook: a conversation belongs to those in it.
fn hears(message: &Message, viewer: Viewer) -> bool {
    match (message.to, viewer) {
        (game::Hearers::Everybody, _) => true,
        (game::Hearers::Circle(circle), Viewer::Seat(seat)) => circle.contains(seat),
        (game::Hearers::Circle(_), Viewer::Master) => message.from == Voice::Master,
        (game::Hearers::Circle(_), Viewer::Member(_) | Viewer::Spectator | Viewer::Stranger) => false,
    }
}

/// The same game with other secrets.
fn blur(world: &World, viewer: Viewer, count: &mut Blurred) -> Game {
    let settings = world.charter.settings();
    let own = match viewer {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Master | Viewer::Member(_) | Viewer::Spectator | Viewer::Stranger => None,
    };
    let over = matches!(world.game.view(Viewer::Stranger).state, StateView::Over(_));
    let master = viewer == Viewer::Master && settings.master.is_some();
    let names_hidden = settings.names == Names::Hidden && !over && !master;
    let me = match viewer {
        Viewer::Member(person) => Some(person),
        Viewer::Seat(seat) => {
            (1..=8).chain(50..60).map(Person).find(|p| world.game.viewer(*p) == Viewer::Seat(seat))
        }
        Viewer::Master | Viewer::Spectator | Viewer::Stranger => None,
    };
    let sees_orders =
        viewer == Viewer::Master && settings.master.is_some_and(|master| master.sight == Sight::SeesOrders);
    let mask = Mask { hidden: names_hidden, me };
    let swaps = if settings.ballots == Ballots::Secret { swaps(world, own) } else { Vec::new() };
    let blank = |paper: &Orders| match paper {
        Orders::Movement(_) => Orders::Movement(Sheet::new(world.board)),
        Orders::Retreats(_) => Orders::Retreats(Sheet::new(world.board)),
        Orders::Adjustments(_) => Orders::Adjustments(Vec::new()),
    };
    let mut events = world.events.clone();
    for event in &mut events {
        match &mut event.fact {
            Fact::Desk(seat, DeskFact::Drafted(paper)) if own != Some(*seat) => {
                *paper = blank(paper);
                count.drafts += 1;
            }
            Fact::Desk(seat, DeskFact::HandedIn(paper, _)) if own != Some(*seat) && !sees_orders => {
                *paper = blank(paper);
                count.sheets += 1;
            }
            Fact::Words(WordsFact::Said(message)) if !hears(message, viewer) => {
                let text = Text::new("something else").unwrap();
                *message = Arc::new(Message { text, sketch: None, ..(**message).clone() });
                count.messages += 1;
            }
            Fact::Words(WordsFact::SketchKept { seat, sketch, .. }) if own != Some(*seat) => {
                *sketch = Arc::new(Sketch::default());
                count.sketches += 1;
            }
            Fact::Vote(VoteFact::Voted { number, seat, .. }) => {
                for (question, a, b) in &swaps {
                    if question == number && (seat == a || seat == b) {
                        *seat = if seat == a { *b } else { *a };
                        count.ballots += 1;
                    }
                }
            }
            Fact::Vote(VoteFact::Proposed { number, by, .. }) => {
                for (question, a, b) in &swaps {
                    if question == number && (by == a || by == b) {
                        *by = if by == a { *b } else { *a };
                    }
                }
            }
            Fact::Gathering(fact) => mask.gathering(fact, count),
            Fact::Started { holders, .. } => holders.iter_mut().for_each(|holder| mask.holder(holder, count)),
            Fact::Seat(_, SeatFact::Took { who, name }) => mask.person(who, name, count),
            Fact::Seat(_, SeatFact::Replaced(holder)) => mask.holder(holder, count),
            _ => {}
        }
    }
    // The chance that is still to come is a secret too.
    let seed = world.charter.seed() ^ 0xffff;
    let charter =
        Charter::draw(world.board, settings.clone(), world.charter.maker(), seed, world.charter.made())
            .unwrap();
    Game::replay(charter, &events)
}

/// For each open question two other voters who voted differently.
fn swaps(world: &World, own: Option<SeatId>) -> Vec<(u32, SeatId, SeatId)> {
    let mut swaps = Vec::new();
    for question in world.game.view(Viewer::Spectator).questions {
        let ballot = |seat: SeatId| {
            let questions = world.game.view(Viewer::Seat(seat)).questions;
            questions.iter().find(|q| q.number == question.number).and_then(|q| q.own)
        };
        let others: Vec<SeatId> = question.electors.iter().filter(|seat| own != Some(*seat)).collect();
        let yes = others.iter().find(|seat| ballot(**seat) == Some(Ballot::Yes));
        let no = others.iter().find(|seat| ballot(**seat) != Some(Ballot::Yes));
        if let (Some(yes), Some(no)) = (yes, no) {
            swaps.push((question.number, *yes, *no));
        }
    }
    swaps
}

/// Other people behind the seats.
struct Mask {
    hidden: bool,
    me: Option<Person>,
}

impl Mask {
    fn person(&self, who: &mut Person, name: &mut Name, count: &mut Blurred) {
        if self.hidden && self.me != Some(*who) && *who != MASTER {
            *who = Person(who.0 + 5000);
            *name = Name::new(&format!("masked {}", who.0)).unwrap();
            count.names += 1;
        }
    }

    fn holder(&self, holder: &mut Holder, count: &mut Blurred) {
        if let Holder::Taken { by, name } = holder {
            self.person(by, name, count);
        }
    }

    fn gathering(&self, fact: &mut GatheringFact, count: &mut Blurred) {
        match fact {
            GatheringFact::Joined { who, name, wish } => {
                if self.me != Some(*who) && matches!(wish, Wish::Ranked(_)) {
                    *wish = Wish::Anything;
                }
                self.person(who, name, count);
            }
            GatheringFact::Withdrew(who) | GatheringFact::CheckedIn(who) => {
                self.person(who, &mut Name::new("nobody").unwrap(), count);
            }
            GatheringFact::MissedCheckIn(people) => {
                for who in people {
                    self.person(who, &mut Name::new("nobody").unwrap(), count);
                }
            }
            GatheringFact::BotJoined(_) | GatheringFact::CheckInOpened { .. } => {}
        }
    }
}

#[test]
fn c5_d1_no_view_tells_a_secret() {
    let blurred = secrecy(scripts(1500), Game::view).unwrap_or_else(|leak| panic!("{leak}"));
    println!("{blurred:?}");
    // The test says something only if there were secrets to keep.
    let kinds =
        [blurred.sheets, blurred.drafts, blurred.messages, blurred.sketches, blurred.ballots, blurred.names];
    assert!(kinds.iter().all(|count| *count > 500), "{blurred:?}");
}

type Show = fn(&Game, Viewer) -> View;

/// A view that leaks one thing, for each thing that could be leaked: the test above must notice.
#[test]
fn c5_d1_a_leaky_view_is_noticed() {
    let leaks: [(&str, Show); 7] = [
        ("the sheet of another", |game, viewer| View {
            desk: game.view(next(game, viewer)).desk,
            ..game.view(viewer)
        }),
        ("sheets to a spectator", |game, viewer| View {
            sheets: game.view(Viewer::Master).sheets,
            ..game.view(viewer)
        }),
        ("talk of another", |game, viewer| View {
            messages: game.view(next(game, viewer)).messages,
            ..game.view(viewer)
        }),
        ("sketches of another", |game, viewer| View {
            sketches: game.view(next(game, viewer)).sketches,
            ..game.view(viewer)
        }),
        ("a ballot of another", |game, viewer| View {
            questions: game.view(next(game, viewer)).questions,
            ..game.view(viewer)
        }),
        ("names", |game, viewer| View { seats: game.view(Viewer::Master).seats, ..game.view(viewer) }),
        ("names of members", |game, viewer| View {
            state: game.view(Viewer::Master).state,
            ..game.view(viewer)
        }),
    ];
    for (what, leaky) in leaks {
        assert!(secrecy(1500, leaky).is_err(), "{what} leaked and nobody noticed");
    }
}

/// The seat after a viewer's.
fn next(game: &Game, viewer: Viewer) -> Viewer {
    let seats = game.charter().seating().len();
    match viewer {
        Viewer::Seat(seat) => Viewer::Seat(SeatId::new((seat.index() + 1) % seats)),
        Viewer::Master | Viewer::Member(_) | Viewer::Spectator | Viewer::Stranger => {
            Viewer::Seat(SeatId::new(0))
        }
    }
}
