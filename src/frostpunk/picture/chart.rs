//! The course of a campaign: small charts side by side, one point a round.
//!
//! May use: plotters on the canvas, views, words. The first line of a chart is
//! whole with round points, the second is dashed with triangles: colour only
//! helps. Deliberately absent: what happened between two rounds.

use std::collections::BTreeMap;

use plotters::chart::{ChartBuilder, ChartContext, LabelAreaPosition};
use plotters::coord::Shift;
use plotters::coord::cartesian::Cartesian2d;
use plotters::coord::combinators::{BindKeyPoints as _, WithKeyPoints};
use plotters::coord::types::RangedCoordi32;
use plotters::drawing::DrawingArea;
use plotters::element::{Circle, TriangleMarker};
use plotters::series::{DashedLineSeries, LineSeries};
use plotters::style::{Color as _, FontDesc, FontFamily, FontStyle, ShapeStyle};
use serde::Deserialize as _;
use serde_json::Value;

use super::colours::{ALARM, EDGE, EMBER, GROUND, HOPE, ICE, PANEL, SOFT, TEXT};
use super::said::Said;
use super::scene::{citizens, sick, stored};
use super::{alt, happened};
use crate::canvas::{
    DrawPermit, FINE, Painter, PlotBackend, Rect, Rgba, SANS, Surface, TextStyle, rgb,
};
use crate::frostpunk::view::View;
use crate::game::{Localize, Picture};

/// Width and height.
const SIZE: (u32, u32) = (1000, 690);
/// Charts of one row.
const ROW: usize = 3;

/// A chart with ticks of our own.
type Axis = WithKeyPoints<RangedCoordi32>;
type Plot<'a, 'b> = ChartContext<'a, PlotBackend<'b>, Cartesian2d<Axis, Axis>>;

/// One line: its word, its colour, its value in a view.
struct Line {
    key: &'static str,
    ink: Rgba,
    value: fn(&View) -> u32,
}

/// Two lines share a chart.
const CHARTS: [[Line; 2]; 6] = [
    [
        Line { key: "picture-chart-hope", ink: HOPE, value: |view| view.hope.len() as u32 },
        Line {
            key: "picture-chart-discontent",
            ink: ALARM,
            value: |view| view.discontent.len() as u32,
        },
    ],
    [
        Line { key: "picture-chart-citizens", ink: SOFT, value: citizens },
        Line { key: "picture-chart-sick", ink: ALARM, value: sick },
    ],
    [
        Line { key: "picture-chart-heat", ink: EMBER, value: |view| view.generator.heat.into() },
        Line { key: "picture-chart-cold", ink: ICE, value: |view| view.generator.cold.into() },
    ],
    [
        Line { key: "picture-chart-food", ink: rgb(0xf2_d5_4e), value: |view| view.food.into() },
        Line { key: "picture-chart-hunger", ink: ALARM, value: |view| view.hunger.into() },
    ],
    [
        Line { key: "picture-chart-coal", ink: SOFT, value: |view| stored(view, "coal") },
        Line {
            key: "picture-chart-wood",
            ink: rgb(0xd2_99_66),
            value: |view| stored(view, "wood"),
        },
    ],
    [
        Line {
            key: "picture-chart-stress",
            ink: EMBER,
            value: |view| view.generator.stress.into(),
        },
        Line { key: "picture-chart-corpses", ink: SOFT, value: |view| view.corpses.into() },
    ],
];

/// The course of a campaign; none without views, or if one of them is none.
pub fn chart(views: &[Value], words: &dyn Localize) -> Option<Picture> {
    let views = read(views)?;
    let said = Said(words);
    let (first, last) = (views.first()?, views.last()?);
    let _place = DrawPermit::take();
    let png = draw(&views, said)?.png()?;
    Some(Picture { png, alt: alt::of_chart(first, last, said) })
}

/// Views by round; none if one of them is none.
pub(super) fn read(views: &[Value]) -> Option<Vec<View>> {
    let views = views.iter().map(|view| View::deserialize(view).ok());
    Some(by_round(views.collect::<Option<Vec<View>>>()?))
}

/// One view a round, the last of several; before the setup is done there is no city to draw.
fn by_round(mut views: Vec<View>) -> Vec<View> {
    if views.iter().any(|view| view.phase != "setup") {
        views.retain(|view| view.phase != "setup");
    }
    let rounds: BTreeMap<u8, View> = views.into_iter().map(|view| (view.round, view)).collect();
    rounds.into_values().collect()
}

/// The charts on a sheet.
pub(super) fn draw(views: &[View], said: Said) -> Option<Surface> {
    let (wide, high) = SIZE;
    let mut sheet = Surface::new(wide, high, GROUND)?;
    let mut pen = Painter::new(&mut sheet);
    let page = Rect::new(0.0, 0.0, wide as f32, high as f32).inset(12.0);
    let (title, page) = page.cut_top(34.0);
    let (events, page) = page.cut_top(90.0);
    happened::draw(&mut pen, views, said, Rect { h: 80.0, ..events });
    pen.write(&said.key("picture-chart-title"), title, TextStyle::new(24.0, TEXT).bold().centred());
    for (at, lines) in CHARTS.iter().enumerate() {
        let row = page.row(at / ROW, CHARTS.len() / ROW);
        let frame = Rect { h: row.h - 6.0, ..row }.column(at % ROW, ROW, 10.0);
        pen.panel(frame, 8.0, PANEL);
        let (legend, plot) = frame.inset(8.0).cut_top(28.0);
        names(&mut pen, said, lines, legend);
        plot_lines(pen.area(), views, lines, plot)?;
    }
    pen.finish()?;
    Some(sheet)
}

