//! Questions about the map: what stands and lies where, what is warm, and
//! where an action, a tile or a Building may go.
//!
//! May use: `look`. Deliberately absent: writes, and any list of answers.

mod acting;
mod building;
mod land;
mod warmth;
