use emberhall::frostpunk::{policy::{self,Weights}, content, rules::{self, *}};
fn play(pack:&program::Pack, seed:u64, w:&Weights)->i64{
    let setup=rules::Setup{advisors: ids::Advisor::ALL[..3].to_vec(), scenario:"crater".into(), society:"1-normal".into(), random_discard:None, icons_on_steps:None};
    let (mut city,_)=rules::start(pack,&setup,seed).unwrap();
    while city.outcome.is_none(){
        let p=city.pending[0].clone();
        let g=policy::greedy_with(pack,&city,0,seed,w).unwrap();
        rules::apply_pick(pack,&mut city,p.id,g.pick).unwrap();
    }
    let won=matches!(city.outcome,Some(state::Outcome::Won));
    i64::from(city.round)*10 + if won {100} else {0}
}
fn arr(w:&Weights)->Vec<i64>{ vec![w.hope,w.discontent,w.citizen,w.sick,w.sick_square,w.skull,w.spent,w.corpse,w.hunger,w.mouth[0],w.mouth[1],w.mouth[2],w.coal,w.wood,w.core,w.sleeper,w.icon,w.warm_work,w.slot,w.law,w.technology,w.scout,w.hunting,w.works,w.stress,w.overflow,w.ill] }
fn from(a:&[i64])->Weights{ Weights{hope:a[0],discontent:a[1],citizen:a[2],sick:a[3],sick_square:a[4],skull:a[5],spent:a[6],corpse:a[7],hunger:a[8],mouth:[a[9],a[10],a[11]],coal:a[12],wood:a[13],core:a[14],sleeper:a[15],icon:a[16],warm_work:a[17],slot:a[18],law:a[19],technology:a[20],scout:a[21],hunting:a[22],works:a[23],stress:a[24],overflow:a[25],ill:a[26]} }
fn main(){
    let pack=content::builtin().unwrap();
    let mut d=dice::Dice::new(std::process::id() as u64);
    let mut best=arr(&policy::WEIGHTS); let mut score=-1; let mut base=1000u64;
    for it in 0..100000 {
        let mut c=best.clone();
        if it>0 { for _ in 0..1+d.below(4) { let i=d.below(c.len() as u32) as usize; let f=[40,60,75,130,160,220][d.below(6) as usize]; c[i]=(c[i]*f/100).max(0)+i64::from(d.below(2)); } }
        if it%12==0 { base=1000+d.below(100000) as u64; score=(0..24).map(|s|play(&pack,base+s,&from(&best))).sum(); println!("rebase {score} {best:?}"); }
        let mut s=0; let mut ok=true;
        for k in 0..24 { s+=play(&pack,base+k,&from(&c)); if k==7 && s*3 < score*8/10 {ok=false;break;} }
        if ok && s>score { score=s; best=c; println!("it {it} score {} {best:?}",score as f64/24.0); }
    }
}
