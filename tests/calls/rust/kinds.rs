//! The ways in which calls are written in Rust.
use std::collections::HashMap;
use std::fmt;
use std::ops::Add;

fn start() -> i32 { 1 }
fn stop() -> i32 { 2 }
fn pause() -> i32 { 3 }

trait Opener {
    fn open(&self) -> i32;
    fn twice(&self) -> i32 { self.open() + self.open() } // -> Opener.open, File.open, Folder.open
    fn make() -> Self where Self: Sized;
}

#[derive(Clone)]
struct File { name: String, hook: fn() -> i32 }
struct Folder { files: Vec<File>, boxed: Box<dyn Opener> }

impl File {
    const SIZE: i32 = size(); // -> size
    fn new(name: &str) -> Self { File { name: name.to_string(), hook: start } }
    fn with(mut self, name: &str) -> Self { self.name = name.into(); self }
    fn read(&self) -> i32 { self.open() + (self.hook)() } // -> File.open, ~start
    fn other() -> File { Self::new("x").with("y") } // -> File.new, File.with
}
const fn size() -> i32 { 4 }

impl Opener for File {
    fn open(&self) -> i32 { start() } // -> start
    fn make() -> Self { File::new("made") } // -> File.new
}
impl Opener for Folder {
    fn open(&self) -> i32 {
        let mut sum = 0;
        for file in &self.files { sum += file.open(); } // -> File.open
        for file in self.files.iter() { sum += file.read(); } // -> File.read
        sum + self.boxed.open() // -> Opener.open, File.open, Folder.open
    }
    fn twice(&self) -> i32 { 5 }
    fn make() -> Self { Folder { files: vec![File::new("a")], boxed: Box::new(File::new("b")) } } // -> File.new
}

fn by_trait(opener: &dyn Opener) -> i32 { opener.open() } // -> Opener.open, File.open, Folder.open
fn by_impl(opener: impl Opener) -> i32 { opener.twice() } // -> Opener.twice, Folder.twice
fn by_bound<T: Opener>(opener: T) -> i32 { opener.open() } // -> Opener.open, File.open, Folder.open
fn by_where<T>(opener: &T) -> i32 where T: Opener { opener.open() } // -> Opener.open, File.open, Folder.open
fn by_default() -> i32 { File::new("c").twice() } // -> File.new, Opener.twice
fn by_override() -> i32 { Folder::make().twice() } // -> Folder.make, Folder.twice
fn by_qualified() -> i32 { <File as Opener>::open(&File::new("d")) } // -> File.open, File.new
fn by_path() -> i32 { Opener::open(&File::other()) } // -> Opener.open, File.open, File.other

fn apply(run: fn() -> i32) -> i32 { run() } // -> start, stop
fn generic<F: Fn() -> i32>(run: F) -> i32 { run() } // -> pause
fn boxed(run: Box<dyn Fn() -> i32>) -> i32 { run() } // -> ~stop
fn higher() -> i32 {
    let later = || pause(); // -> pause
    apply(start) + apply(stop) + generic(pause) + boxed(Box::new(stop)) + later() // -> apply, generic, boxed
}
fn choose(b: bool) -> fn() -> i32 { if b { start } else { stop } }
fn by_result() -> i32 { choose(true)() } // -> choose, ~start, ~stop
const TABLE: [(&str, fn() -> i32); 2] = [("start", start), ("stop", stop)];
fn by_table() -> i32 { TABLE[0].1() } // -> ~start, ~stop
fn by_loop() -> i32 { TABLE.iter().map(|(_, run)| run()).sum() } // -> ~start, ~stop
fn by_map() -> i32 {
    let mut map: HashMap<&str, fn() -> i32> = HashMap::new();
    map.insert("pause", pause);
    map["pause"]() // -> ~pause
}
fn by_closure_argument(files: &[File]) -> i32 {
    files.iter().map(|f| f.read()).sum::<i32>() + files.iter().map(File::read).sum::<i32>() // -> File.read
}
fn by_option(file: Option<File>) -> i32 {
    if let Some(f) = &file { f.read(); } // -> File.read
    match file { Some(f) => f.read(), None => 0 } // -> File.read
}
fn by_question(name: &str) -> Result<i32, String> {
    let file = load(name)?; // -> load
    Ok(file.read()) // -> File.read
}
fn load(name: &str) -> Result<File, String> { Ok(File::new(name)) } // -> File.new
fn in_macro() { println!("{} {}", start(), File::new("e").read()); } // -> start, File.new, File.read
fn by_vec() -> i32 { vec![File::new("f")][0].read() } // -> File.new, ~File.read

enum Shape { Round(File), Square { side: Folder } }
impl Shape {
    fn area(&self) -> i32 {
        match self {
            Shape::Round(file) => file.read(), // -> File.read
            Shape::Square { side } => side.open(), // -> Folder.open
        }
    }
}
struct Point(i32);
impl Add for Point { type Output = Point; fn add(self, other: Point) -> Point { Point(self.0 + other.0) } }
impl fmt::Display for Point { fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result { write!(f, "{}", pause()) } } // -> pause
impl From<i32> for Point { fn from(n: i32) -> Self { Point(n) } }
impl Iterator for Folder { type Item = File; fn next(&mut self) -> Option<File> { self.files.pop() } }
fn by_iterator(folder: Folder) { for file in folder { file.read(); } } // -> File.read
fn by_from() -> Point { Point::from(1) } // -> Point.from
mod inner {
    pub fn deep() -> i32 { super::start() } // -> start
    pub mod deeper { pub fn deepest() -> i32 { super::deep() + crate::stop() } } // -> deep, stop
}
use inner::deeper::{self, deepest as renamed};
fn by_use() -> i32 { renamed() + deeper::deepest() + inner::deep() } // -> deepest, deep
struct Guard<'a, T> { held: &'a T }
impl<'a, T: Opener> Guard<'a, T> {
    fn run(&self) -> i32 { self.held.open() } // -> Opener.open, File.open, Folder.open
}
fn guarded() -> i32 { Guard { held: &File::new("g") }.run() } // -> File.new, Guard.run
fn main() { in_macro(); } // -> in_macro
