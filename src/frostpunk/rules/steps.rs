//! One arm per step of the rules; each arm is one call.
//!
//! May use: `referee`, `changes`. Deliberately absent: lists of answers. A step
//! either does its work or opens a decision; what comes after it is already on
//! the stack.

use super::changes::{TOKENS, TRACK_END};
use super::decision::{Ask, KindWhy, ResourceWhy, SpaceWhy, TokenWhy, Within};
use super::event::{CardTo, Event};
use super::frame::{Ctx, Step};
use super::ids::{CardId, Kind, OptionsId, Resource, Seat, Track};
use super::look::{moods_with, total};
use super::map::Space;
use super::program::{After, Arrow, Cost, Deck, Good, Tokens};
use super::referee::Referee;
use super::state::Zone;

impl Referee<'_> {
    /// Does one step.
    pub fn do_step(&mut self, step: Step) {
        match step {
            Step::Go(mark) => self.advance(mark),
            Step::PayOpening(seat) => self.pay_opening(seat),
            Step::FromMap(only, left, missing, keep) => {
                self.clear_from_map(only, left, missing, keep);
            }
            Step::Increase(tokens, left) => self.increase(tokens, left),
            Step::Decrease(tokens, left, only) => self.decrease(tokens, left, only),
            Step::FlipTokens(tokens, active, left) => self.flip_tokens(tokens, active, left),
            Step::Sick(kind, left, prefer) => self.sicken(kind, left, prefer),
            Step::Heal(left) => self.heal_free(left),
            Step::Cure(points) => self.cure(points),
            Step::Treat(points) => self.treat(points),
            Step::Flip(left) => self.flip_free(left),
            Step::FlipKind(kind, left) => self.flip_often(kind, left),
            Step::Die(kind, left, silent) => self.deaths(kind, left, silent),
            Step::Mourn(kind, seat, left) => self.ask_mourners(kind, seat, left),
            Step::Settle(left) => self.settle(left),
            Step::Leave(left) => self.leave_free(left),
            Step::Spent(kinds, left) => self.spent_free(kinds, left),
            Step::LoseAny(left) => self.lose_any(left),
            Step::PutOn(card, left, more, mask) => self.put_on(card, left, more, mask),
            Step::TakeFrom(card, left) => self.take_from(card, left),
            Step::SickOrder(mask) => self.sick_order(mask),
            Step::SickMarker(kind) => self.sick_marker(kind),
            Step::DuskQueue => self.dusk_queue(),
            Step::Options(card) => self.card_options(card),
            Step::PutAway(card) => self.put_away(card),
            Step::Clear(card, false) => self.clear_card(card, CardTo::Removed),
            Step::Clear(card, true) => self.clear_card(card, CardTo::DuskDiscard),
            Step::NextDispute => self.next_dispute(),
            Step::Tiles(near, far, instead) => self.lay_tiles(near, far, instead),
            Step::FlipTiles => self.flip_tiles(),
            Step::Construct(left, upgrade, free) => self.construct(left, upgrade, free),
            Step::PlaceBuilding(building, free) => {
                self.ask(Ask::Space(SpaceWhy::Build(building, free), Within::Map));
            }
            Step::Workshop(left) => self.workshop(left),
            Step::Develop => self.develop(),
            Step::Law => self.choose_law(),
            Step::Thump(left, each, from) => self.thump_on(left, each, from),
            Step::TakeSome(left, from) => self.take_some(left, from),
            Step::LookAtTiles => self.look_at_tiles(),
            Step::MoveScouts(mask, steps) => self.move_scouts(mask, steps),
            Step::Walk(stack, steps) => self.walk(stack, steps),
            Step::Reach(stack, left) => self.ask(Ask::Reach(stack, left)),
            Step::Onward(stack, option) => self.carry_on(stack, option),
            Step::Homecoming(stack, option) => self.homecoming(stack, option),
            Step::Perform => self.perform(),
            Step::TurnOver => self.turn_over(),
            Step::Stand => self.stand(),
            Step::Option(options, option, ctx) => self.run_option(options, option, ctx),
            Step::Choose(options, ctx) => self.choose(options, ctx),
            Step::Pay(options, option, price, ctx) => self.pay(options, option, price, ctx),
            Step::ExhaustAny(track) => self.exhaust_any(track),
            Step::Draw(seat, n) => self.draw_to_hand(seat, n),
            Step::Destroy => self.destroy(),
            Step::Upgrade(free) => self.upgrade_one(free),
            Step::Reuse(not, worker) => self.reuse(not, worker),
            Step::Fuel => self.ask_fuel(0),
            Step::Win => self.win(),
            Step::Rise => self.ask_rise(),
        }
    }

    fn increase(&mut self, tokens: Tokens, left: u8) {
        if left == 0 {
            return;
        }
        self.push(Step::Increase(tokens, left - 1));
        let full = self.city.track(tokens.track()).len() >= TOKENS;
        match tokens {
            Tokens::Of(mood) => {
                // with a full Hope track only the second step is left.
                if !full {
                    self.draw_token(mood.track(), false);
                }
                self.flip_token(mood, true);
            }
            Tokens::Any(track) => {
                let exhausted = moods_with(self.city, track, false).next().is_some();
                if exhausted || !full {
                    self.ask(Ask::Token(TokenWhy::Increase, tokens, left));
                }
            }
        }
    }

    fn decrease(&mut self, tokens: Tokens, left: u8, remove_only: bool) {
        if left == 0 || self.city.track(tokens.track()).is_empty() {
            return;
        }
        self.push(Step::Decrease(tokens, left - 1, remove_only));
        match tokens {
            Tokens::Any(_) => self.ask(Ask::Token(TokenWhy::Decrease(remove_only), tokens, left)),
            //
            Tokens::Of(mood) => {
                if remove_only || !self.flip_token(mood, false) {
                    let exhausted = self.city.exhausted_of(mood) > 0;
                    self.remove_token(mood, remove_only && !exhausted);
                }
            }
        }
    }

    fn flip_tokens(&mut self, tokens: Tokens, active: bool, left: u8) {
        if left == 0 {
            return;
        }
        self.push(Step::FlipTokens(tokens, active, left - 1));
        match tokens {
            Tokens::Of(mood) => {
                self.flip_token(mood, active);
            }
            Tokens::Any(track) => {
                if moods_with(self.city, track, !active).next().is_some() {
                    let why = if active { TokenWhy::Activate } else { TokenWhy::Exhaust };
                    self.ask(Ask::Token(why, tokens, left));
                }
            }
        }
    }

    fn exhaust_any(&mut self, track: Track) {
        if moods_with(self.city, track, true).next().is_some() {
            self.ask(Ask::Token(TokenWhy::Price, Tokens::Any(track), 1));
        }
    }

    fn sicken(&mut self, kind: Option<Kind>, left: u8, prefer: Option<Kind>) {
        if left == 0 || self.city.citizens.iter().all(|n| *n == 0) {
            return;
        }
        let prefer = prefer.filter(|kind| self.city.citizens[kind.at()] > 0);
        match kind.or(prefer) {
            Some(one) => {
                self.push(Step::Sick(kind, left - 1, prefer));
                self.fall_ill(one);
            }
            None => self.ask(Ask::Kind(KindWhy::Sick, left)),
        }
    }

    fn heal_free(&mut self, left: u8) {
        if left > 0 && Kind::ALL.iter().any(|kind| self.look().curable(*kind) > 0) {
            self.ask(Ask::Kind(KindWhy::Heal, left));
        }
    }

    fn cure(&mut self, points: u8) {
        let most: u8 = Kind::ALL.iter().map(|kind| self.look().curable(*kind)).sum();
        if points.min(most) > 0 {
            self.ask(Ask::Cure(points.min(most)));
        }
    }

    fn treat(&mut self, points: u8) {
        let grave = self.city.skull.iter().filter(|skull| **skull).count() as u8;
        if points.min(grave) > 0 {
            self.ask(Ask::Treat(points.min(grave)));
        }
    }

    fn flip_free(&mut self, left: u8) {
        if left > 0 && self.city.citizens.iter().any(|n| *n > 0) {
            self.ask(Ask::Kind(KindWhy::Flip, left));
        }
    }

    fn flip_often(&mut self, kind: Kind, left: u8) {
        if left > 0 {
            self.push(Step::FlipKind(kind, left - 1));
            self.flip_marker(kind);
        }
    }

    fn deaths(&mut self, kind: Option<Kind>, left: u8, silent: bool) {
        if left == 0 || self.city.citizens.iter().all(|n| *n == 0) {
            return;
        }
        match kind {
            Some(kind) => {
                self.push(Step::Die(Some(kind), left - 1, silent));
                self.die(kind, false, silent);
            }
            None => self.ask(Ask::Kind(KindWhy::Die(silent), left)),
        }
    }

    fn ask_mourners(&mut self, kind: Kind, seat: Seat, left: u8) {
        let seats = self.city.seats.len() as u8;
        for passed in 0..left {
            let seat = Seat((seat.0 + passed) % seats);
            if self.look().hand_of_kind(seat, kind).next().is_some() {
                return self.ask(Ask::Mourn(kind, seat, left - passed - 1));
            }
        }
        if let Some(card) = self.draw_citizen() {
            self.mourn(card, kind, None);
        }
    }

    fn settle(&mut self, left: u8) {
        if left > 0 && self.city.citizens.iter().any(|n| *n < TRACK_END) {
            self.ask(Ask::Kind(KindWhy::Join, left));
        }
    }

    fn leave_free(&mut self, left: u8) {
        if left > 0 && self.city.citizens.iter().any(|n| *n > 0) {
            self.ask(Ask::Kind(KindWhy::Leave, left));
        }
    }

    fn spent_free(&mut self, kinds: u8, left: u8) {
        if left == 0 {
            return;
        }
        let most = self.pack.tables.spent_each;
        let open = |kind: &&Kind| kinds & 1 << kind.at() != 0 && self.city.spent[kind.at()] < most;
        if Kind::ALL.iter().any(|kind| open(&kind)) {
            self.ask(Ask::Kind(KindWhy::Spent(kinds), left));
        }
    }

    fn lose_any(&mut self, left: u8) {
        if left > 0 && self.city.resources() > 0 {
            self.ask(Ask::Resource(ResourceWhy::Give, left));
        }
    }

    fn put_on(&mut self, card: CardId, left: u8, more: bool, mask: u8) {
        let some = Resource::ALL.iter().any(|r| mask & 1 << r.at() != 0 && self.city.has(*r) > 0);
        if some && (left > 0 || more) && self.city.open_card(card).is_some() {
            let why = ResourceWhy::PutOn(card, mask, more, left == 0);
            self.ask(Ask::Resource(why, left));
        }
    }

    fn take_from(&mut self, card: CardId, left: u8) {
        let goods = self.city.open_card(card).map_or(0, |open| total(open.goods.iter().copied()));
        if left > 0 && goods > 0 {
            self.ask(Ask::Resource(ResourceWhy::TakeFrom(card), left));
        }
    }

    /// Removes Resources from the map; into the supply if they are kept.
    fn clear_from_map(
        &mut self,
        only: Option<Resource>,
        left: u8,
        missing: Option<Resource>,
        keep: bool,
    ) {
        if left == 0 {
            return;
        }
        if self.look().with_resource(only).next().is_some() {
            self.ask(Ask::Space(SpaceWhy::FromMap(only, left, missing, keep), Within::Map));
        } else if let Some(resource) = missing {
            self.gain(Good::Resource(resource), left);
        }
    }

    /// The options of a card; none if its instant effect removed it.
    fn card_options(&mut self, card: CardId) {
        let still_there = self.city.open_card(card).is_some();
        let (true, Some(options)) = (still_there, self.pack.card(card).options) else {
            return;
        };
        let ctx = Ctx::of(card);
        // an Event card without an option left is out of the game.
        let event = !matches!(self.pack.card(card).deck, Deck::Scenario | Deck::Dispute);
        if event && !self.look().any_open(options, ctx, 0) {
            self.push(Step::Clear(card, false));
        }
        self.choose(options, ctx);
    }

    /// Asks one of the available options; without any nothing happens.
    fn choose(&mut self, options: OptionsId, ctx: Ctx) {
        if self.look().any_open(options, ctx, 0) {
            self.ask(Ask::Option(options, ctx));
        } else if let Some(card) = ctx.me {
            self.tell(Event::NoOption { card });
        }
    }

    /// Pays a price of an option, then runs it.
    fn pay(&mut self, options: OptionsId, option: u8, price: u8, ctx: Ctx) {
        let pack = self.pack;
        let def = pack.option_list(options).get(usize::from(option));
        // the price of a Continue is due at once, its reward on the way home.
        if !def.is_some_and(|def| matches!(def.arrow, Some(Arrow::Continue(_)))) {
            self.push(Step::Option(options, option, ctx));
        }
        let costs = def.and_then(|def| def.costs.get(usize::from(price)));
        for cost in costs.into_iter().flatten() {
            match *cost {
                Cost::Spend(good, n) => self.lose_good(good, n),
                Cost::SpendAny(n) => self.push(Step::LoseAny(n)),
                Cost::Exhaust(mood) => {
                    self.flip_token(mood, false);
                }
                Cost::ExhaustAny(track) => self.push(Step::ExhaustAny(track)),
            }
        }
    }

    /// Runs an option that was paid, then follows its icon.
    fn run_option(&mut self, options: OptionsId, option: u8, ctx: Ctx) {
        let pack = self.pack;
        let Some(def) = pack.option_list(options).get(usize::from(option)) else {
            return;
        };
        if let Some(card) = ctx.me {
            self.follow_icon(card, def.after);
        }
        self.run_block(def.block, ctx);
    }

    fn follow_icon(&mut self, card: CardId, after: After) {
        if self.is_dispute(card) {
            return;
        }
        // Resources on a card that leaves are still there while its effects run.
        match after {
            After::None => {}
            After::Event => self.move_card(card, Zone::Event),
            After::Remove => self.push(Step::Clear(card, false)),
            After::Discard => self.push(Step::Clear(card, true)),
        }
    }

    fn put_away(&mut self, card: CardId) {
        let Some(open) = self.city.open_card(card) else {
            return;
        };
        let resolving = open.zone == Zone::Resolving;
        let deck = self.pack.card(card).deck;
        if self.is_dispute(card) {
            self.clear_card(card, CardTo::Removed);
            return self.push(Step::NextDispute);
        }
        if !resolving {
            return;
        }
        match deck {
            Deck::Dusk | Deck::DuskStart | Deck::Consequence => {
                self.clear_card(card, CardTo::DuskDiscard);
            }
            Deck::Scenario if self.is_storm_card(card) => self.clear_card(card, CardTo::FaceDown),
            Deck::Scenario => self.move_card(card, Zone::Scenario),
            _ => self.clear_card(card, CardTo::Removed),
        }
    }

    /// A Social Dispute follows its own procedure, whatever effects and icons say
    ///
    pub fn is_dispute(&self, card: CardId) -> bool {
        self.pack.card(card).deck == Deck::Dispute
    }

    fn is_storm_card(&self, card: CardId) -> bool {
        let scenario = self.pack.scenarios.get(usize::from(self.city.scenario));
        scenario.is_some_and(|s| s.storm_card == card)
    }

    fn destroy(&mut self) {
        if self.look().removable(true).next().is_some() {
            self.ask(Ask::Space(SpaceWhy::Destroy, Within::Map));
        }
    }

    fn upgrade_one(&mut self, free: bool) {
        if self.look().upgradable(free).next().is_some() {
            self.ask(Ask::Space(SpaceWhy::Upgrade(free), Within::Map));
        }
    }

    fn reuse(&mut self, not: Option<Space>, worker: bool) {
        let why = if worker { SpaceWhy::ReuseWorker } else { SpaceWhy::Reuse(not) };
        let ask = Ask::Space(why, Within::Map);
        if super::choices::any(self.look(), &ask) {
            self.ask(ask);
        }
    }

    fn workshop(&mut self, left: u8) {
        let ask = Ask::Workshop(left);
        if left > 0 && super::choices::useful_workshop(self.look()) {
            self.ask(ask);
        }
    }

    fn develop(&mut self) {
        let idle = self.city.development.is_none() && self.workshop_stands();
        if idle && self.city.technologies.iter().any(|t| !t.developed) {
            self.ask(Ask::Technology);
        }
    }

    fn choose_law(&mut self) {
        if self.look().law_left() {
            self.ask(Ask::Law);
        }
    }
}
