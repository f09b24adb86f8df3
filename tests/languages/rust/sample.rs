//! A crate.
use std::{fmt, io::{self, Read as R}};
pub use inner::Thing as Other;
extern crate serde as s;

/// A feed.
///
/// Of things.
#[derive(Debug)]
pub struct Feed<T> {
    pub item: T,
    count: usize,
}

// not a doc comment
pub trait Poll {
    const KIND: u8;
    type Out;
    fn poll(&mut self) -> Self::Out;
    fn all(&mut self) {}
}

impl<T> Feed<T> {
    pub(crate) const fn new(item: T) -> Self { Feed { item, count: 0 } }
}

impl<T: Clone> Poll for Feed<T>
where
    T: fmt::Debug,
{
    const KIND: u8 = 1;
    type Out = T;
    fn poll(&mut self) -> T { self.item.clone() }
}

pub enum Shape { Dot, Line { len: u8 } }
union Bits { a: u8 }
pub mod deep { pub async unsafe fn raw() {} }
macro_rules! say { ($x:expr) => { $x }; }
static mut GLOBAL: u8 = 0;
pub type Alias = Feed<u8>;

#[cfg(test)]
mod tests {
    #[test]
    fn works() {}

    #[tokio::test]
    async fn waits() {}
}

use crate::{self as root, a::b::*, c::{D, E as F}};
use super::*;
pub(crate) use self::deep::raw;
use r#type::r#match as keyword;

/** Block documented. */
#[derive(Clone)]
#[repr(C)]
pub struct Grid<const W: usize, T: Default = u8>(pub T, pub(crate) [u8; W]);
pub struct Unit;
struct Bounded<'a, T>
where
    T: 'a + ?Sized,
{
    /// The inner.
    #[serde(skip)]
    pub(super) inner: &'a T,
}

/// A shape.
#[non_exhaustive]
pub enum Kind {
    /// First.
    #[default]
    Tuple(u8, String),
    Struct { width: u32 },
    Unit = 3,
}

#[async_trait]
pub trait Source: Send + 'static {
    type Item<'a>: Clone
    where
        Self: 'a;
    const SIZE: usize = 4;
    async fn next(&mut self) -> Option<Self::Item<'_>>;
    fn map(self) -> impl Iterator<Item = u8>
    where
        Self: Sized,
    {
        std::iter::empty()
    }
}
pub unsafe auto trait Marker {}
pub trait Shorthand = Source + Send;

impl<const W: usize> Grid<W, u8> {
    pub const EMPTY: Self = Grid(0, [0; W]);
    #[inline]
    #[must_use]
    pub async unsafe extern "C" fn call<'a, F>(&'a self, f: F) -> Result<(), Box<dyn Error>>
    where
        F: Fn(&'a u8) -> u8,
    {
        fn nested() {}
        let closure = |x: u8| x + 1;
        Ok(())
    }
    fn r#type(&self) {}
}
impl<T> From<T> for Bounded<'_, T> { fn from(t: T) -> Self { todo!() } }
unsafe impl Send for Unit {}
impl fmt::Display for Kind { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { Ok(()) } }
impl<T: ?Sized> Source for &mut T { fn next(&mut self) {} }
impl dyn Source { fn object(&self) {} }
impl [u8; 3] { fn array(&self) {} }
impl !Send for Kind {}

extern "C" {
    static errno: i32;
    pub fn strlen(s: *const c_char) -> usize;
    type Opaque;
}
#[no_mangle]
pub extern "C" fn exported() {}
unsafe extern "C" { safe fn checked(); }

#[macro_export]
macro_rules! hash {
    ($($k:expr => $v:expr),*) => {{ fn inside() {} }};
}
pub macro modern($x:expr) { $x }
macro_rules! make { ($n:ident) => { fn $n() {} } }
make!(generated);
thread_local! {
    static LOCAL: u8 = 1;
}
bitflags! {
    /// Flags.
    #[derive(Debug)]
    pub struct Flags: u32 {
        const A = 1;
        const B = 1 << 1;
        /// Both.
        const AB = Self::A.bits() | Self::B.bits();
    }
}
pin_project! {
    pub struct Pinned<T> {
        #[pin]
        value: T,
    }
}
cfg_if::cfg_if! {
    if #[cfg(unix)] {
        pub fn on_unix() {}
    } else {
        pub fn elsewhere() {}
    }
}
const fn constant<const N: usize>() -> usize { N }
pub const TABLE: [u8; 3] = [
    1, 2, 3,
];
const _: () = assert!(true);
pub type Callback<'a> = Box<dyn Fn(&'a str) -> Result<(), Error> + 'a>;
type Nested = impl Sized;
pub mod elsewhere;
#[path = "x.rs"]
mod renamed;
fn generic<T, U>(_: T) -> impl Fn(U) where T: Into<U> { |_| () }
fn main() -> Result<(), Box<dyn std::error::Error>> { Ok(()) }

#[cfg(test)]
mod more {
    use super::*;
    #[rstest]
    #[case(1)]
    fn cases(#[case] n: u8) {}
    #[test]
    #[should_panic(expected = "x")]
    fn panics() {}
    #[tokio::test(flavor = "multi_thread")]
    async fn threads() {}
    proptest! {
        #[test]
        fn holds(x in 0..10) { prop_assert!(x < 10); }
    }
}
