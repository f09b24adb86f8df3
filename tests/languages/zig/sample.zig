const std = @import("std");

/// A box.
pub const Box = struct {
    size: u32,
    const limit = 1;
    pub fn init(x: u32) Box {
        return .{ .size = x };
    }
};
const Mode = enum { on, off };
const Any = union(enum) { a: u8 };
const Err = error{Broken};
pub fn main() !void {
    var local: u32 = 1;
    _ = local;
}
fn Generic(comptime T: type) type {
    return struct {
        fn inner(x: T) void {}
    };
}
extern fn ext(a: i32) void;
var global: u32 = 1;
test "works" {}
