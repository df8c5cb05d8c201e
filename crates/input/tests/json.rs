//! Saved inputs: what they look like, that they come back, what is wrong with bad ones.

mod common;

use acute_input::{Input, LoadError, load, save};
use common::c::{COMPILERS, Dice};
use common::{FUNCTIONS, program, random_input, space};
use serde_json::Map;

#[test]
fn a_cycle_is_saved_as_people_write_it() {
    let program = program("clang-19");
    let mut space = space(&program, "testme").expect("testme");
    let id = space.object_for(0, 0).expect("the object of p");
    let mut input = Input::new();
    input.set(&space, 0, space.address(id));
    input.set(&space, 1, -1i64 as u64);
    input.set(&space, space.object(id).vars[0].start, 3);
    input.set(&space, space.object(id).vars[0].start + 1, space.address(id));
    let mut fields = Map::new();
    fields.insert("acute".to_owned(), "0.1.0".into());
    fields.insert("outcome".to_owned(), serde_json::json!({ "signal": 6 }));
    let expected = r#"{
  "version": 1,
  "acute": "0.1.0",
  "outcome": {
    "signal": 6
  },
  "function": "testme",
  "arguments": {
    "p": {
      "ref": "cell1"
    },
    "x": -1
  },
  "objects": {
    "cell1": {
      "type": "struct cell",
      "value": {
        "v": 3,
        "next": {
          "ref": "cell1"
        }
      }
    }
  }
}
"#;
    let text = save(&input, &space, &fields);
    assert_eq!(text, expected);
    let loaded = load(&text, &mut space).expect("what was saved");
    assert_eq!(loaded.fields, fields);
    assert_eq!(save(&loaded.input, &space, &fields), expected);
}

#[test]
fn random_inputs_come_back_byte_for_byte_even_with_the_other_compilers_types() {
    let programs = COMPILERS.map(program);
    let mut dice = Dice(42);
    let mut objects = 0;
    for name in FUNCTIONS {
        for _ in 0..150 {
            let mut made_in = space(&programs[0], name).expect("a space");
            let input = random_input(&mut made_in, &mut dice);
            objects = objects.max(input.reachable(&made_in).len());
            let text = save(&input, &made_in, &Map::new());
            for program in &programs {
                let mut fresh = space(program, name).expect("a space");
                let loaded = load(&text, &mut fresh).unwrap_or_else(|e| panic!("{name}: {e}\n{text}"));
                assert_eq!(save(&loaded.input, &fresh, &Map::new()), text, "{name}");
            }
        }
    }
    assert!(objects > 6, "the inputs had at most {objects} objects");
}

#[test]
fn bit_fields_and_unions_are_saved_by_their_members() {
    let program = program("clang-19");
    let check = |function: &str, saved: serde_json::Value, bad: &[(&str, &str, &str)]| {
        let mut space = space(&program, function).expect("a space");
        let loaded = load(&saved.to_string(), &mut space).expect("a good file");
        let again: serde_json::Value =
            serde_json::from_str(&save(&loaded.input, &space, &Map::new())).expect("JSON");
        assert_eq!(again, saved);
        for (from, to, expected) in bad {
            assert!(saved.to_string().contains(from), "{from} in {saved}");
            let error = load(&saved.to_string().replacen(from, to, 1), &mut space).expect_err(to);
            assert_eq!(error.to_string(), *expected);
        }
    };
    let object = |ty: &str, value: serde_json::Value| serde_json::json!({ "type": ty, "value": value });
    let bits = serde_json::json!({ "a": -3, "b": 100, "c": true, "d": 7, "e": 1, "f": -16, "g": 0, "h": 1048575,
        "i": -1, "j": 18446744073709551615u64, "k": 511 });
    check(
        "bit_fields",
        serde_json::json!({ "version": 1, "function": "bit_fields", "objects": {},
            "arguments": { "p": null, "q": null, "r": null, "by_value": bits } }),
        &[
            (
                "\"a\":-3",
                "\"a\":-5",
                "argument `by_value`: field `a`: expected a value of type `int` with 3 bits, found -5",
            ),
            (
                "\"c\":true",
                "\"c\":2",
                "argument `by_value`: field `c`: expected a value of type `_Bool` with one bit, found 2",
            ),
        ],
    );
    check(
        "anonymous_unions",
        serde_json::json!({ "version": 1, "function": "anonymous_unions",
            "arguments": { "a": { "ref": "anonymous1" }, "c": null, "d": null,
                "b": { "kind": 0, "number": -5, "a": 1, "b": 2, "last": 4 } },
            "objects": { "anonymous1": object("struct anonymous",
                serde_json::json!({ "kind": 3, "link": { "ref": "anonymous1" }, "a": 5, "b": 0, "last": 1 })) } }),
        &[
            ("\"number\":-5,", "", "argument `b`: a member of the union: missing"),
            ("\"b\":2,", "", "argument `b`: field `b`: missing"),
            (
                "\"number\"",
                "\"numbre\"",
                "argument `b`: field `numbre`: there is no such thing (did you mean `number`?)",
            ),
        ],
    );
}

