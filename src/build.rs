//! Content files are embedded into the program; without this a change of them
//! alone would not be noticed.

fn main() {
    println!("cargo::rerun-if-changed=data");
    println!("cargo::rerun-if-changed=migrations");
}
