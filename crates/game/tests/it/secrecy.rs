//! No view shows a secret (C5, D1). The test changes every secret that a viewer may not know. The view must
//! stay exactly the same.
//!
//! It plays 1,500 games by default. `DETENTE_SCRIPTS=100000` sets another number.

use std::sync::Arc;

use game::{
    Ballot, Ballots, Charter, DraftName, EarlierTalk, Event, Fact, Game, GatheringFact, Holder, Message,
    MessageFact, Name, Names, OrdersFact, Person, SeatFact, SeatId, SeatPreference, Sender, Sight, Sketch,
    StateView, TalkAfterEnd, Text, View, Viewer, VoteFact,
};
use rules::{Orders, Sheet};
use test_kit::games::random_game::RandomGame;
use test_kit::games::script_reader::MASTER;

fn scripts(default: u64) -> u64 {
    std::env::var("DETENTE_SCRIPTS").ok().and_then(|n| n.parse().ok()).unwrap_or(default)
}

/// How many secrets were changed, by kind.
#[derive(Debug, Default)]
struct ChangedSecrets {
    sheets: usize,
    drafts: usize,
    messages: usize,
    sketches: usize,
    ballots: usize,
    names: usize,
    /// Drafts by name and plans for the next movement.
    ahead: usize,
    /// What the holder of a seat before the viewer wrote, drew and heard.
    predecessors: usize,
    /// Private events that outsiders must not even count.
    removed: usize,
}

