//! Editions of the rules: how each open question is answered. There is no default.

/// The rulebook that a game is played by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Edition {
    /// The rulebooks of 2000 to the letter; where they are silent, the test cases' author.
    Y2000,
    /// The current English rulebook.
    Y2023,
    /// The preferences of the author of the public test cases, throughout.
    Datc,
}

crate::keyed!(Edition { Y2000 = "2000", Y2023 = "2023", Datc = "datc" });

impl Edition {
    /// Rules 21 and 22 hold as written (4.A.2); else a convoy in a paradox simply has no effect.
    pub(crate) const fn protects_support_against_convoy(self) -> bool {
        match self {
            Self::Y2000 | Self::Y2023 => true,
            Self::Datc => false,
        }
    }

    /// An army that could walk goes by sea only if a complete route was ordered (4.A.3).
    pub(crate) const fn walks_without_complete_route(self) -> bool {
        match self {
            Self::Y2000 | Self::Y2023 => true,
            Self::Datc => false,
        }
    }

    /// A retreat to where the attacker came from is barred even if it came by sea (4.A.5).
    pub(crate) const fn bars_retreat_to_convoyed_attacker(self) -> bool {
        match self {
            Self::Y2000 => true,
            Self::Y2023 | Self::Datc => false,
        }
    }

    /// A dislodged unit has no effect where its attacker came from even if that one came by sea
    /// (4.A.7, rule 11).
    pub(crate) const fn silences_victim_of_convoy(self) -> bool {
        match self {
            Self::Y2000 => true,
            Self::Y2023 | Self::Datc => false,
        }
    }

    /// Removals are counted from the home centres, fleets moving as fleets (4.D.8); else from the
    /// nearest owned centre, every unit over land and water.
    pub(crate) const fn counts_removals_from_home(self) -> bool {
        match self {
            Self::Y2000 => true,
            Self::Y2023 | Self::Datc => false,
        }
    }
}
