//! Sections that the pass adds to the executable, and what their content means.

/// The section of the call graph: lines of `caller TAB callee`, for every function that another one names.
pub const CALLS_SECTION: &str = "acute_calls";
/// The caller of functions whose address is in data.
pub const DATA_CALLER: &str = "*";
/// The section of the branch map: lines of fields between tabs. A way is
/// `next TAB callees TAB marks`: the first cell of the jump that comes next (empty: the function ends), the
/// functions called before it (`*`: through a pointer), the cells of the choices made before it.
///
/// | line | fields |
/// |---|---|
/// | `M` | of a module: its number of cells; numbers below count from its first |
/// | `F` | of a function: name, way from its entry |
/// | `C` | of a cell, in order: file, line, column, way behind it |
/// | `G` | of a variable with static storage: name, `L` if no other module sees it or `E`, `W` if something in the module may write it, `O` if files outside it may, or `R`, functions that name it (`*`: data does), those of them that may write it |
/// | `T` | of a text among the constants: its bytes in hexadecimal digits, functions that name it as above |
/// | `A` | of an assertion in the function about what it was given: line, text in hexadecimal digits, how many operations its condition has, the numbers it compares with, `R` if it reads memory, `C` if it calls functions, `W` if memory may be written before it |
/// | `B` | of an outcome of a condition in the function: file, line, column, `T` or `F`, cells (`3-5,9`), any of which stands for it |
pub const MAP_SECTION: &str = "acute_map";
/// The section of the coverage cells, one byte each.
pub const COVER_SECTION: &str = "acute_cov";
/// The value of a cell whose outcome a jump has taken.
pub const TAKEN: u8 = 1;
/// The value of a cell whose condition has only decided a value: no path splits there.
pub const CHOSEN: u8 = 2;
/// The section of the writable globals: pairs of address and size.
pub const GLOBALS_SECTION: &str = "acute_globals";
/// The section of variables with static storage that have a redzone behind them: address, size, size with the redzone.
pub const REDZONES_SECTION: &str = "acute_redzones";
