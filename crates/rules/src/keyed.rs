//! Choices that carry nothing and have one word each, the same wherever they are stored, sent or typed.

/// A choice with a word for each of its values. [`keyed!`](crate::keyed) writes it.
pub trait Keyed: Copy + 'static {
    /// The words of all values, in their order.
    const KEYS: &'static [&'static str];

    fn key(self) -> &'static str;

    fn from_key(key: &str) -> Option<Self>;
}

/// The one table of words of a choice. The words are written out and not derived from the names in the code:
/// those may change, while stored games and programs depend on the words.
///
/// Besides [`Keyed`] the choice gets `ALL`, `key` and `from_key` of its own, so that nobody needs the trait.
#[macro_export]
macro_rules! keyed {
    ($choice:ident { $($value:ident = $key:literal),+ $(,)? }) => {
        impl $choice {
            pub const ALL: [Self; [$($key),+].len()] = [$(Self::$value),+];

            /// The word used in stored and sent forms.
            pub const fn key(self) -> &'static str {
                match self {
                    $(Self::$value => $key,)+
                }
            }

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
