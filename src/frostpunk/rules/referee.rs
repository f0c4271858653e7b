//! The loop: step until something is asked, the campaign ends, or a card breaks.
//!
//! May use: everything of the rules. Deliberately absent: waiting of any kind.
//! What is unfinished is on the city's stack, so the loop can stop anywhere
//! and a loaded city goes on as if it had never stopped.

use super::choices;
use super::decision::{Ask, Pending, Pick};
use super::event::Event;
use super::frame::{Ctx, Frame, Mark, Step};
use super::ids::{BlockId, Loss};
use super::look::Look;
use super::program::{Op, Pack};
use super::state::{City, Outcome};

/// Steps one answer may cause before a card is called broken.
const FUEL: u32 = 20_000;

/// The rules at work on a city.
pub struct Referee<'a> {
    /// The content.
    pub pack: &'a Pack,
    /// The state.
    pub city: &'a mut City,
    /// What happened.
    pub out: &'a mut Vec<Event>,
}

impl<'a> Referee<'a> {
    /// A referee for one answer.
    pub fn new(pack: &'a Pack, city: &'a mut City, out: &'a mut Vec<Event>) -> Self {
        Referee { pack, city, out }
    }

    /// Questions about the city.
    pub fn look(&self) -> Look<'_> {
        Look::new(self.pack, self.city)
    }

    /// Reports a change.
    pub fn tell(&mut self, event: Event) {
        self.out.push(event);
    }

    /// Puts a step on the stack: it is done before what is already there.
    pub fn push(&mut self, step: Step) {
        self.city.stack.push(Frame::Do(step));
    }

    /// Puts a place of the round on the stack.
    pub fn go(&mut self, mark: Mark) {
        self.push(Step::Go(mark));
    }

    /// Puts a block of effects on the stack.
    pub fn run_block(&mut self, block: BlockId, ctx: Ctx) {
        self.city.stack.push(Frame::Run(block, 0, ctx));
    }

    /// Opens a decision.
    pub fn ask(&mut self, ask: Ask) {
        let id = self.city.next_decision;
        self.city.next_decision += 1;
        self.city.pending.push(Pending { id, ask });
    }

    /// The campaign is lost; the first cause counts.
    pub fn lose(&mut self, loss: Loss) {
        if self.city.outcome.is_none() {
            self.city.outcome = Some(Outcome::Lost(loss));
            self.tell(Event::Lost(loss));
        }
    }

    /// The goal is reached.
    pub fn win(&mut self) {
        if self.city.outcome.is_none() {
            self.city.outcome = Some(Outcome::Won);
            self.tell(Event::Won);
        }
    }

    /// Goes on until a decision with two answers is open or the campaign is over.
    pub fn go_on(&mut self) -> Result<(), String> {
        for _ in 0..FUEL {
            if self.city.outcome.is_some() {
                self.city.stack.clear();
                self.city.pending.clear();
                return Ok(());
            }
            if !self.city.pending.is_empty() {
                if self.take_single()? {
                    continue;
                }
                return Ok(());
            }
            let Some(frame) = self.city.stack.pop() else {
                return Err("nothing is left to do, but the campaign is not over".to_owned());
            };
            self.step(frame);
        }
        Err(format!("no end after {FUEL} steps; on the stack: {:?}", self.city.stack.last()))
    }

    /// Takes the first open decision that has a single possible answer.
    fn take_single(&mut self) -> Result<bool, String> {
        for at in 0..self.city.pending.len() {
            let ask = self.city.pending[at].ask.clone();
            match choices::single(self.look(), &ask) {
                choices::Open::Many => {}
                choices::Open::None => return Err(format!("nothing can be answered to {ask:?}")),
                choices::Open::One(pick) => {
                    self.city.pending.remove(at);
                    self.tell(Event::Taken { ask: Box::new(ask.clone()), pick });
                    self.answer(ask, pick);
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn step(&mut self, frame: Frame) {
        match frame {
            Frame::Do(step) => self.do_step(step),
            Frame::Repeat(block, left, ctx) => {
                if left > 0 {
                    self.city.stack.push(Frame::Repeat(block, left - 1, ctx));
                    self.run_block(block, ctx);
                }
            }
            Frame::Run(block, next, ctx) => {
                let pack = self.pack;
                let Some(op) = pack.block(block).get(usize::from(next)) else {
                    return;
                };
                // Moving on before the effect runs: resuming is never "run it again".
                self.city.stack.push(Frame::Run(block, next + 1, ctx));
                self.exec(op, ctx);
            }
        }
    }

    /// Puts a step below what a card is doing, for effects that act after the whole of it:
    /// below the running block, and those it is a part of.
    pub fn push_below(&mut self, step: Step) {
        let of = |frame: &Frame| match frame {
            Frame::Run(_, _, ctx) | Frame::Repeat(_, _, ctx) => Some(ctx.me),
            Frame::Do(_) => None,
        };
        let own = self.city.stack.last().and_then(of);
        let running = self.city.stack.iter().rev().take_while(|f| own.is_some() && of(f) == own);
        let at = self.city.stack.len() - running.count();
        self.city.stack.insert(at, Frame::Do(step));
    }

    /// Runs an accepted answer.
    pub fn take(&mut self, id: u32, pick: Pick) -> Result<(), String> {
        let Some(at) = self.city.pending.iter().position(|p| p.id == id) else {
            return Err(format!("decision {id} is not open"));
        };
        let pending = self.city.pending.remove(at);
        self.answer(pending.ask, pick);
        self.go_on()
    }

    /// Runs one effect.
    pub fn exec(&mut self, op: &Op, ctx: Ctx) {
        super::exec::run(self, op, ctx);
    }
}
