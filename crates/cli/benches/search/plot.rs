//! Coverage over time as a picture, one panel a unit.
use super::coverage::{Curve, TOOLS};
use std::fmt::Write;

/// A unit.
pub struct Panel {
    /// Its name.
    pub name: &'static str,
    /// Its branches.
    pub total: usize,
    /// What was covered by when, tool by tool.
    pub curves: [Curve; 3],
}

const COLOURS: [&str; 3] = ["#0b5fa5", "#7a7a7a", "#d1600a"];
const DASHES: [&str; 3] = ["none", "2 3", "7 3"];
const COLUMNS: usize = 4;
/// A panel with its labels, and the plot in it.
const PANEL: (f64, f64) = (290.0, 236.0);
const PLOT: (f64, f64, f64, f64) = (46.0, 30.0, 228.0, 156.0);
/// Room for the title and the legend.
const HEAD: f64 = 56.0;
/// Where the axis of time begins.
const FIRST: f64 = 0.001;

/// The picture; each tool had so many seconds.
pub fn svg(panels: &[Panel], seconds: f64) -> String {
    let rows = panels.len().div_ceil(COLUMNS);
    let (width, height) = (COLUMNS as f64 * PANEL.0 + 10.0, rows as f64 * PANEL.1 + HEAD + 6.0);
    let mut out = String::new();
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"DejaVu Sans, Helvetica, Arial, sans-serif\" font-size=\"11\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>"
    );
    let title = format!("Branches covered over time (logarithmic), {seconds:.0} s on one core each");
    text(&mut out, 14.0, 20.0, "start", 14, &title);
    for (k, tool) in TOOLS.iter().enumerate() {
        let x = 14.0 + 150.0 * k as f64;
        let style = style(k);
        let _ = writeln!(out, "<path d=\"M{x:.1} 38h34\" {style}/>");
        text(&mut out, x + 40.0, 42.0, "start", 12, tool);
    }
    for (n, panel) in panels.iter().enumerate() {
        let (x, y) = ((n % COLUMNS) as f64 * PANEL.0, (n / COLUMNS) as f64 * PANEL.1 + HEAD);
        let _ = writeln!(out, "<g transform=\"translate({x} {y})\">");
        draw(&mut out, panel, seconds);
        out += "</g>\n";
    }
    out + "</svg>\n"
}

fn style(k: usize) -> String {
    let (colour, dash) = (COLOURS[k], DASHES[k]);
    format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" stroke-dasharray=\"{dash}\"")
}

fn text(out: &mut String, x: f64, y: f64, anchor: &str, size: u32, words: &str) {
    let _ = writeln!(
        out,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" font-size=\"{size}\">{words}</text>"
    );
}

fn draw(out: &mut String, panel: &Panel, seconds: f64) {
    let (left, top, width, height) = PLOT;
    let decades = (seconds / FIRST).log10();
    let x = |s: f64| left + width * ((s.max(FIRST) / FIRST).log10() / decades).min(1.0);
    let y = |covered: f64| top + height * (1.0 - covered / panel.total as f64);
    text(out, left, top - 10.0, "start", 12, &format!("{} ({} branches)", panel.name, panel.total));
    let _ = writeln!(
        out,
        "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"none\" stroke=\"#999\"/>"
    );
    for percent in [0.0, 25.0, 50.0, 75.0, 100.0] {
        let at = y(percent / 100.0 * panel.total as f64);
        let _ = writeln!(out, "<path d=\"M{left} {at:.1}h{width}\" stroke=\"#e4e4e4\"/>");
        text(out, left - 5.0, at + 4.0, "end", 10, &format!("{percent:.0}%"));
    }
    let mut tick = FIRST;
    while tick <= seconds * 1.001 {
        let at = x(tick);
        let _ = writeln!(out, "<path d=\"M{at:.1} {top}v{height}\" stroke=\"#e4e4e4\"/>");
        let words = if tick < 0.9995 { format!("{:.0} ms", tick * 1000.0) } else { format!("{tick:.0} s") };
        text(out, at, top + height + 14.0, "middle", 10, &words);
        tick *= 10.0;
    }
    // Ours last, so that it lies on top.
    for k in (0..panel.curves.len()).rev() {
        let curve = &panel.curves[k];
        let Some((first, covered)) = curve.points.first() else { continue };
        let mut path = format!("M{:.1} {:.1}", x(*first), y(*covered as f64));
        for (seconds, covered) in &curve.points[1..] {
            let _ = write!(path, "H{:.1}V{:.1}", x(*seconds), y(*covered as f64));
        }
        let _ = write!(path, "H{:.1}", left + width);
        let _ = writeln!(out, "<path d=\"{path}\" {}/>", style(k));
    }
    let finals: Vec<String> =
        TOOLS.iter().zip(&panel.curves).map(|(tool, c)| format!("{tool} {}", c.last())).collect();
    text(out, left + width / 2.0, top + height + 30.0, "middle", 10, &finals.join(", "));
}
