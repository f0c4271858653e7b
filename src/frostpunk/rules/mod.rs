//! rules
pub mod decision;
pub mod dice;
pub mod event;
pub mod frame;
pub mod ids;
pub mod map;
pub mod program;
pub mod state;
