//! The stable word for each kind of question; settings such as "who decides
//! what" keep it.
//!
//! May use: `decision`, `program`. Deliberately absent: sentences.

use crate::frostpunk::rules::decision::{Ask, KindWhy, ResourceWhy, SpaceWhy, TokenWhy};
use crate::frostpunk::rules::frame::Ctx;
use crate::frostpunk::rules::ids::OptionsId;
use crate::frostpunk::rules::program::Pack;

use super::super::owner::{self, Owner};

/// The stable kind of a question, for settings such as "who decides what".
pub fn kind(pack: &Pack, ask: &Ask) -> String {
    let word = match ask {
        Ask::StartCorner => "start_corner",
        Ask::Opening(_) => "opening",
        Ask::OpeningUnpaid(_) => "opening_unpaid",
        Ask::Option(options, ctx) => return option_kind(pack, *options, *ctx),
        Ask::Price(..) => "price",
        Ask::Resource(why, _) => resource_kind(*why),
        Ask::Fuel(_) => "fuel",
        Ask::Kind(why, _) => kind_kind(*why),
        Ask::Token(why, _, _) => token_kind(*why),
        Ask::Cure(_) => "cure",
        Ask::Treat(_) => "treat",
        Ask::Turn => "turn",
        Ask::EndActions => "end_actions",
        Ask::PlayCard(_) => "play_card",
        Ask::Figure => "figure",
        Ask::Snow => "snow",
        Ask::Cell(_) => "cell",
        Ask::Space(why, _) => space_kind(*why),
        Ask::SubAction(..) => "sub_action",
        Ask::BuildFree => "build_free",
        Ask::Take(_) => "take",
        Ask::Special => "special",
        Ask::Deploy => "deploy",
        Ask::ScoutOrder(..) => "scout_order",
        Ask::Reach(..) => "reach",
        Ask::Explore(..) => "explore",
        Ask::Law => "law",
        Ask::Technology => "technology",
        Ask::Advisor => "advisor",
        Ask::Rise => "rise",
        Ask::SickOrder(_) => "sick_order",
        Ask::DuskOrder => "dusk_order",
        Ask::Mourn(..) => "mourn",
        Ask::Stand => "stand",
        Ask::TileFate(_) => "tile_fate",
        Ask::Keepers(_) => "keepers",
        Ask::MoodType(_) => "mood_type",
        Ask::Bury(..) => "bury",
        Ask::Workshop(_) => "workshop",
        Ask::RemoveSpent => "remove_spent",
    };
    word.to_owned()
}

fn option_kind(pack: &Pack, options: OptionsId, ctx: Ctx) -> String {
    match owner::of(pack, options, ctx.me) {
        Some(Owner::Card(id)) => format!("option_{}", pack.card(id).deck.key()),
        Some(Owner::Special(_)) => "option_special".to_owned(),
        Some(Owner::Building(_)) => "option_building".to_owned(),
        Some(Owner::Advisor(_)) => "option_advisor".to_owned(),
        None => "option".to_owned(),
    }
}

fn resource_kind(why: ResourceWhy) -> &'static str {
    match why {
        ResourceWhy::Give => "resource_give",
        ResourceWhy::PutOn(..) => "resource_put",
        ResourceWhy::TakeFrom(_) => "resource_take",
    }
}

fn kind_kind(why: KindWhy) -> &'static str {
    match why {
        KindWhy::Sick => "kind_sick",
        KindWhy::Heal => "kind_heal",
        KindWhy::Flip => "kind_flip",
        KindWhy::Die(_) => "kind_die",
        KindWhy::Join => "kind_join",
        KindWhy::Leave => "kind_leave",
        KindWhy::Spent(_) => "kind_spent",
    }
}

fn token_kind(why: TokenWhy) -> &'static str {
    match why {
        TokenWhy::Increase => "token_increase",
        TokenWhy::Decrease(_) => "token_decrease",
        TokenWhy::Activate => "token_activate",
        TokenWhy::Exhaust => "token_exhaust",
        TokenWhy::Price => "token_price",
        TokenWhy::Discard => "token_discard",
    }
}

fn space_kind(why: SpaceWhy) -> &'static str {
    match why {
        SpaceWhy::Act => "space_act",
        SpaceWhy::Build(..) => "space_build",
        SpaceWhy::Dismantle(..) => "space_dismantle",
        SpaceWhy::Destroy => "space_destroy",
        SpaceWhy::Upgrade(_) => "space_upgrade",
        SpaceWhy::FromMap(..) => "space_from_map",
        SpaceWhy::Saw(..) => "space_saw",
        SpaceWhy::Thump(..) => "space_thump",
        SpaceWhy::TakeSome(..) => "space_take",
        SpaceWhy::Reuse(_) => "space_reuse",
        SpaceWhy::ReuseWorker => "space_reuse_worker",
    }
}
