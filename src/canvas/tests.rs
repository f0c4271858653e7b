//! The canvas: text stays in its box, the same strokes give the same bytes.
