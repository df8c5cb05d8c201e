//! Images are built for every run of a unit: building one again must not allocate.

mod common;

use acute_input::{Image, Input};
use common::{program, space};

#[test]
fn an_image_is_filled_again_in_the_memory_it_has() {
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
    input.image(&space, &mut image);
    let memory = |image: &Image| {
        (image.segments.as_ptr(), image.bytes.as_ptr(), image.labels.as_ptr(), image.bytes.capacity())
    };
    let before = memory(&image);
    for i in 0..1000 {
        input.set(&space, 1, i);
        input.image(&space, &mut image);
        assert_eq!(image.segments.len(), 5);
        assert_eq!(memory(&image), before);
    }
}
