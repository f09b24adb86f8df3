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
