//! The hooks that C code calls by name, with the C convention: models, headers, tests (`acute_trace::hooks`).
use crate::compare::{choose, together, together_of};
use crate::hooks::{crowd, probe};
use crate::leaks::keep;
use crate::marks::{input, is_symbolic, object_size, reject};
use acute_trace::{hook_type, hooks};

/// Defines the symbol of each row in terms of the function that the row names.
macro_rules! plain {
    (
        kept { $($kept:tt)* }
        plain { $($(#[$doc:meta])* $Hook:ident: $symbol:ident = $name:ident($($parameter:ident: $ty:ident),*) -> $result:ident;)* }
    ) => {
        $(
            /// See the table of hooks.
            ///
            /// # Safety
            /// As the function that it stands for.
            #[unsafe(no_mangle)]
            #[allow(unused_unsafe)]
            pub unsafe extern "C" fn $symbol($($parameter: hook_type!($ty)),*) -> hook_type!($result) {
                // SAFETY: as above.
                unsafe { $name($($parameter),*) }
            }
        )*
    };
}

hooks!(plain);
