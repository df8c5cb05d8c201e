//! Images are built for every run of a unit: they must not be what it waits for.

mod common;

use acute_input::{Image, Input};
use common::{program, space};

#[test]
fn small_inputs_are_laid_out_far_faster_than_units_run() {
    let program = program("gcc");
    let mut space = space(&program, "testme").expect("testme");
    let mut input = Input::new();
    let mut v = 0;
    for _ in 0..4 {
        let id = space.object_for(v, 0).expect("a cell");
        input.set(&space, v, space.address(id));
        v = space.object(id).vars[0].start + 1;
    }
    let mut image = Image::default();
    let runs = 100_000u32;
    let start = std::time::Instant::now();
    for i in 0..runs {
        input.set(&space, 1, i.into());
        input.image(&space, &mut image);
        assert_eq!(image.segments.len(), 5);
    }
    let each = start.elapsed() / runs;
    // Measured: about 0.5 us optimised, 3 us not; the bound only catches a change of its nature.
    assert!(each < std::time::Duration::from_micros(50), "{each:?} an image");
    println!("{each:?} an image");
}
