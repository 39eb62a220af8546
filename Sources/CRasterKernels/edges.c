#include "vectors.h"

/// Laid out like the edges in Swift.
struct edge {
  int32_t x0, y0, x1, end;
  double slope;
};

enum { capacity = 256 };

/// Pieces of edges inside one row each.
struct pieces {
  ptrdiff_t count;
  int32_t *changes;
  uint8_t *touched;
  int32_t stride, groups;
  /// In 1/65536 pixel; the height below 0 where the outline runs up.
  int32_t xa[capacity + 8], xb[capacity + 8], height[capacity + 8];
  int32_t row[capacity + 8];
};

/// The nearest integers, ties to even: 1.5 × 2^52 leaves them in the low halves.
#define NEAREST(numbers) \
  ({ \
    i32x8 bits = (i32x8)((numbers) + 6755399441055744.0); \
    bits.s0246; \
  })
#define NEAREST8(low, high) \
  ({ \
    i32x8 a = (i32x8)((low) + 6755399441055744.0), b = (i32x8)((high) + 6755399441055744.0); \
    LANES(a, b, 0, 2, 4, 6, 8, 10, 12, 14); \
  })

/// (a × b) >> 17 where that fits 32 bits.
#define AREA(a, b) \
  ({ \
    u64x4 c = (u64x4)(a), d = (u64x4)(b); \
    i32x8 even = (i32x8)((c & 0xFFFFFFFF) * (d & 0xFFFFFFFF) >> 17), odd = (i32x8)((c >> 32) * (d >> 32) << 15); \
    LANES(even, odd, 0, 9, 2, 11, 4, 13, 6, 15); \
  })

/// The sign of another number given to one.
#define WITH_SIGN(numbers, signs) \
  ({ \
    __typeof__(numbers) negative = (signs) >> 31; \
    (((numbers) ^ negative) - negative) & ((signs) != 0); \
  })

/// Deposits a piece, eight columns at a time; x from the left border of its first column.
INLINE void deposit_wide(int32_t *changes, int32_t start, int32_t end, int32_t height, double rise) {
  const int32_t sign = height >> 31;
  const double to = end, from = start;
  // The right borders of the columns, from the first one's left border.
  f64x4 near = {1 << 16, 2 << 16, 3 << 16, 4 << 16}, far = near + (4 << 16);
  // The end of the piece from each column's left border, and its start within the first column.
  i32x8 reach = end - (i32x8){0, 1 << 16, 2 << 16, 3 << 16, 4 << 16, 5 << 16, 6 << 16, 7 << 16};
  i32x8 begin = {start}, above = 0, before = 0;
  for (;; end -= 8 << 16) {
    i32x8 below = NEAREST8(((near < to ? near : to) - from) * rise, ((far < to ? far : to) - from) * rise);
    // The last of eight comes first, for the next eight.
    i32x8 turned = below.s70123456;
    i32x8 part = below - LANES(turned, above, 8, 1, 2, 3, 4, 5, 6, 7);
    i32x8 width = __builtin_elementwise_min(reach, (i32x8)0x10000) + begin;
    i32x8 next = AREA(part, width);
    i32x8 moved = next.s70123456;
    i32x8 amount = part - next + LANES(moved, before, 8, 1, 2, 3, 4, 5, 6, 7), sums;
    LOAD(sums, changes);
    sums += (amount ^ sign) - sign;
    STORE(changes, sums);
    if (end < 7 << 16) return;
    changes += 8, above = turned, before = moved, begin = 0;
    near += 8 << 16, far += 8 << 16, reach -= 8 << 16;
  }
}

