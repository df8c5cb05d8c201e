//! What other tools report, the structures and faults that are compared, and the branches that no call can take.

pub struct Structure {
    pub name: &'static str,
    /// In examples/structures, and in its folder sglib.
    pub file: &'static str,
    /// Functions of our library and of SGLIB that the harness calls, directly or not.
    pub functions: [u64; 2],
    /// Seconds, iterations, branches, coverage, functions, OPT 1, OPT 2 & 3, bugs.
    pub cute: (f64, u64, u64, f64, u64, f64, f64, u64),
    /// Outcomes of SGLIB 1.0.3 that no call on a valid structure takes: how many, where, and why.
    pub cannot: &'static [(u64, &'static str, &'static str)],
}

/// SGLIB deletes by identity; of an element that is not there it asserts that it is.
pub const NOT_A_MEMBER: (u64, &str, &str) =
    (2, "delete: `*_p_ != NULL` false, in the loop and the assert", "the element would not be in the list");

/// What a red-black tree cannot come to. The first eight stand in both mirror images of the macro.
#[rustfmt::skip]
pub const RED_BLACK: &[(u64, &str, &str)] = &[
    (2, "fix_deletion: `assert(t!=NULL)` fails", "`*tree` was followed by its callers"),
    (6, "fix_deletion: `b==NULL`, and both ways of the assert behind it", "the sibling of what lost a black node has one itself"),
    (2, "fix_deletion: `br==NULL` where b is red", "a red sibling has two black children, as it is as high in black nodes"),
    (4, "fix_deletion: `assert(c!=NULL && c is BLACK)` fails", "the same child c"),
    (4, "fix_deletion: the last `cr!=NULL`, `cr is RED` false", "one of cl and cr is red, and cl is not"),
    (2, "fix_deletion: `assert(cl==NULL || cl is BLACK)` fails", "that cl is red was the case before"),
    (8, "fix_deletion: asserts that bl and br are there and RED", "all that was asked before leaves nothing else"),
    (4, "fix_deletion: the last assert on br", "the same"),
    (1, "delete: `t==NULL`", "the element would not be in the tree"),
    (1, "delete: `cmp==0` false in the second question", "less and greater were asked before"),
    (1, "delete: `assert(elem==t ...)` fails", "of equal keys and addresses neither is less"),
    (2, "delete: a red node with a right child only; its black child", "its sides would differ in black nodes"),
    (1, "delete_rightmost_leaf: `assert(t!=NULL)` fails", "only children that are there are passed"),
    (2, "delete_rightmost_leaf: a red node with a left child only; its black child", "as above"),
    (1, "is_member: `cmp==0` false in the second question", "as above"),
    (1, "is_member: `assert(t == elem)` fails", "as above"),
    (3, "len: a tree 128 levels high, and what it asserts then", "it would have 2^64 elements"),
    (4, "len: `_pass_ == 1` and `_right_ == NULL`", "behind `order == 2`, where the order is 1"),
    (1, "it_compute_current_elem: `i >= 0` false", "the loop runs while `i + 1 > 0`"),
    (1, "it_init: `assert(it!=NULL)` fails", "no caller passes NULL"),
    (8, "consistency_check: its asserts fail", "the trees are valid"),
];

/// CUTE's figures: Fig. 11, a dual 1.7 GHz Xeon of 2005, bounded depth-first search with depth 50.
#[rustfmt::skip]
pub const STRUCTURES: &[Structure] = &[
    Structure { name: "Array Quick Sort", file: "quick_sort.c", functions: [3, 1], cute: (2.0, 732, 43, 97.73, 2, 67.80, 49.13, 0), cannot: &[(1, "`_i_ < _j_` false", "the scan for _j_ does not stop at _i_, where the element is greater than the pivot")] },
    Structure { name: "Array Heap Sort", file: "heap_sort.c", functions: [3, 1], cute: (4.0, 1_764, 36, 100.00, 2, 71.10, 46.38, 0), cannot: &[] },
    Structure { name: "Linked List", file: "linked_list.c", functions: [15, 14], cute: (2.0, 570, 100, 96.15, 12, 86.93, 88.09, 0), cannot: &[NOT_A_MEMBER] },
    Structure { name: "Sorted List", file: "sorted_list.c", functions: [10, 12], cute: (2.0, 1_020, 110, 96.49, 11, 88.86, 80.85, 0), cannot: &[NOT_A_MEMBER, (1, "is_member: an element less than the one looked for, in the second loop", "the first loop has passed them all")] },
    Structure { name: "Doubly Linked List", file: "doubly_linked_list.c", functions: [17, 20], cute: (3.0, 1_317, 224, 99.12, 17, 86.95, 79.38, 1), cannot: &[
        (1, "concat: `_dlp_ == NULL`", "the loop before has followed it"),
        (1, "concat: `second->next != NULL`", "it was just overwritten with the NULL at the end of the first list"),
    ] },
    Structure { name: "Hash Table", file: "hash_table.c", functions: [19, 20], cute: (1.0, 193, 46, 85.19, 8, 97.01, 52.94, 1), cannot: &[NOT_A_MEMBER] },
    Structure { name: "Red Black Tree", file: "red_black_tree.c", functions: [20, 23], cute: (2_629.0, 1_000_000, 242, 71.18, 17, 89.65, 64.93, 0), cannot: RED_BLACK },
];

/// What is planted, where, the runs CUTE took to find its like, and whether it is asked for: leaks are not
/// looked for yet.
pub const FAULTS: &[(&str, &str, &str, u64, bool)] = &[
    ("concatenating an empty list", "faults/doubly_linked_list.c", "null-deref", 140, true),
    ("adding an element twice", "faults/hash_table.c", "infinite-loop", 193, true),
    ("a sum that becomes constant", "faults/linear.c", "leak", 537, false),
];

/// Programs like those of CAUT's Table 4, below tests/units: name, file, function, depth, then runs and coverage
/// of CAUT and of CUTE.
pub type Program = (&'static str, &'static str, &'static str, &'static str, (u64, f64), (u64, f64));
pub const CAUT: &[Program] = &[
    ("FFT", "covers/fft.c", "spectrum", "50", (10_000, 87.5), (10_000, 87.5)),
    ("binary search tree", "covers/search_tree.c", "find", "12", (32, 100.0), (984, 100.0)),
    ("quick sort", "paths/quick_sort_of_five.c", "sort_five", "50", (120, 100.0), (120, 100.0)),
    ("inverse matrix", "covers/matrix_inverse.c", "inverse", "50", (37, 66.7), (4, 24.0)),
];

/// Parts of the solver, by what CUTE calls them.
pub const PARTS: &[(&str, &str)] = &[
    ("", "everything"),
    ("syntactic", "OPT 1, fast unsatisfiability check"),
    ("subsume", "OPT 2, common sub-constraints"),
    ("slice", "OPT 3, independent constraints"),
    ("cache", "cache"),
    ("search", "local search"),
];
