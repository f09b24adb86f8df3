//! A module.
const std = @import("std");
const mem = std.mem;
pub const c = @cImport({ @cInclude("x.h"); });
pub usingnamespace @import("other.zig");

/// The limit.
pub const limit: usize = 3;
var counter: u32 = 0;
threadlocal var local_state: u8 = 0;
extern var external: c_int;

/// A deck.
pub const Deck = struct {
    cards: []u8,
    count: usize = 0,
    comptime tag: u8 = 1,

    const Self = @This();
    pub const empty: Self = .{ .cards = &.{} };
    const Inner = struct { x: i32, };

    /// Makes one.
    pub fn init(gpa: std.mem.Allocator) !Self {
        const local = 1;
        var other = struct { fn nested() void {} };
        return .{};
    }
    fn hidden(self: *Self) void {}
    pub inline fn quick() void {}

    test "in struct" {}
};
const Packed = packed struct(u8) { a: u1, b: u7 };
const Ext = extern struct { a: c_int };
pub const Color = enum(u8) { red, green = 2, _, pub fn f() void {} };
pub const Shape = union(enum) { circle: f32, square: struct { side: f32 }, none };
const Bare = union { a: u8, b: u16 };
const Op = opaque { pub fn m() void {} };
pub const Err = error{ OutOfCards, Other };
const Set = error{A} || error{B};

pub fn main() !void {
    try std.io.getStdOut().writer().print("{}", .{1});
}
export fn exported(a: c_int) callconv(.C) c_int { return a; }
extern "c" fn printf(fmt: [*:0]const u8, ...) c_int;
pub fn Generic(comptime T: type) type {
    return struct {
        value: T,
        pub fn get(self: @This()) T { return self.value; }
        const Node = struct { next: ?*Node };
    };
}
noinline fn never() noreturn { while (true) {} }
fn cb(f: *const fn (u8) void) void { f(1); }
const alias = Deck.init;
const table = [_]u8{ 1, 2 };
const @"odd name" = 1;

comptime {
    _ = Deck;
}
test "deck works" {
    const x = 1;
    try std.testing.expect(x == 1);
}
test limit {}
test {
    _ = @import("more.zig");
}
