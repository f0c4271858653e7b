use emberhall::frostpunk::{policy, content, rules::{self, *}};
fn main(){
    let pack = content::builtin().unwrap();
    let seed: u64 = std::env::args().nth(1).and_then(|s|s.parse().ok()).unwrap_or(0);
    let setup=rules::Setup{advisors: ids::Advisor::ALL[..3].to_vec(), scenario:"crater".into(), society:"1-normal".into(), random_discard:None, icons_on_steps:None};
    let (mut city,_)=rules::start(&pack,&setup,seed).unwrap();
    while city.outcome.is_none(){
        let p=city.pending[0].clone();
        let g=policy::greedy(&pack,&city,0,seed).unwrap();
        println!("R{} ? {:?} -> {} ({})",city.round,p.ask,keys::key(look::Look::new(&pack,&city),&p.ask,g.pick),g.value);
        let ev=rules::apply_pick(&pack,&mut city,p.id,g.pick).unwrap();
        for e in ev { match e { event::Event::Revealed{card}|event::Event::Mourned{card,..} => println!("      {:?} {}",e,pack.card(card).id), event::Event::Phase(p)=>println!("   == {p:?} round {} food {} hunger {} sick {:?} supply {:?} heat {} cold {} stress {} hope {:?} disc {:?}",city.round,city.food,city.hunger,city.sick,city.supply,city.generator.heat,city.generator.cold,city.generator.stress,city.tokens[0].iter().map(|t|(t.mood.key(),t.active)).collect::<Vec<_>>(),city.tokens[1].len()), _=>println!("      {e:?}") } }
    }
}
