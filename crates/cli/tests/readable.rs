//! What is handed back is easy to read: texts are letters, numbers small, and what does not matter is told apart.
use crate::common::{Folder, Said, acute};
use serde_json::Value;

const UNIT: &str = "#include <stddef.h>
struct pair { char key[8]; int value; struct pair *next; };
int assign(const char *s, struct pair *to) {
    int n = 0;
    if (s == NULL || to == NULL)
        return -1;
    while (*s != 0 && *s != '=' && n < 7)
        to->key[n++] = *s++;
    to->key[n] = 0;
    return *s == '=' && n == 3 ? to->value : -2;
}
int grade(int points, int most) {
    if (most <= 0 || points < 0 || points > most)
        return -1;
    return (long)points * 100 / most >= 90 ? 1 : (long)points * 100 / most >= 75 ? 2 : 3;
}
enum color { RED = 3, GREEN = 5 };
double weigh(double x, enum color c, unsigned char bytes[4]) {
    if (x > 0.3 && x * x < 0.2)
        return x;
    if (bytes != NULL && bytes[0] > 100 && bytes[0] == bytes[3])
        return c;
    return x / 2;
}
";

/// The tests of a function, as they are written.
fn tests_of(function: &str) -> String {
    let folder = Folder::new();
    folder.file("unit.c", UNIT);
    let flags = ["test", "unit.c", "--until", "coverage", "--function", function];
    let said = Said::by(acute().current_dir(folder.path()).args(flags));
    assert!(said.out.contains(" 0 failed"), "{}{}", said.out, said.err);
    let text = std::fs::read_to_string(folder.path().join("acute.out/tests/test_unit.c")).expect("tests");
    let end = text.find("/* With names of tests").expect("main");
    text[text.find("/* reaches").expect("a test")..end].to_string()
}

#[test]
fn texts_are_letters() {
    let text = tests_of("assign");
    assert!(text.contains("= \"aaa=\";"), "{text}");
    // No control characters, no numbers where a text is meant, and nothing in what is not read.
    let values = text.lines().filter_map(|l| l.trim().strip_prefix("char ")?.split_once('='));
    assert!(values.clone().count() > 3, "{text}");
    for (_, value) in values {
        assert!(!value.contains(|c: char| c.is_ascii_digit() || c == '\\'), "{value} in\n{text}");
    }
    assert!(!text.contains("{ .key"), "{text}");
    // What is returned is told from everything else.
    assert!(text.contains(".value = 1 };") && text.contains(" == 1);"), "{text}");
}

/// What a function is found to do wrong, as it is shown.
fn bugs_of(unit: &str) -> String {
    let folder = Folder::new();
    folder.file("unit.c", unit);
    // Enough runs for inputs that are much larger than need be.
    let flags = ["test", "unit.c", "--executions", "3000", "--time", "60"];
    let said = Said::by(acute().current_dir(folder.path()).args(flags));
    assert!(said.out.contains(" 0 failed"), "{}{}", said.out, said.err);
    said.out
}

#[test]
fn what_never_ends_is_shown_by_what_it_looked_at() {
    let folder = Folder::new();
    let unit = "#include <stddef.h>
struct cell { int v; struct cell *next, *other; };
int count(const struct cell *l) {
    int n = 0;
    for (; l != NULL; l = l->next)
        n += l->v > 3;
    return n;
}
";
    folder.file("unit.c", unit);
    // By chance there are hundreds of cells, and somewhere a cycle.
    let flags = ["test", "unit.c", "--strategy", "random", "--time", "6", "--no-export"];
    let said = Said::by(acute().current_dir(folder.path()).args(flags));
    let read = |name: &str| -> Value {
        let path = folder.path().join("acute.out").join(name);
        serde_json::from_str(&std::fs::read_to_string(path).expect("a file")).expect("JSON")
    };
    let summary = read("summary.json");
    let bugs = summary["functions"][0]["bugs"].as_array().expect("findings");
    let found = bugs.iter().find(|b| b["kind"] == "infinite-loop");
    let test = found.and_then(|b| b["test"].as_str()).unwrap_or_else(|| panic!("{}", said.out));
    let input = read(test);
    let cells = input["objects"].as_object().expect("objects");
    assert!((1..16).contains(&cells.len()), "{input}");
    assert!(!input.to_string().contains("\"other\":{"), "{input}");
}

#[test]
fn bugs_are_shown_by_the_smallest_input() {
    let shown = bugs_of(
        "#include <stdlib.h>
struct cell { int v; struct cell *next; };
int count(const struct cell *l, int x) {
    int n = 0;
    for (; l != NULL; l = l->next) {
        if (l->v == x)
            n++;
        if (n == 3)
            abort();
    }
    return n;
}
",
    );
    let call = "\n      struct cell cell3 = {0};\n      struct cell cell2 = { .next = &cell3 };
      struct cell cell1 = { .next = &cell2 };\n      count(&cell1, 0);\n";
    assert!(shown.contains(call), "{shown}");
    let shown = bugs_of(
        "#include <stdlib.h>
int nested(const char *s) {
    int depth = 0;
    for (; s != NULL && *s != 0; s++) {
        if (*s == '(')
            depth++;
        else if (*s == ')')
            depth--;
        else if (*s == '!' && depth == 2)
            abort();
    }
    return depth;
}
",
    );
    assert!(shown.contains("\n      char s1[4] = \"((!\";\n      nested(s1);\n"), "{shown}");
}

#[test]
fn numbers_are_small() {
    let text = tests_of("grade");
    let calls: Vec<&str> = text.lines().filter(|l| l.contains("CHECK")).collect();
    assert!(calls.len() > 4, "{text}");
    for call in calls {
        let numbers = call.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse::<u64>().ok());
        assert!(numbers.into_iter().all(|n| n < 200), "{call}");
    }
}

#[test]
fn fractions_and_enumerations_too() {
    let text = tests_of("weigh");
    assert!(!text.contains("(enum color)") && text.contains("RED"), "{text}");
    let digits = |word: &str| word.chars().filter(char::is_ascii_digit).count();
    for call in text.lines().filter(|l| l.contains("weigh(")) {
        let first = call.split("weigh(").nth(1).and_then(|rest| rest.split(',').next()).unwrap_or("");
        assert!(digits(first) <= 4, "{call}");
    }
}
