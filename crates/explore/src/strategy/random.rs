//! Inputs by chance, the honest baseline: numbers small and large, pointers that are NULL, of their own, or
//! shared; no flip is ever solved.
use super::{Dice, Move, News, Strategy, View};
use acute_input::{Input, Space, VarId, VarKind};

/// Objects that an input by chance may have.
const OBJECTS: usize = 64;

/// It remembers the largest input it saw: what marks ask for is known only from runs.
#[derive(Default)]
pub struct Random {
    base: Option<Input>,
}

impl Strategy for Random {
    fn learn(&mut self, _: &mut View, news: &News) {
        let more = |base: &Input| news.input.marks().len() > base.marks().len();
        if self.base.as_ref().is_none_or(more) {
            self.base = Some(news.input.clone());
        }
    }

    fn next(&mut self, view: &mut View) -> Option<Move> {
        let mut input = self.base.clone().unwrap_or_default();
        scatter(&mut input, view.space, view.dice);
        Some(Move::Run(input))
    }
}

/// Gives everything in an input another value.
fn scatter(input: &mut Input, space: &mut Space, dice: &mut Dice) {
    let mut objects: Vec<_> = input.roots(space).collect();
    let mut next = 0;
    while let Some(&object) = objects.get(next) {
        next += 1;
        let (least, most) = (space.object(object).least, space.object(object).most);
        if most > least {
            let elems = (least + dice.below(16) as u64).min(most);
            if space.grow(object, elems).is_ok() {
                input.set_elems(object, elems);
            }
        }
        let is_global = space.globals().contains(&object);
        let vars: Vec<VarId> = input.vars(space, object).collect();
        for v in vars {
            // Most of the state is as it starts.
            if is_global && dice.below(4) > 0 {
                continue;
            }
            let var = space.vars()[v as usize];
            let value = match var.kind {
                VarKind::Pointer { .. } => {
                    let fitting: Vec<_> = objects.iter().copied().filter(|o| space.fits(v, *o)).collect();
                    match dice.below(8) {
                        0..3 => 0,
                        3 if !fitting.is_empty() => space.address(fitting[dice.below(fitting.len())]),
                        _ if objects.len() >= OBJECTS => 0,
                        _ => match space.object_for(v, 0) {
                            Ok(own) => {
                                if !objects.contains(&own) {
                                    objects.push(own);
                                }
                                space.address(own)
                            }
                            Err(_) => 0,
                        },
                    }
                }
                VarKind::Fixed => continue,
                VarKind::Bool => dice.roll() & 1,
                VarKind::Float if dice.below(2) == 0 => {
                    let plain = dice.below(4096) as f64 / 16.0 - 128.0;
                    if var.bytes == 4 { u64::from((plain as f32).to_bits()) } else { plain.to_bits() }
                }
                _ => match dice.below(4) {
                    0 => dice.below(16) as u64,
                    1 => (dice.below(256) as u64).wrapping_sub(128),
                    // Letters, digits and the like.
                    2 if var.bytes == 1 => 32 + dice.below(95) as u64,
                    _ => dice.roll(),
                },
            };
            input.set(space, v, value);
        }
    }
}
