//! A small program.
const std = @import("std");
const builtin = @import("builtin");
pub const limit: usize = 10;
var total: i32 = 0;
threadlocal var local_count: u8 = undefined;
extern "c" fn puts(text: [*:0]const u8) c_int;

/// A point.
pub const Point = struct {
    x: f32 = 0,
    y: f32,
    const origin = Point{ .x = 0, .y = 0 };

    pub fn init(x: f32, y: f32) Point {
        return .{ .x = x, .y = y };
    }

    fn dot(self: *const Point, other: Point) f32 {
        return self.x * other.x + self.y * other.y;
    }
};

const Color = enum(u8) { red, green = 3, blue };
const Value = union(enum) { int: i64, text: []const u8, none };
const Failure = error{ NotFound, Denied };

fn find(comptime T: type, items: []const T, wanted: T) !?usize {
    for (items, 0..) |item, index| {
        if (item == wanted) return index else continue;
    }
    return error.NotFound;
}

inline fn maximum(a: anytype, b: i32) i32 {
    return if (a > b) a else b;
}

pub fn main() !void {
    var arena = std.heap.ArenaAllocator.init(std.heap.page_allocator);
    defer arena.deinit();
    errdefer std.debug.print("failed\n", .{});
    const list = [_]i32{ 1, 2, 3 };
    const found = find(i32, &list, 2) catch |err| switch (err) {
        error.NotFound => null,
        else => return err,
    };
    if (found) |place| {
        total += @intCast(place);
    } else if (limit > 5) {
        total -= 1;
    } else {
        total = 0;
    }
    var i: usize = 0;
    while (i < 10) : (i += 1) {
        if (i == 3) break;
    }
    outer: while (true) {
        break :outer;
    }
    const color = Color.green;
    switch (color) {
        .red, .green => total = 1,
        .blue => {
            total = 2;
        },
    }
    const text =
        \\two
        \\lines
    ;
    const number = blk: {
        break :blk maximum(3, total) orelse 4;
    };
    _ = try puts(text.ptr[0..2]);
    const maybe: ?*Point = null;
    std.debug.assert(maybe.?.x != -number and !builtin.is_test);
    comptime {
        std.debug.assert(limit > 0);
    }
}

test "finding" {
    try std.testing.expectEqual(@as(usize, 1), 1);
}