/// Deposits eight pieces: those in at most two columns all at once, the others one by one.
INLINE void deposit8(const struct pieces *pieces, ptrdiff_t i) {
  i32x8 a, b, row, sign;
  LOAD(a, pieces->xa + i), LOAD(b, pieces->xb + i), LOAD(row, pieces->row + i), LOAD(sign, pieces->height + i);
  i32x8 height = __builtin_elementwise_abs(sign);
  i32x8 left = __builtin_elementwise_min(a, b), right = __builtin_elementwise_max(a, b);
  i32x8 first = left >> 16, last = right >> 16, start = left & 0xFFFF, end = right - (first << 16);
  i32x8 width = right - left, rest = 0x10000 - start;
  f64x4 h0 = CONVERT(height.lo, f64x4), h1 = CONVERT(height.hi, f64x4);
  f64x4 rise0 = h0 / CONVERT(width.lo, f64x4), rise1 = h1 / CONVERT(width.hi, f64x4);
  // The height in the first column: all of it where the piece goes straight down, which has an infinite rise.
  f64x4 y0 = CONVERT(rest.lo, f64x4) * rise0, y1 = CONVERT(rest.hi, f64x4) * rise1;
  i32x8 y = NEAREST8(y0 < h0 ? y0 : h0, y1 < h1 ? y1 : h1);
  i32x8 below = height - y;
  i32x8 next = AREA(y, start + __builtin_elementwise_min(end, (i32x8)0x10000));
  i32x8 beyond = AREA(below, __builtin_elementwise_max(end - 0x10000, (i32x8)0));
  i32x8 is_wide = last - first > 1;
  sign &= ~is_wide;
  int32_t own[8], second[8], third[8], position[8], group[8], last_group[8];
  i32x8 marks = row * pieces->groups, positions = row * pieces->stride + first;
  i32x8 change = WITH_SIGN(y - next, sign);
  STORE(own, change);
  change = WITH_SIGN(next + below - beyond, sign);
  STORE(second, change);
  change = WITH_SIGN(beyond, sign);
  STORE(third, change);
  STORE(position, positions);
  positions = marks + (first >> 3), marks += (last + 1) >> 3;
  STORE(group, positions);
  STORE(last_group, marks);
  for (int k = 0; k < 8; k++) {
    int32_t *changes = pieces->changes + position[k];
    changes[0] += own[k], changes[1] += second[k], changes[2] += third[k];
    pieces->touched[group[k]] = 1, pieces->touched[last_group[k]] = 1;
  }
  bits8 wide_bits = CONVERT(is_wide, bits8);
  uint8_t wide;
  LOAD(wide, &wide_bits);
  if (wide == 0) return;
  int32_t starts[8], ends[8];
  double rises[8];
  STORE(starts, start);
  STORE(ends, end);
  STORE(rises, rise0);
  STORE(rises + 4, rise1);
  for (unsigned bits = wide; bits != 0; bits &= bits - 1) {
    int k = __builtin_ctz(bits);
    deposit_wide(pieces->changes + position[k], starts[k], ends[k], pieces->height[i + k], rises[k]);
    for (int32_t g = group[k] + 1; g < last_group[k]; g++) pieces->touched[g] = 1;
  }
}

INLINE void deposit_all(struct pieces *pieces) {
  if (pieces->count == 0) return;
  // The last of them again without any height makes eights full.
  ptrdiff_t count = pieces->count, last = count - 1;
  for (ptrdiff_t i = count; i < ((count + 7) & ~(ptrdiff_t)7); i++) {
    pieces->xa[i] = pieces->xa[last], pieces->xb[i] = pieces->xb[last], pieces->row[i] = pieces->row[last];
    pieces->height[i] = 0;
  }
  for (ptrdiff_t i = 0; i < count; i += 8) deposit8(pieces, i);
  pieces->count = 0;
}

/// Cuts an edge at rows into pieces, four rows at a time.
INLINE void cut(const struct edge *edge, int32_t top, int32_t bottom, struct pieces *pieces) {
  int32_t y0 = edge->y0, y1 = edge->end >> 1;
  int32_t y = y0 > top ? y0 : top, end = y1 < bottom ? y1 : bottom;
  if (y >= end) return;
  int32_t row = (y - top) >> 8, rows = ((end - top - 1) >> 8) - row + 1;
  const double x0 = (double)edge->x0 * 256, slope = edge->slope;
  const int32_t sign = -(edge->end & 1);
  // The last lane of what came before goes on as the first.
  f64x4 start = x0 + (double)(y - y0) * slope;
  i32x4 x = NEAREST(start), below = y, row4 = row + (i32x4){0, 1, 2, 3};
  for (;; rows -= 4) {
    if (pieces->count > capacity - 4) deposit_all(pieces);
    i32x4 next = __builtin_elementwise_min((row4 << 8) + (top + 256), (i32x4)end);
    i32x4 to = NEAREST(x0 + CONVERT(next - y0, f64x4) * slope);
    i32x4 from = LANES(x, to, 3, 4, 5, 6), height = (next - LANES(below, next, 3, 4, 5, 6)) << 8;
    height = (height ^ sign) - sign;
    ptrdiff_t place = pieces->count;
    STORE(pieces->xa + place, from);
    STORE(pieces->xb + place, to);
    STORE(pieces->height + place, height);
    STORE(pieces->row + place, row4);
    pieces->count = place + (rows < 4 ? rows : 4);
    if (rows <= 4) return;
    x = to, below = next, row4 += 4;
  }
}

KERNEL bool raster_deposit(
    const void *edges, size_t count, ptrdiff_t width, ptrdiff_t first_row, ptrdiff_t end_row, int32_t *changes,
    ptrdiff_t stride, uint8_t *touched, ptrdiff_t groups) {
  struct pieces pieces;
  pieces.count = 0;
  pieces.changes = changes, pieces.touched = touched;
  pieces.stride = (int32_t)stride, pieces.groups = (int32_t)groups;
  const uint32_t limit = (uint32_t)width << 8;
  bool is_complete = true;
  for (const struct edge *edge = edges, *last = edge + count; edge != last; edge++) {
    if ((uint32_t)edge->x0 > limit || (uint32_t)edge->x1 > limit) {
      is_complete = false;
      continue;
    }
    cut(edge, (int32_t)first_row << 8, (int32_t)end_row << 8, &pieces);
  }
  deposit_all(&pieces);
  return is_complete;
}
