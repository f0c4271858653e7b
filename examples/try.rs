use emberhall::frostpunk::{policy, content, rules::{self, *}};
fn main(){
    let pack = match content::builtin(){Ok(p)=>p,Err(e)=>{println!("{e}");return;}};
    let n: u64 = std::env::args().nth(1).and_then(|s|s.parse().ok()).unwrap_or(10);
    let checks = std::env::args().nth(2).is_none();
    let t=std::time::Instant::now();
    let mut total=0u64; let mut causes=std::collections::BTreeMap::new(); let mut maxlen=0; let mut maxc=0;
    for seed in 0..n {
        let players=(seed%4+1) as usize;
        let setup=rules::Setup{advisors: ids::Advisor::ALL[..players].to_vec(), scenario:"crater".into(), society:"1-normal".into(), random_discard:None, icons_on_steps:None};
        let (mut city,_)=rules::start(&pack,&setup,seed).unwrap();
        let mut d=dice::Dice::new(seed^0xabc);
        let mut steps=0;
        while city.outcome.is_none(){
            let at=d.below(city.pending.len() as u32) as usize;
            let p=city.pending[at].clone();
            let list=rules::choices(&pack,&city,&p.ask);
            if list.len()>maxc {maxc=list.len(); println!("{} choices {:?}",maxc,p.ask);}
            let open:Vec<_>=list.iter().filter(|c|c.blocked.is_none()).collect();
            let pick=if std::env::var("GREEDY").is_ok() {policy::greedy(&pack,&city,at,seed).unwrap().pick} else {open[d.below(open.len() as u32) as usize].pick};
            if let Err(e)=rules::apply_pick(&pack,&mut city,p.id,pick){println!("seed {seed} step {steps} {:?} {:?}: {e}",p.ask,pick);return;}
            if checks { if let Err(e)=check::invariants(&pack,&city){println!("seed {seed} step {steps} {:?} {:?}: {e}",p.ask,pick);return;} }
            steps+=1; total+=1;
            if steps>100000 {println!("endless {seed}");return;}
        }
        if checks {let s=serde_json::to_string(&save::Save::of(&pack,&city)).unwrap().len(); maxlen=maxlen.max(s);}
        *causes.entry(format!("{:?}",city.outcome)).or_insert(0)+=1;
        *causes.entry(format!("round {:02}",city.round)).or_insert(0)+=1;
    }
    println!("{causes:#?} decisions {total} in {:?} = {}/s maxsave {maxlen}",t.elapsed(), total as f64/t.elapsed().as_secs_f64());
}
