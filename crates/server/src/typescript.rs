//! The shapes of the API for the web app, as TypeScript.

use ts_rs::{Config, TS};

use crate::routes::learn::{Diagram, RulePage, RuleText};
use crate::routes::orders::ReadAnswer;
use crate::wire::*;

macro_rules! declare {
    ($($shape:ty),+ $(,)?) => {{
        let config = Config::new();
        let mut out = String::from("// Made from the server's own types by `cargo test -p server typescript`: do not edit.\n");
        $(
            out.push_str("export ");
            out.push_str(&<$shape as TS>::decl(&config));
            out.push('\n');
        )+
        out
    }};
}

/// Every shape, one a line.
fn typescript() -> String {
    declare![
        AbandonedKey,
        AbsenceBody,
        AdjustmentOptions,
        AdjustmentView,
        AdviceBody,
        AdviceView,
        AfterGraceKey,
        AllocationKey,
        AuthorityKey,
        BallotKey,
        BallotsKey,
        Boxed,
        Card,
        CardState,
        Change,
        CommandBody,
        Deed,
        DeskView,
        Device,
        Diagram,
        DislodgedView,
        Done,
        DrawnByKey,
        DrawsKey,
        EndingView,
        ExpectedView,
        GameList,
        GameView,
        GoalBody,
        GoalOfKey,
        HoursBody,
        LimitBody,
        LineView,
        Link,
        LogEntry,
        MasterBody,
        Me,
        MemberView,
        MessageView,
        Messages,
        Motion,
        NamesKey,
        NewGame,
        NewHolderKey,
        NewName,
        NewToken,
        NoticeView,
        OccupantView,
        OptionsView,
        OrdersBody,
        OwnSketch,
        Passphrase,
        PlanView,
        PositionView,
        Preset,
        Presets,
        PressKey,
        Problem,
        QuestionView,
        ReadAnswer,
        ReadBody,
        ReadLine,
        RecordSummary,
        RecordView,
        Records,
        RecoveryCode,
        ReplaceWith,
        Report,
        Route,
        RulePage,
        RuleText,
        RuledView,
        SeatView,
        SettingsBody,
        Sheet,
        SheetLine,
        ShunBody,
        ShunKey,
        SightKey,
        SignIn,
        Sketch,
        SketchUnit,
        StageKey,
        StanceKey,
        StateView,
        Stroke,
        StrokeKind,
        SuggestionView,
        TalkOpen,
        TimetableBody,
        Token,
        Tokens,
        UnitKindKey,
        UnitOptions,
        UnitView,
        VerdictKey,
        VictoryKey,
        ViewerKind,
        ViewerView,
        Voice,
        WatchingKey,
        Whose,
        WishBody,
    ]
}

#[test]
fn the_pages_types_are_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/lib/wire.ts");
    let made = typescript();
    if std::env::var_os("UPDATE_TYPES").is_some() {
        std::fs::write(path, &made).unwrap();
    }
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    assert!(kept == made, "web/src/lib/wire.ts is old: run UPDATE_TYPES=1 cargo test -p server typescript");
}
