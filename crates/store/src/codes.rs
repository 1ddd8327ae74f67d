//! The integer codes of enums in database columns. A code never changes.

use crate::{ChannelKind, ChannelState, GameState, KeyKind, Restriction, Role, Scope};

impl GameState {
    pub(crate) const fn code(self) -> i16 {
        match self {
            Self::Gathering => 0,
            Self::Underway => 1,
            Self::Over => 2,
        }
    }

    pub(crate) const fn from_code(code: i16) -> Option<Self> {
        match code {
            0 => Some(Self::Gathering),
            1 => Some(Self::Underway),
            2 => Some(Self::Over),
            _ => None,
        }
    }
}

impl KeyKind {
    pub(crate) const fn code(self) -> i16 {
        match self {
            Self::Cookie => 0,
            Self::Program => 1,
            Self::Link => 2,
        }
    }

    pub(crate) const fn from_code(code: i16) -> Option<Self> {
        match code {
            0 => Some(Self::Cookie),
            1 => Some(Self::Program),
            2 => Some(Self::Link),
            _ => None,
        }
    }
}

impl Restriction {
    pub(crate) const fn code(self) -> i16 {
        match self {
            Self::Mute => 0,
            Self::Block => 1,
        }
    }

    pub(crate) const fn from_code(code: i16) -> Option<Self> {
        match code {
            0 => Some(Self::Mute),
            1 => Some(Self::Block),
            _ => None,
        }
    }
}

impl Scope {
    pub(crate) const fn code(self) -> i16 {
        match self {
            Self::Read => 0,
            Self::Play => 1,
            Self::Manage => 2,
        }
    }

    pub(crate) const fn from_code(code: i16) -> Option<Self> {
        match code {
            0 => Some(Self::Read),
            1 => Some(Self::Play),
            2 => Some(Self::Manage),
            _ => None,
        }
    }
}

impl Role {
    pub(crate) const fn code(self) -> i16 {
        match self {
            Self::Player => 0,
            Self::Administrator => 1,
        }
    }

    pub(crate) const fn from_code(code: i16) -> Option<Self> {
        match code {
            0 => Some(Self::Player),
            1 => Some(Self::Administrator),
            _ => None,
        }
    }
}

impl ChannelKind {
    pub(crate) const fn code(self) -> i16 {
        match self {
            Self::Email => 0,
            Self::Push => 1,
            Self::Webhook => 2,
        }
    }

    pub(crate) const fn from_code(code: i16) -> Option<Self> {
        match code {
            0 => Some(Self::Email),
            1 => Some(Self::Push),
            2 => Some(Self::Webhook),
            _ => None,
        }
    }
}

impl ChannelState {
    pub(crate) const fn code(self) -> i16 {
        match self {
            Self::Unconfirmed => 0,
            Self::Active => 1,
            Self::GivenUp => 2,
            Self::Stopped => 3,
        }
    }

    pub(crate) const fn from_code(code: i16) -> Option<Self> {
        match code {
            0 => Some(Self::Unconfirmed),
            1 => Some(Self::Active),
            2 => Some(Self::GivenUp),
            3 => Some(Self::Stopped),
            _ => None,
        }
    }
}