/// Which line is which: the stroke and the point of each, and its word.
fn names(pen: &mut Painter, said: Said, lines: &[Line; 2], frame: Rect) {
    for (at, line) in lines.iter().enumerate() {
        let frame = frame.column(at, 2, 6.0);
        let y = frame.centre().1;
        let (from, to) = (frame.x + 2.0, frame.x + 30.0);
        if at == 0 {
            pen.line(&[(from, y), (to, y)], line.ink, 2.0);
            pen.disc((frame.x + 16.0, y), 4.0, line.ink);
        } else {
            pen.line(&[(from, y), (from + 7.0, y)], line.ink, 2.0);
            pen.line(&[(to - 7.0, y), (to, y)], line.ink, 2.0);
            let x = frame.x + 16.0;
            pen.shape(&[(x, y - 5.0), (x + 5.0, y + 4.0), (x - 5.0, y + 4.0)], line.ink);
        }
        let word = said.key(line.key);
        let room = frame.cut_left(38.0).1;
        pen.write(&word, room, TextStyle::new(19.0, TEXT).bold());
    }
}

fn fine(pixels: f32) -> i32 {
    (pixels * FINE).round() as i32
}

/// Even steps of one, two or five, and so many of them at most.
fn ticks(from: i32, to: i32, most: i32) -> Vec<i32> {
    let tens = (0..6).map(|zeros| 10_i32.pow(zeros));
    let mut steps = tens.flat_map(|ten| [ten, 2 * ten, 5 * ten]);
    let step = steps.find(|step| (to - from) / step < most).unwrap_or(1_000_000);
    (from..=to).step_by(step as usize).collect()
}

fn plot_lines(
    area: &DrawingArea<PlotBackend, Shift>,
    views: &[View],
    lines: &[Line; 2],
    frame: Rect,
) -> Option<()> {
    let size = (fine(frame.w), fine(frame.h));
    let area = area.clone().shrink((fine(frame.x), fine(frame.y)), size);
    let [first, second] = [values(views, &lines[0]), values(views, &lines[1])];
    let last = views.iter().map(|view| i32::from(view.rounds.max(view.round))).max()?;
    let top = first.iter().chain(&second).map(|(_, value)| *value).max()?.max(4);
    let top = top + top / 10 + 1;
    let start = first.first()?.0.min(1);
    // Plotters' own search for ticks does not end for every range.
    let x = (start..last.max(2)).with_key_points(ticks(start, last, 8));
    let y = (0..top).with_key_points(ticks(0, top, 5));
    let mut chart = ChartBuilder::on(&area)
        .margin_right(fine(10.0))
        .margin_top(fine(8.0))
        .set_label_area_size(LabelAreaPosition::Left, fine(38.0))
        .set_label_area_size(LabelAreaPosition::Bottom, fine(24.0))
        .build_cartesian_2d(x, y)
        .ok()?;
    mesh(&mut chart)?;
    dashed(&mut chart, &second, lines[1].ink)?;
    unbroken(&mut chart, &first, lines[0].ink)
}

/// The value of each round.
fn values(views: &[View], line: &Line) -> Vec<(i32, i32)> {
    views.iter().map(|view| (i32::from(view.round), (line.value)(view) as i32)).collect()
}

fn mesh(chart: &mut Plot) -> Option<()> {
    let font = FontDesc::new(FontFamily::Name(SANS), f64::from(15.0 * FINE), FontStyle::Normal);
    chart
        .configure_mesh()
        .bold_line_style(EDGE.mix(0.5).stroke_width(fine(1.0) as u32))
        .axis_style(EDGE.stroke_width(fine(1.0) as u32))
        .set_all_tick_mark_size(fine(3.0))
        .label_style(font.color(&SOFT))
        .draw()
        .ok()
}

fn stroke(ink: Rgba) -> ShapeStyle {
    ink.stroke_width(fine(2.0) as u32)
}

fn unbroken(chart: &mut Plot, points: &[(i32, i32)], ink: Rgba) -> Option<()> {
    chart.draw_series(LineSeries::new(points.to_vec(), stroke(ink))).ok()?;
    let points = points.iter().map(|at| Circle::new(*at, fine(4.0), ink.filled()));
    chart.draw_series(points).ok().map(|_| ())
}

fn dashed(chart: &mut Plot, points: &[(i32, i32)], ink: Rgba) -> Option<()> {
    let line = DashedLineSeries::new(points.to_vec(), fine(8.0), fine(6.0), stroke(ink));
    chart.draw_series(line).ok()?;
    let points = points.iter().map(|at| TriangleMarker::new(*at, fine(5.0), ink.filled()));
    chart.draw_series(points).ok().map(|_| ())
}
