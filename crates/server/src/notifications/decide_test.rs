//! In random games nobody is notified of what they may not see, and nothing that is stored has words or orders.

use game::{Event, Person, StateView, Viewer};
use test_kit::games::random_game::RandomGame;

use super::decide::{Notification, has_news, notifications};
use super::plan;

const GAMES: u64 = 40;
const STEPS: usize = 400;

#[test]
fn nobody_is_notified_of_what_they_may_not_see() {
    let mut count = 0;
    for seed in 0..GAMES {
        let mut random = RandomGame::new(seed);
        let mut read = 0;
        for step in 0..STEPS {
            random.step();
            // Several commands may come between two readings.
            if step % 3 == 0 {
                let events: Vec<(u64, Event)> = (1..).zip(random.events.iter().cloned()).skip(read).collect();
                read = random.events.len();
                let notified = notifications(&random.game, &events);
                let plain: Vec<Event> = events.iter().map(|(_, event)| event.clone()).collect();
                assert!(notified.is_empty() || has_news(&plain), "seed {seed}: {notified:?}");
                let again = notifications(&random.game, &events);
                assert_eq!(notified, again, "the same events give the same notifications");
                for one in &notified {
                    check(&random, one, seed);
                }
                count += notified.len();
            }
        }
    }
    assert!(count > 1000, "only {count} notifications");
}

fn check(random: &RandomGame, one: &Notification, seed: u64) {
    let game = &random.game;
    let view = game.view(game.viewer(one.person));
    let about = format!("seed {seed}: {one:?}");
    assert!(one.person != Person(0), "{about}");
    assert_eq!(one.facts.title, view.settings.title.to_string(), "{about}");
    // A message is one that the person reads, by somebody else.
    if let Some(message) = one.facts.message {
        let found = message.find(&view).unwrap_or_else(|| panic!("{about}"));
        if let (Viewer::Seat(own), game::Sender::Seat(from)) = (view.viewer, found.from) {
            assert_ne!(own, from, "{about}");
        }
    }
    if let Some(phase) = &one.facts.phase {
        let is_now = matches!(&view.state, StateView::Underway { phase: now, .. } if now.key() == *phase);
        let is_past = view.history.iter().any(|(record, _)| record.phase().key() == *phase);
        assert!(is_now || is_past, "{about}");
    }
    // Words of people are nowhere in what is stored, except in the title.
    let stored = plan::body(&one.facts).replace(&one.facts.title, "");
    for index in 0.. {
        let Some(message) = game.message_at(index) else { break };
        let text = message.text.to_string();
        if text.len() > 4 {
            assert!(!stored.contains(&text), "{about}: {text}");
        }
    }
    // Orders have the keys of provinces and arrows; a notification has neither.
    assert!(!stored.contains(" - ") && !stored.contains("deeds") && !stored.contains("order\""), "{about}");
}