/// Plays random games. Compares the view of each viewer with their view of the same game with other
/// secrets. Returns the first difference as an error.
fn secrecy(games: u64, show: impl Fn(&Game, Viewer) -> View) -> Result<ChangedSecrets, String> {
    let mut blurred = ChangedSecrets::default();
    for seed in 0..games {
        let mut world = RandomGame::new(seed ^ 0xa5a5);
        let steps = 20 + world.chance.below(80);
        for _ in 0..steps {
            world.step();
        }
        let seats = world.charter.seating().seats().map(Viewer::Seat);
        let viewers =
            seats.chain([Viewer::Master, Viewer::Spectator, Viewer::Stranger]).chain(member(&world));
        for viewer in viewers {
            let other = change_secrets(&world, viewer, &mut blurred);
            let (seen, would_see) = (show(&world.game, viewer), show(&other, viewer));
            let (seen, would_see) = (format!("{seen:?}"), format!("{would_see:?}"));
            if seen != would_see {
                return Err(format!("seed {seed}, {viewer:?}: {}", first_difference(&seen, &would_see)));
            }
            let is_over = world.game.ending().is_some();
            if is_over && world.charter.settings().talk_after_end == TalkAfterEnd::Opened {
                continue;
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
fn member(world: &RandomGame) -> Option<Viewer> {
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
        Fact::Message(MessageFact::Sent(message)) if !hears(message, viewer) => Some(&**message),
        _ => None,
    })
}

/// Independent of the code under test: a conversation belongs to its seats.
fn hears(message: &Message, viewer: Viewer) -> bool {
    match (message.to, viewer) {
        (game::Audience::Everybody, _) => true,
        (game::Audience::Seats(circle), Viewer::Seat(seat)) => circle.contains(seat),
        (game::Audience::SeatsAndMaster(circle), Viewer::Seat(seat)) => circle.contains(seat),
        (game::Audience::SeatsAndMaster(_), Viewer::Master) => true,
        (game::Audience::Seats(_), Viewer::Master) => message.from == Sender::Master,
        (
            game::Audience::Seats(_) | game::Audience::SeatsAndMaster(_),
            Viewer::Member(_) | Viewer::Spectator | Viewer::Stranger,
        ) => false,
    }
}

/// The same game with other secrets for everything that the viewer may not know.
fn change_secrets(world: &RandomGame, viewer: Viewer, count: &mut ChangedSecrets) -> Game {
    let settings = world.charter.settings();
    let own = match viewer {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Master | Viewer::Member(_) | Viewer::Spectator | Viewer::Stranger => None,
    };
    let over = matches!(world.game.view(Viewer::Stranger).state, StateView::Over(_));
    let talk_is_opened = over && settings.talk_after_end == TalkAfterEnd::Opened;
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
    let others = own.map_or(Vec::new(), |seat| times_of_others(world, seat));
    for (i, event) in events.iter_mut().enumerate() {
        // Before the viewer took the seat over, and while it was lent, it was another's.
        let of_other = others.iter().find(|(range, _)| range.contains(&i));
        let is_before = of_other.is_some();
        let talk = of_other.map_or(EarlierTalk::Shown, |(_, talk)| *talk);
        let own = own.filter(|_| !is_before);
        match &mut event.fact {
            Fact::Message(MessageFact::Sent(message))
                if is_before
                    && talk == EarlierTalk::Hidden
                    && !talk_is_opened
                    && message.to != game::Audience::Everybody =>
            {
                let text = Text::new("something else").unwrap();
                *message = Arc::new(Message { text, sketch: None, ..(**message).clone() });
                count.predecessors += 1;
            }
            Fact::Orders(seat, OrdersFact::DraftSaved(paper)) if own != Some(*seat) => {
                *paper = blank(paper);
                count.drafts += 1;
            }
            Fact::Orders(seat, OrdersFact::NamedDraftSaved(name, paper)) if own != Some(*seat) => {
                *name = DraftName::new("something else").unwrap();
                *paper = blank(paper);
                count.ahead += 1;
            }
            Fact::Orders(seat, OrdersFact::PlannedAhead(plans)) if own != Some(*seat) => {
                plans.clear();
                count.ahead += 1;
            }
            Fact::Orders(seat, OrdersFact::PlanUsed { plan, orders, dropped })
                if own != Some(*seat) && !sees_orders =>
            {
                *plan = 0;
                *orders = blank(orders);
                dropped.clear();
                count.ahead += 1;
            }
            Fact::Orders(
                seat,
                OrdersFact::Submitted(paper, _)
                | OrdersFact::EnteredByMaster(paper)
                | OrdersFact::EnteredFor { orders: paper, .. },
            ) if own != Some(*seat) && !sees_orders => {
                *paper = blank(paper);
                count.sheets += 1;
            }
            Fact::Message(MessageFact::Sent(message)) if !talk_is_opened && !hears(message, viewer) => {
                let text = Text::new("something else").unwrap();
                *message = Arc::new(Message { text, sketch: None, ..(**message).clone() });
                count.messages += 1;
            }
            Fact::Message(MessageFact::SketchSaved { seat, sketch, .. }) if own != Some(*seat) => {
                *sketch = Arc::new(Sketch::default());
                count.sketches += 1;
            }
            // Only how many vetoes there were may be known, and that is a fact of its own.
            Fact::Vote(VoteFact::Voted { number, seat, ballot })
                if settings.ballots == Ballots::Vetoes
                    && own != Some(*seat)
                    && ends_the_game(world, *number) =>
            {
                *ballot = match ballot {
                    Ballot::Yes => Ballot::No,
                    Ballot::No => Ballot::Yes,
                };
                count.ballots += 1;
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
            Fact::Seat(
                _,
                SeatFact::Took { who, name }
                | SeatFact::Claimed { who, name }
                | SeatFact::Lent { who, name, .. },
            ) => mask.person(who, name, count),
            Fact::Seat(_, SeatFact::Replaced(holder) | SeatFact::NewHolder { holder, .. }) => {
                mask.holder(holder, count);
            }
            _ => {}
        }
    }
    if matches!(viewer, Viewer::Spectator | Viewer::Stranger) {
        let before = events.len();
        let is_opened = |fact: &Fact| talk_is_opened && matches!(fact, Fact::Message(MessageFact::Sent(_)));
        events.retain(|event| !is_private(&event.fact) || is_opened(&event.fact));
        count.removed += before - events.len();
    }
    // The seed of draws that are still to come is a secret too.
    let seed = world.charter.seed() ^ 0xffff;
    let charter = Charter::new(
        world.board,
        settings.clone(),
        world.charter.creator(),
        seed,
        world.charter.created_at(),
    )
    .unwrap();
    Game::replay(charter, &events)
}

/// Events of which outsiders see nothing.
fn is_private(fact: &Fact) -> bool {
    match fact {
        Fact::Orders(
            _,
            OrdersFact::DraftSaved(_)
            | OrdersFact::NamedDraftSaved(..)
            | OrdersFact::NamedDraftDeleted(_)
            | OrdersFact::PlannedAhead(_)
            | OrdersFact::NoPlanUsed,
        )
        | Fact::Message(
            MessageFact::SketchSaved { .. }
            | MessageFact::SketchDeleted { .. }
            | MessageFact::Followed { .. },
        ) => true,
        Fact::Message(MessageFact::Sent(message)) => message.to != game::Audience::Everybody,
        _ => false,
    }
}

/// During which events a seat belonged to somebody else than its holder, and whether that talk passed on.
fn times_of_others(world: &RandomGame, seat: SeatId) -> Vec<(std::ops::Range<usize>, EarlierTalk)> {
    let mut last_person = None;
    let mut found: Vec<(std::ops::Range<usize>, EarlierTalk)> = Vec::new();
    // What was another's for the owner, and when the loan began.
    let mut lent = None;
    for (i, event) in world.events.iter().enumerate() {
        let person = |holder: &Holder| match holder {
            Holder::Person { by, .. } => Some(*by),
            Holder::Bot { .. } | Holder::Vacant => None,
        };
        match &event.fact {
            Fact::Started { holders, .. } => last_person = person(&holders[seat.index()]),
            Fact::Seat(at, SeatFact::NewHolder { holder, talk, .. }) if *at == seat => {
                if let Some(new) = person(holder) {
                    if last_person != Some(new) {
                        found = vec![(0..i, *talk)];
                    }
                    last_person = Some(new);
                }
                lent = None;
            }
            Fact::Seat(at, SeatFact::Lent { who, talk, .. }) if *at == seat => {
                lent = Some((last_person, i, std::mem::replace(&mut found, vec![(0..i, *talk)])));
                last_person = Some(*who);
            }
            Fact::Seat(at, SeatFact::LoanEnded { talk }) if *at == seat => {
                if let Some((owner, since, before)) = lent.take() {
                    found = before;
                    found.push((since..i, *talk));
                    last_person = owner;
                }
            }
            _ => {}
        }
    }
    found
}

/// Whether the motion of this question would end the game.
fn ends_the_game(world: &RandomGame, question: u32) -> bool {
    world.events.iter().any(|event| match &event.fact {
        Fact::Vote(VoteFact::Proposed { number, motion, .. }) => *number == question && motion.needs_all(),
        _ => false,
    })
}

/// By open question: two other voters who voted differently.
fn swaps(world: &RandomGame, own: Option<SeatId>) -> Vec<(u32, SeatId, SeatId)> {
    let mut swaps = Vec::new();
    for question in world.game.view(Viewer::Spectator).questions {
        let ballot = |seat: SeatId| {
            let questions = world.game.view(Viewer::Seat(seat)).questions;
            questions.iter().find(|q| q.number == question.number).and_then(|q| q.own)
        };
        // The ballot of a seat that was taken over is gone, so it cannot be exchanged.
        let is_free = |seat: &SeatId| own != Some(*seat) && times_of_others(world, *seat).is_empty();
        let others: Vec<SeatId> = question.eligible_voters.iter().filter(is_free).collect();
        let yes = others.iter().find(|seat| ballot(**seat) == Some(Ballot::Yes));
        let no = others.iter().find(|seat| ballot(**seat) != Some(Ballot::Yes));
        if let (Some(yes), Some(no)) = (yes, no) {
            swaps.push((question.number, *yes, *no));
        }
    }
    swaps
}

/// Changes the people who hold the seats.
struct Mask {
    hidden: bool,
    me: Option<Person>,
}

impl Mask {
    fn person(&self, who: &mut Person, name: &mut Name, count: &mut ChangedSecrets) {
        if self.hidden && self.me != Some(*who) && *who != MASTER {
            *who = Person(who.0 + 5000);
            *name = Name::new(&format!("masked {}", who.0)).unwrap();
            count.names += 1;
        }
    }

    fn holder(&self, holder: &mut Holder, count: &mut ChangedSecrets) {
        if let Holder::Person { by, name } = holder {
            self.person(by, name, count);
        }
    }

    fn gathering(&self, fact: &mut GatheringFact, count: &mut ChangedSecrets) {
        match fact {
            GatheringFact::Joined { who, name, preference: wish } => {
                if self.me != Some(*who) && matches!(wish, SeatPreference::Ranked(_)) {
                    *wish = SeatPreference::Anything;
                }
                self.person(who, name, count);
            }
            GatheringFact::Left(who) | GatheringFact::CheckedIn(who) => {
                self.person(who, &mut Name::new("nobody").unwrap(), count);
            }
            GatheringFact::MissedCheckIn(people) => {
                for who in people {
                    self.person(who, &mut Name::new("nobody").unwrap(), count);
                }
            }
            GatheringFact::BotJoined(_)
            | GatheringFact::Removed { .. }
            | GatheringFact::CheckInOpened { .. } => {}
        }
    }
}

#[test]
fn c5_d1_no_view_shows_a_secret() {
    let blurred = secrecy(scripts(1500), Game::view).unwrap_or_else(|leak| panic!("{leak}"));
    println!("{blurred:?}");
    // The test is useful only if there were enough secrets.
    let kinds =
        [blurred.sheets, blurred.drafts, blurred.messages, blurred.sketches, blurred.ballots, blurred.names];
    assert!(kinds.iter().all(|count| *count > 500), "{blurred:?}");
    assert!(blurred.predecessors > 20 && blurred.removed > 500 && blurred.ahead > 200, "{blurred:?}");
}

type Show = fn(&Game, Viewer) -> View;

/// For each kind of secret: a view that shows it. The check above must find each leak.
#[test]
fn c5_d1_the_test_finds_a_view_that_leaks() {
    let leaks: [(&str, Show); 9] = [
        ("plans of another", |game, viewer| View {
            orders_ahead: game.view(next(game, viewer)).orders_ahead,
            ..game.view(viewer)
        }),
        ("the number of private events", |game, viewer| View {
            version: game.version(),
            ..game.view(viewer)
        }),
        ("the sheet of another", |game, viewer| View {
            own_orders: game.view(next(game, viewer)).own_orders,
            ..game.view(viewer)
        }),
        ("sheets to a spectator", |game, viewer| View {
            submitted_orders: game.view(Viewer::Master).submitted_orders,
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
        assert!(secrecy(1500, leaky).is_err(), "{what}: the leak was not found");
    }
}

/// The seat after the one of the viewer.
fn next(game: &Game, viewer: Viewer) -> Viewer {
    let seats = game.charter().seating().len();
    match viewer {
        Viewer::Seat(seat) => Viewer::Seat(SeatId::new((seat.index() + 1) % seats)),
        Viewer::Master | Viewer::Member(_) | Viewer::Spectator | Viewer::Stranger => {
            Viewer::Seat(SeatId::new(0))
        }
    }
}
