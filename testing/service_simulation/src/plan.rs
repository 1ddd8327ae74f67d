//! What one run consists of: nodes, games with people and bots, and faults. All of it follows from the seed.

use game::{
    Absence, AfterGrace, Allocation, Bot, LimitResult, LimitWhen, Person, Press, Seconds, Settings,
    TimeLimit, Timetable, Title,
};
use rules::Edition;
use seeded_random::SeededRng;
use server::content::{Content, Variants};
use store::GameId;

use crate::faults::FaultRates;

/// How the service runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Service {
    /// One node with its own database, as with SQLite.
    OneNode,
    /// Nodes that share a database, as with PostgreSQL.
    Shared { nodes: usize },
}

#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) seed: u64,
    pub(crate) service: Service,
    pub(crate) games: Vec<GamePlan>,
    pub(crate) rates: FaultRates,
    /// For how long faults strike and people play.
    pub(crate) play_seconds: u64,
}

#[derive(Clone, Debug)]
pub(crate) struct GamePlan {
    pub(crate) id: GameId,
    pub(crate) content: &'static Content,
    pub(crate) settings: Settings,
    pub(crate) seed: u64,
    /// The first one creates the game.
    pub(crate) people: Vec<Person>,
    pub(crate) bots: Vec<Bot>,
}

impl Service {
    pub(crate) const fn nodes(self) -> usize {
        match self {
            Self::OneNode => 1,
            Self::Shared { nodes } => nodes,
        }
    }
}

impl Plan {
    pub(crate) fn draw(seed: u64) -> Self {
        let chance = &mut SeededRng::new(SeededRng::derive_seed(seed, 0));
        let service = match chance.below(5) {
            0 | 1 => Service::OneNode,
            2 => Service::Shared { nodes: 1 },
            3 => Service::Shared { nodes: 2 },
            _ => Service::Shared { nodes: 3 },
        };
        let games = if chance.percent(75) { 1 } else { 2 };
        let games = (0..games).map(|number| GamePlan::draw(number, chance)).collect();
        let rates = FaultRates::draw(chance);
        Self { seed, service, games, rates, play_seconds: 10 + chance.below(25) as u64 }
    }
}

impl GamePlan {
    fn draw(number: usize, chance: &mut SeededRng) -> Self {
        let variants = Variants::built_in();
        // The small board is fast; the large one has games of several bots.
        let (content, players) = match variants.get("strait").filter(|_| chance.percent(85)) {
            Some(strait) => (strait, 2),
            None => (variants.standard(), 3 + chance.below(2)),
        };
        let people = 1 + chance.below(players);
        let bots = ["hold", "random", "dumb"];
        let mut bots: Vec<Bot> = (people..players).filter_map(|_| bot(chance.pick(&bots)?)).collect();
        // Nobody but bots: the person who creates the game watches.
        if chance.percent(5) {
            bots.extend((0..people).filter_map(|_| bot("random")));
        }
        let first = 1 + 10 * number as u64;
        let mut id = [0; 10];
        id[..8].copy_from_slice(&chance.next_u64().to_be_bytes());
        Self {
            id: GameId::from_bits(id),
            content,
            settings: settings(content, players, chance),
            seed: chance.next_u64(),
            people: (first..first + people as u64).map(Person).collect(),
            bots,
        }
    }
}

fn bot(key: &str) -> Option<Bot> {
    Bot::new(key).ok()
}

fn settings(content: &Content, players: usize, chance: &mut SeededRng) -> Settings {
    let title = Title::new("simulated").expect("the text is short enough");
    let mut settings = Settings::rulebook(content.board(), title, players, Edition::Y2000);
    let mut seconds = |least: usize, end: usize| Seconds::new((least + chance.below(end - least)) as u32);
    let within = seconds(2, 8);
    settings.timetable = Timetable {
        first: seconds(4, 12),
        writing: seconds(3, 10),
        retreats: seconds(2, 6),
        adjustments: seconds(2, 6),
        ..Timetable::correspondence()
    };
    settings.gather_within = seconds(20, 40);
    settings.delay = Seconds::new(10);
    let grace = seconds(0, 4);
    settings.timetable.diplomacy = chance.percent(25).then_some(Seconds::new(3));
    settings.timetable.resolution = chance.percent(15).then_some(Seconds::new(2));
    settings.check_in = chance.percent(15).then_some(Seconds::new(6));
    settings.press = Press::Full;
    settings.allocation = Allocation::Random;
    let after_grace = match chance.below(3) {
        0 => AfterGrace::Disorder,
        1 => match bot("random") {
            Some(bot) => AfterGrace::StandIn { bot, within },
            None => AfterGrace::Disorder,
        },
        _ => AfterGrace::Replacement { within },
    };
    settings.absence = Absence { grace, graces_per_seat: chance.below(3) as u8, after_grace };
    let first_year =
        game::Seating::new(content.board(), players).map_or(1901, |seating| seating.first().year);
    settings.limit = Some(TimeLimit {
        when: LimitWhen::Year(first_year + chance.below(3) as u16),
        result: LimitResult::Shared,
    });
    settings
}
