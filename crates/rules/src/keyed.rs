//! Enums without fields whose values have a fixed text key, used in stored, sent and typed forms.

/// An enum with one text key per value. The macro [`keyed!`](crate::keyed) implements it.
pub trait Keyed: Copy + 'static {
    /// The keys of all values, in the order of declaration.
    const KEYS: &'static [&'static str];

    /// The key of this value.
    fn key(self) -> &'static str;

    /// The value with this key.
    fn from_key(key: &str) -> Option<Self>;
}

/// Declares the keys of an enum. The keys are written out, not derived from the names in the code: names may
/// change, but stored games and other programs depend on the keys.
///
/// Besides the trait [`Keyed`], the enum gets its own `ALL`, `key` and `from_key`, so callers do not need to
/// import the trait.
#[macro_export]
macro_rules! keyed {
    ($choice:ident { $($value:ident = $key:literal),+ $(,)? }) => {
        impl $choice {
            /// All values, in the order of declaration.
            pub const ALL: [Self; [$($key),+].len()] = [$(Self::$value),+];

            /// The key used in stored and sent forms.
            pub const fn key(self) -> &'static str {
                match self {
                    $(Self::$value => $key,)+
                }
            }

            /// The value with this key.
            pub fn from_key(key: &str) -> Option<Self> {
                match key {
                    $($key => Some(Self::$value),)+
                    _ => None,
                }
            }
        }

        impl $crate::Keyed for $choice {
            const KEYS: &'static [&'static str] = &[$($key),+];

            fn key(self) -> &'static str {
                self.key()
            }

            fn from_key(key: &str) -> Option<Self> {
                Self::from_key(key)
            }
        }
    };
}
