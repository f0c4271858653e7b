//! What an accepted answer does: one arm per question, each one call.
//!
//! May use: `referee`, `changes`. Deliberately absent: checks of legality; an
//! answer arrives here only after `choices` listed it.

use super::decision::{Ask, KindWhy, Pick, ResourceWhy, SpaceWhy, Within};
use super::event::Event;
use super::frame::{Ctx, Mark, Step};
use super::ids::{BlockId, CardId, Kind, Mood, OptionsId, Ring, Seat, Stuff, Track};
use super::map::Space;
use super::program::{Good, Op};
use super::referee::Referee;

impl Referee<'_> {
    /// Does what was answered.
    pub fn answer(&mut self, ask: Ask, pick: Pick) {
        match (ask, pick) {
            (Ask::StartCorner, Pick::Corner(corner)) => self.draw_walls(corner),
            (Ask::Opening(seat), Pick::Card(card)) => self.choose_opening(seat, card, false),
            (Ask::OpeningUnpaid(seat), Pick::Card(card)) => self.choose_opening(seat, card, true),
            (Ask::Option(options, ctx), Pick::Option(at)) => self.option_chosen(options, at, ctx),
            (Ask::Price(options, option, ctx), Pick::Option(price)) => {
                self.push(Step::Pay(options, option, price, ctx));
            }
            (Ask::Resource(why, left), pick) => self.resource_chosen(why, left, pick),
            (Ask::Fuel(_), Pick::Amount(coal)) => self.burn(coal),
            (Ask::Kind(why, left), Pick::Kind(kind)) => self.kind_chosen(why, kind, 1, left),
            (Ask::Kind(why, left), Pick::All(kind)) => self.kind_chosen(why, kind, left, left),
            (Ask::Token(_, tokens, _), pick) => self.token_chosen(tokens.track(), pick),
            (Ask::Cure(_), Pick::Split(split)) => self.cure_split(split),
            (Ask::Cure(points), Pick::Kind(kind)) => {
                self.shift_sick(kind, -1);
                self.push(Step::Cure(points.saturating_sub(1)));
            }
            (Ask::Treat(points), Pick::Kind(kind)) => {
                self.turn_marker(kind, false);
                self.push(Step::Treat(points.saturating_sub(1)));
            }
            (Ask::Turn, pick) => self.turn_chosen(pick),
            (Ask::EndActions, Pick::End) => self.go(Mark::Dusk),
            (Ask::EndActions, _) => self.go_on_acting(),
            (Ask::PlayCard(_), pick) => self.card_chosen(pick),
            (Ask::Figure, Pick::Meeple(meeple)) => {
                self.city.turn.meeple = Some(meeple);
                self.plan_on();
            }
            (Ask::Snow, Pick::Ring(Ring::Near)) => self.push(Step::Tiles(2, 0, false)),
            (Ask::Snow, _) => self.push(Step::Tiles(0, 1, false)),
            (Ask::Cell(_), Pick::Cell(cell)) => self.lay_tile(cell),
            (Ask::Space(why, _), pick) => self.space_chosen(why, pick),
            (Ask::SubAction(left, upgrade), pick) => self.sub_action(left, upgrade, pick),
            (Ask::BuildFree, Pick::Building(b)) => self.push(Step::PlaceBuilding(b, true)),
            (Ask::Take(_), Pick::Amount(n)) => self.take_here(n),
            (Ask::Special, Pick::Card(card)) => {
                self.city.turn.special = Some(card);
                self.plan_on();
            }
            (Ask::Deploy, Pick::Stack(stack)) => {
                self.city.turn.stack = Some(stack);
                self.plan_on();
            }
            (Ask::ScoutOrder(mask, steps), Pick::Stack(stack)) => {
                self.push(Step::MoveScouts(mask & !(1 << stack), steps));
                self.push(Step::Walk(stack, steps));
            }
            (Ask::Reach(stack, left), Pick::Skip) => self.skip(stack, left),
            (Ask::Reach(stack, _), _) => self.explore(stack),
            (Ask::Explore(stack, _), Pick::Option(option)) => self.expedition_option(stack, option),
            (Ask::Law, Pick::Card(card)) => self.pass_law(card),
            (Ask::Technology, Pick::Card(card)) => self.start_development(card),
            (Ask::Advisor, Pick::Advisor(seat)) => self.use_advisor(seat),
            (Ask::Rise, Pick::Rise) => self.rise(),
            (Ask::SickOrder(mask), Pick::Kind(kind)) => {
                self.push(Step::SickOrder(mask & !(1 << kind.at())));
                self.push(Step::SickMarker(kind));
            }
            (Ask::DuskOrder, Pick::Card(card)) => self.dusk_effect(card),
            (Ask::Mourn(kind, seat, _), Pick::Card(card)) => self.mourn(card, kind, Some(seat)),
            (Ask::Mourn(kind, seat, left), _) => {
                let next = Seat((seat.0 + 1) % self.city.seats.len().max(1) as u8);
                self.push(Step::Mourn(kind, next, left));
            }
            (Ask::Stand, Pick::Kind(kind)) => self.stand_in_cold(kind, 1),
            (Ask::Stand, Pick::All(kind)) => self.stand_in_cold(kind, self.city.night.standing),
            (Ask::TileFate(_), pick) => self.tile_fate(pick == Pick::Top),
            (Ask::Keepers(_), pick) => self.keepers_chosen(pick),
            (Ask::MoodType(track), Pick::Mood(mood)) => self.flip_type(track, mood),
            (Ask::Bury(_, then, ctx), Pick::Amount(n)) => self.buried(n, then, ctx),
            (Ask::Workshop(left), pick) => self.workshop_chosen(left, pick),
            (Ask::RemoveSpent, Pick::Kind(kind)) => self.lift_spent(kind),
            // Listed answers are all above; anything else means "nothing".
            _ => {}
        }
    }

    fn option_chosen(&mut self, options: OptionsId, at: u8, ctx: Ctx) {
        self.tell(Event::Chosen { options, option: at, card: ctx.me });
        self.charge(options, at, ctx);
    }

    /// Has an option paid for, then done; with several prices one is chosen.
    pub fn charge(&mut self, options: OptionsId, at: u8, ctx: Ctx) {
        let def = self.pack.option_list(options).get(usize::from(at));
        let prices = def.map_or(0, |def| def.costs.len());
        if prices > 1 {
            self.ask(Ask::Price(options, at, ctx));
        } else {
            self.push(Step::Pay(options, at, 0, ctx));
        }
    }

    fn resource_chosen(&mut self, why: ResourceWhy, left: u8, pick: Pick) {
        let Pick::Resource(resource) = pick else {
            return;
        };
        match why {
            ResourceWhy::Give => {
                self.shift_supply(resource, -1);
                self.push(Step::LoseAny(left.saturating_sub(1)));
            }
            ResourceWhy::PutOn(card, mask, more, _) => {
                self.shift_supply(resource, -1);
                self.shift_on_card(card, resource, 1);
                self.push(Step::PutOn(card, left.saturating_sub(1), more, mask));
            }
            ResourceWhy::TakeFrom(card) => {
                self.shift_on_card(card, resource, -1);
                self.shift_supply(resource, 1);
                self.push(Step::TakeFrom(card, left.saturating_sub(1)));
            }
        }
    }

    fn kind_chosen(&mut self, why: KindWhy, kind: Kind, n: u8, left: u8) {
        let rest = left.saturating_sub(n);
        match why {
            KindWhy::Sick if n > 1 => self.push(Step::Sick(None, n, Some(kind))),
            KindWhy::Sick => {
                self.push(Step::Sick(None, rest, None));
                self.fall_ill(kind);
            }
            KindWhy::Heal => {
                let healed = n.min(self.look().curable(kind));
                self.push(Step::Heal(left.saturating_sub(healed)));
                self.shift_sick(kind, -(healed as i8));
            }
            KindWhy::Flip => {
                self.push(Step::Flip(rest));
                self.push(Step::FlipKind(kind, n));
            }
            KindWhy::Die(silent) => {
                let dying = n.min(self.city.citizens[kind.at()]);
                self.push(Step::Die(None, left.saturating_sub(dying), silent));
                self.push(Step::Die(Some(kind), dying, silent));
            }
            KindWhy::Join => {
                self.push(Step::Settle(rest));
                self.join(kind, n);
            }
            KindWhy::Leave => {
                let gone = n.min(self.city.citizens[kind.at()]);
                self.push(Step::Leave(left.saturating_sub(gone)));
                self.shift_citizens(kind, -i16::from(gone));
            }
            KindWhy::Spent(mask) => {
                self.push(Step::Spent(mask, rest));
                self.add_spent(kind, n);
            }
        }
    }

    fn token_chosen(&mut self, track: Track, pick: Pick) {
        match pick {
            Pick::Draw => self.draw_token(track, false),
            Pick::Activate(mood) => {
                self.flip_token(mood, true);
            }
            Pick::Exhaust(mood) => {
                self.flip_token(mood, false);
            }
            Pick::Remove(mood) => self.remove_token(mood, false),
            Pick::RemoveActive(mood) => self.remove_token(mood, true),
            _ => {}
        }
    }

    fn cure_split(&mut self, split: [u8; 3]) {
        for kind in Kind::ALL {
            self.shift_sick(*kind, -(split[kind.at()] as i8));
        }
    }

    fn turn_chosen(&mut self, pick: Pick) {
        match pick {
            Pick::Fuel => {
                self.go(Mark::Act);
                self.ask_fuel(1);
            }
            Pick::Action(action) => {
                self.city.turn.action = Some(action);
                self.plan_on();
            }
            // One seat needs no vote; with nothing left to do there is none either.
            _ if self.city.seats.len() == 1 || !self.look().any_action() => self.go(Mark::Dusk),
            _ => self.ask(Ask::EndActions),
        }
    }

    fn go_on_acting(&mut self) {
        self.city.turn.go_on = true;
        self.go(Mark::Act);
    }

    fn card_chosen(&mut self, pick: Pick) {
        self.city.turn.card_settled = true;
        if let Pick::Card(card) = pick {
            self.city.turn.card = Some(card);
        }
        self.plan_on();
    }

    fn space_chosen(&mut self, why: SpaceWhy, pick: Pick) {
        match pick {
            Pick::Space(space) => self.at_space(why, space),
            Pick::Ring(ring) => self.ask(Ask::Space(why, Within::Ring(ring))),
            Pick::Cell(cell) => self.ask(Ask::Space(why, Within::Cell(cell))),
            Pick::Building(kind) => self.ask(Ask::Space(why, Within::Kind(kind))),
            Pick::Action(action) => {
                let again = super::ids::Action::Snow == action;
                let op = if again { Op::RemoveSnow } else { Op::Construct(3, false) };
                self.exec(&op, Ctx::default());
            }
            _ => {}
        }
    }

    fn at_space(&mut self, why: SpaceWhy, space: Space) {
        match why {
            SpaceWhy::Act => {
                self.city.turn.space = Some(space);
                self.plan_on();
            }
            SpaceWhy::Build(building, free) => {
                if !free {
                    self.pay_building(building);
                }
                self.raise(building, space);
            }
            SpaceWhy::Dismantle(..) => self.tear_down(space, false),
            SpaceWhy::Destroy => self.tear_down(space, true),
            SpaceWhy::Upgrade(free) => {
                if !free {
                    self.pay_upgrade(space);
                }
                self.upgrade(space);
            }
            SpaceWhy::FromMap(only, left, missing, keep) => {
                self.push(Step::FromMap(only, left.saturating_sub(1), missing, keep));
                if keep {
                    self.collect(space, 1);
                } else {
                    self.take_off_space(space, 1);
                }
            }
            SpaceWhy::Saw(_, wood) => {
                self.take_off_space(space, 1);
                self.gain(Good::Resource(super::ids::Resource::Wood), wood);
            }
            SpaceWhy::Thump(left, each, from) => {
                self.city.turn.chosen.push(space);
                self.put_on_space(space, Stuff::Coal, each);
                self.push(Step::Thump(left.saturating_sub(1), each, from));
            }
            SpaceWhy::TakeSome(left, from) => {
                self.city.turn.chosen.push(space);
                self.collect(space, 1);
                self.push(Step::TakeSome(left.saturating_sub(1), from));
            }
            SpaceWhy::Reuse(_) | SpaceWhy::ReuseWorker => self.act_again(space),
        }
    }

    /// the action here once more, heated, without a Meeple.
    fn act_again(&mut self, space: Space) {
        let by = self.look().citizen_on(space);
        let ctx = Ctx { at: Some(space), by, ..Ctx::default() };
        if self.look().built_on(space).is_some() {
            self.use_building(ctx);
        } else {
            // The question of how much is taken looks at the turn's space.
            self.city.turn.space = Some(space);
            self.gather_here(ctx);
        }
    }

    fn sub_action(&mut self, left: u8, upgrade: bool, pick: Pick) {
        match pick {
            Pick::Building(building) => {
                self.push(Step::Construct(left.saturating_sub(1), upgrade, false));
                self.push(Step::PlaceBuilding(building, false));
            }
            Pick::Dismantle => {
                self.push(Step::Construct(left.saturating_sub(1), upgrade, false));
                self.ask(Ask::Space(
                    SpaceWhy::Dismantle(left.saturating_sub(1), upgrade),
                    Within::Map,
                ));
            }
            Pick::Upgrade => {
                // C10: two of the sub-actions, once.
                self.push(Step::Construct(left.saturating_sub(2), false, false));
                self.push(Step::Upgrade(false));
            }
            _ => {}
        }
    }

    fn take_here(&mut self, n: u8) {
        if let Some(space) = self.city.turn.space {
            self.collect(space, n);
        }
    }

    fn use_advisor(&mut self, seat: Seat) {
        let Some(advisor) = self.city.seats.get(seat.at()).map(|chair| chair.advisor) else {
            return;
        };
        self.tell(Event::AdvisorUsed { advisor });
        if let Some(card) = self.pack.advisors.iter().find(|a| a.advisor == advisor) {
            self.push(Step::Choose(card.options, Ctx::default()));
        }
    }

    /// as many cards as the Hope track allows, then it is gone.
    fn rise(&mut self) {
        self.city.call_to_rise = false;
        self.tell(Event::CallToRise);
        let hope = self.city.track(Track::Hope).len() as u8;
        let cards = self.pack.tables.call_to_rise.iter().filter(|needed| **needed <= hope).count();
        self.push(Step::Draw(Seat(0), cards as u8));
    }

    fn tile_fate(&mut self, top: bool) {
        // The deepest tile first, so that tiles put back on top keep their order.
        if !self.city.turn.tiles.is_empty() {
            let tile = self.city.turn.tiles.remove(0);
            let far = &mut self.city.decks.far;
            if top {
                far.push(tile);
            } else {
                far.insert(0, tile);
            }
            self.tell(Event::TilePut { top });
        }
        self.push(Step::LookAtTiles);
    }

    fn keepers_chosen(&mut self, pick: Pick) {
        self.city.turn.looked.clear();
        if let Pick::Card(card) = pick {
            self.park_dusk(card);
        }
        self.shuffle_dusk(false);
    }

    fn park_dusk(&mut self, card: CardId) {
        self.city.decks.dusk.retain(|c| *c != card);
        self.city.decks.dusk_discard.push(card);
        self.tell(Event::CardMoved { card, to: super::event::CardTo::DuskDiscard });
    }

    /// Temple and Agitator: all tokens of one type.
    fn flip_type(&mut self, track: Track, mood: Mood) {
        while self.flip_token(mood, track == Track::Hope) {}
    }

    fn buried(&mut self, n: u8, then: Option<BlockId>, ctx: Ctx) {
        self.shift_corpses(-i16::from(n));
        if let Some(block) = then {
            self.run_block(block, ctx);
        }
    }

    fn workshop_chosen(&mut self, left: u8, pick: Pick) {
        match pick {
            Pick::Upgrade => {
                self.push(Step::Workshop(left.saturating_sub(1)));
                self.push(Step::Upgrade(false));
            }
            Pick::Develop => {
                self.push(Step::Workshop(left.saturating_sub(1)));
                self.advance_development();
            }
            _ => {}
        }
    }
}