#[test]
fn interior_and_foreign_pointers_come_back() {
    let program = program("gcc");
    let mut made_in = space(&program, "two").expect("two");
    let p = made_in.object_for(0, 0).expect("p");
    let mut input = Input::new();
    input.set(&made_in, 0, made_in.address(p));
    input.set(&made_in, 1, made_in.address(p) + 8);
    input.set(&made_in, 2, 0x1234);
    let text = save(&input, &made_in, &Map::new());
    assert!(text.contains("\"offset\": 8") && text.contains("\"address\": \"0x1234\""), "{text}");
    let mut fresh = space(&program, "two").expect("two");
    let loaded = load(&text, &mut fresh).expect("what was saved");
    assert_eq!(save(&loaded.input, &fresh, &Map::new()), text);
}

#[test]
fn what_is_wrong_with_a_file_is_told() {
    let program = program("gcc");
    let good = r#"{"version":1,"function":"testme","arguments":{"p":{"ref":"cell1"},"x":1},
        "objects":{"cell1":{"type":"struct cell","value":{"v":3,"next":null}}}}"#;
    let check = |from: &str, to: &str, expected: &str| {
        assert!(good.contains(from), "{from}");
        let mut space = space(&program, "testme").expect("testme");
        match load(&good.replace(from, to), &mut space) {
            Ok(_) => panic!("{to} was loaded"),
            Err(e) => assert_eq!(e.to_string(), expected),
        }
    };
    assert!(load(good, &mut space(&program, "testme").expect("testme")).is_ok());
    let mut other = space(&program, "testme").expect("testme");
    assert!(matches!(load("{", &mut other), Err(LoadError::NotJson(_))));
    check("\"version\":1", "\"version\":2", "format version 2, but this program reads version 1");
    check("\"version\":1,", "", "`version`: missing");
    check("\"testme\"", "\"other\"", "an input of function `other`, not of `testme`");
    check("\"x\":1", "\"y\":1", "argument `y`: there is no such thing (did you mean `p`?)");
    check("\"x\":1", "\"x\":\"1\"", "argument `x`: expected a value of type `int`, found \"1\"");
    check("\"x\":1", "\"x\":3000000000", "argument `x`: expected a value of type `int`, found 3000000000");
    check("\"x\":1", "\"x\":1.5", "argument `x`: expected a value of type `int`, found 1.5");
    check(",\"x\":1", "", "argument `x`: missing");
    check("{\"ref\":\"cell1\"}", "{\"ref\":\"cell9\"}", "argument `p`: there is no object `cell9`");
    check("{\"ref\":\"cell1\"}", "7", "argument `p`: expected a value of type `cell *`, found 7");
    check("\"v\":3", "\"w\":3", "object `cell1`: field `w`: there is no such thing (did you mean `v`?)");
    check("\"v\":3,", "", "object `cell1`: field `v`: missing");
    check(
        "\"v\":3",
        "\"v\":3,\"vv\":1",
        "object `cell1`: field `vv`: there is no such thing (did you mean `v`?)",
    );
    check(
        "struct cell",
        "struct tree",
        "argument `p`: `cell1` is a `struct tree`, which this pointer cannot be given",
    );
}

#[test]
fn no_text_makes_loading_panic() {
    let program = program("gcc");
    let mut dice = Dice(3);
    let mut made_in = space(&program, "deep").expect("deep");
    let input = random_input(&mut made_in, &mut dice);
    let text = save(&input, &made_in, &Map::new());
    for _ in 0..3000 {
        let mut bytes = text.clone().into_bytes();
        for _ in 0..=dice.below(3) {
            let at = dice.below(bytes.len() as u64) as usize;
            bytes[at] = b"0123456789{}[]\",:-enulref "[dice.below(26) as usize];
        }
        let _ = load(&String::from_utf8_lossy(&bytes), &mut made_in.clone());
    }
}

