//! What actions do on the ground: tiles, sub-actions, Thumper, Gathering Post.

use crate::frostpunk::rules::decision::{Ask, SpaceWhy, Within};
use crate::frostpunk::rules::frame::Step;
use crate::frostpunk::rules::ids::Ring;
use crate::frostpunk::rules::map::{Cell, Space};
use crate::frostpunk::rules::referee::Referee;

impl Referee<'_> {
    /// Lays tiles face down one by one; they are flipped together.
    pub fn lay_tiles(&mut self, near: u8, far: u8, instead: bool) {
        let open = |ring| self.look().free_cells(ring).next().is_some();
        if near > 0 && open(Ring::Near) {
            self.push(Step::Tiles(near - 1, far, instead));
            return self.ask(Ask::Cell(Ring::Near));
        }
        // C09: Far tiles take the place of Near tiles that find none.
        let far = if instead { far.saturating_add(near) } else { far };
        if far > 0 && open(Ring::Far) {
            self.push(Step::Tiles(0, far - 1, false));
            return self.ask(Ask::Cell(Ring::Far));
        }
        self.push(Step::FlipTiles);
    }

    /// A tile is laid on a cell; which one nobody knows yet.
    pub fn lay_tile(&mut self, cell: Cell) {
        self.city.turn.laid.push(cell);
    }

    /// Flips what was laid.
    pub fn flip_tiles(&mut self) {
        for cell in std::mem::take(&mut self.city.turn.laid) {
            if let Some(tile) = self.draw_tile(cell.ring()) {
                self.reveal_tile(cell, tile);
            }
        }
    }

    /// the next sub-action, while there is one to choose.
    pub fn construct(&mut self, left: u8, upgrade: bool, free: bool) {
        if left == 0 {
            return;
        }
        let ask = if free { Ask::BuildFree } else { Ask::SubAction(left, upgrade) };
        if self.look().can_construct(left, upgrade, free) {
            self.ask(ask);
        }
    }

    /// The Thumper's next space.
    pub fn thump_on(&mut self, left: u8, each: u8, from: Space) {
        if left > 0 && self.look().thumpable(from).next().is_some() {
            self.ask(Ask::Space(SpaceWhy::Thump(left, each, from), Within::Map));
        }
    }

    /// The next space of a Gathering Post with a limit (L01).
    pub fn take_some(&mut self, left: u8, from: Space) {
        if left > 0 && self.look().untaken(from).next().is_some() {
            self.ask(Ask::Space(SpaceWhy::TakeSome(left, from), Within::Map));
        }
    }

    /// The next Far tile being looked at (C26).
    pub fn look_at_tiles(&mut self) {
        if !self.city.turn.tiles.is_empty() {
            let seat = self.city.active;
            self.ask(Ask::TileFate(seat));
        }
    }
}

impl<'a> crate::frostpunk::rules::look::Look<'a> {
    /// Adjacent spaces with a Resource that were not taken from yet.
    pub fn untaken(self, from: Space) -> impl Iterator<Item = Space> + 'a {
        let chosen = &self.city.turn.chosen;
        let fits = move |space: &Space| from.touches(*space) && !chosen.contains(space);
        self.with_resource(None).filter(fits)
    }

    /// Is there a sub-action to choose?
    pub fn can_construct(self, left: u8, upgrade: bool, free: bool) -> bool {
        let build = self.pack.building_ids().any(|b| self.build_blocked(b, free).is_none());
        let dismantle = !free && self.removable(false).next().is_some();
        build || dismantle || (upgrade && left >= 2 && self.upgradable(false).next().is_some())
    }
}