/// A space of `testme` with two globals: `list`, which starts as NULL, and `spare`, whose `next` starts as the
/// address of something that is no input.
fn with_globals(program: &acute_types::DebugInfo) -> acute_input::Space {
    let mut space = space(program, "testme").expect("testme");
    let pointer = space.args()[0].ty;
    let Some(acute_types::TypeKind::Pointer(Some(cell))) = program.types.stripped_kind(pointer) else {
        panic!("p is a pointer");
    };
    let mut first = [0; 16];
    (first[0], first[8]) = (77, 0x40);
    space.add_global("list", pointer, 0x40_0000, &[0; 8]).expect("a global");
    space.add_global("spare", *cell, 0x40_0010, &first).expect("a global");
    space
}

#[test]
fn globals_are_saved_where_they_are_not_as_they_start() {
    let program = program("clang-19");
    let mut space = with_globals(&program);
    let text = save(&Input::new(), &space, &Map::new());
    assert!(!text.contains("globals"), "{text}");
    let [list, spare] = ["list", "spare"].map(|name| space.global(name).expect("a global"));
    let list = space.object(list).vars[0].start;
    let cell = space.object_for(list, 0).expect("an object");
    let mut input = Input::new();
    input.set(&space, list, space.address(cell));
    input.set(&space, space.object(cell).vars[0].start + 1, space.address(spare));
    input.set(&space, space.object(spare).vars[0].start, 5);
    let text = save(&input, &space, &Map::new());
    let saved: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let expected =
        serde_json::json!({ "list": { "ref": "cell1" }, "spare": { "v": 5, "next": { "first": true } } });
    assert_eq!(saved["globals"], expected, "{text}");
    assert_eq!(saved["objects"]["cell1"]["value"]["next"], serde_json::json!({ "ref": "spare" }), "{text}");
    let mut fresh = with_globals(&program);
    let loaded = load(&text, &mut fresh).expect("what was saved");
    assert_eq!(save(&loaded.input, &fresh, &Map::new()), text);
    let bad = load(&text.replace("\"list\"", "\"lost\""), &mut fresh).expect_err("there is none");
    assert!(bad.to_string().contains("`lost`") && bad.to_string().contains("`list`"), "{bad}");
}

#[test]
fn what_marks_are_given_is_saved_in_their_order() {
    let program = program("clang-19");
    let make = || {
        let mut space = space(&program, "testme").expect("testme");
        space.add_site(0x1000, space.args()[0].ty);
        space.add_site(0x2000, space.args()[1].ty);
        space
    };
    let mut space = make();
    let (p, x) = (space.mark(0x1000, 8, || "p".to_owned()), space.mark(0x2000, 4, || "x".to_owned()));
    let mut input = Input::new();
    let numbers = space.object_for_mark(x, 0, 3).expect("three");
    let pointer = space.object_for_mark(p, 0, 1).expect("a pointer");
    let again = space.object_for_mark(x, 1, 1).expect("one more");
    for object in [numbers, pointer, again] {
        assert!(input.give(object));
    }
    for (k, v) in space.object(numbers).vars().collect::<Vec<_>>().into_iter().enumerate() {
        input.set(&space, v, 10 + k as u64);
    }
    let cell = space.object_for(space.object(pointer).vars[0].start, 0).expect("a cell");
    input.set(&space, space.object(pointer).vars[0].start, space.address(cell));
    input.set(&space, space.object(cell).vars[0].start + 1, space.address(cell));
    input.set(&space, space.object(again).vars[0].start, -4i32 as u32 as u64);
    let text = save(&input, &space, &Map::new());
    let saved: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let name = |k: usize| saved["marks"][k]["name"].as_str().unwrap_or_default().to_owned();
    assert_eq!([name(0), name(1), name(2)], ["x", "p", "x"], "{text}");
    assert_eq!(saved["marks"][0]["values"], serde_json::json!([10, 11, 12]), "{text}");
    assert_eq!(saved["marks"][2]["value"], -4, "{text}");

    let mut fresh = make();
    let mut loaded = load(&text, &mut fresh).expect("what was saved");
    let wrong = loaded.clone().supply(&mut fresh, 0x1000, "p", 8, 0).expect_err("x comes first");
    assert!(wrong.to_string().contains("mark `p`"), "{wrong}");
    for (site, name, size, k) in [(0x2000, "x", 4, 0), (0x1000, "p", 8, 0), (0x2000, "x", 4, 1)] {
        loaded.supply(&mut fresh, site, name, size, k).expect("what was saved");
    }
    assert_eq!(save(&loaded.input, &fresh, &Map::new()), text);
    let missing = loaded.supply(&mut fresh, 0x2000, "x", 4, 2).expect_err("there are three");
    assert!(missing.to_string().contains("mark `x`"), "{missing}");
}
