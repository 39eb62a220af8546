#include "vectors.h"

/// All pixels from `from` up to `to` with the same coverage, 0 to 65536.
INLINE void cover_run(
    ptrdiff_t from, ptrdiff_t to, ptrdiff_t low, ptrdiff_t high, int32_t coverage, const uint16_t color[4],
    pixels4 source, uint16_t *pixels) {
  if (from < low) from = low;
  if (to > high) to = high;
  if (from >= to || coverage == 0) return;
  uint16_t *place = pixels + 4 * from;
  ptrdiff_t count = to - from;
  if (coverage == 65536 && color[3] == 65280) {
    for (; count >= 4; count -= 4, place += 16) store(place, source, 4);
    for (; count > 0; count--, place += 4) memcpy(place, color, 8);
    return;
  }
  pixels4 part = covered(source, (u32x4)(uint32_t)coverage);
  for (; count >= 4; count -= 4, place += 16) store(place, over(part, load(place, 4)), 4);
  for (; count > 0; count--, place += 4) store(place, over(part, load(place, 1)), 1);
}

/// The alphas of opaque colors with a coverage, in 1/65536: of 65280 for 1, and then of 65536, as `over` rounds them.
#define OPAQUE_ALPHAS(parts) \
  ({ \
    i32x8 alpha = (parts) + ((32768 - ((parts) << 8)) >> 16); \
    (u32x8)(alpha + (i32x8)((u32x8)((alpha << 8) + alpha + 32768) >> 16)); \
  })

/// Eight pixels under an opaque color with coverages from 0 to 65536: what `over` gives, in fewer steps.
///
/// below − ⌊(below × alpha + 32767) / 65536⌋ is ⌊(below × (65536 − alpha) + 32768) / 65536⌋.
INLINE void cover_opaque(const uint16_t color[4], const i32x8 *coverages, uint16_t *pixels) {
  i32x8 parts = *coverages;
  u16x4 one;
  LOAD(one, color);
  u16x32 source = LANES(
      one, one, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3);
  u64x8 is_whole = (u64x8)CONVERT(parts == 65536, VECTOR(int64_t, 8));
  u64x8 wide = CONVERT((u32x8)parts, u64x8), wide_alpha = CONVERT(OPAQUE_ALPHAS(parts), u64x8);
  u16x32 part = (u16x32)wide, alpha = (u16x32)wide_alpha, below;
  part = EACH8(part, 0), alpha = EACH8(alpha, 0);
  LOAD(below, pixels);
  u16x32 carry = __builtin_elementwise_sub_sat(below * alpha, (u16x32)1);
  u16x32 hidden = MULTIPLY_HIGH(below, alpha, u16x32, u32x32) + (carry >> 15);
  u16x32 result = below - hidden + SCALE32(source, part);
  result = SELECT((u16x32)is_whole, source, result);
  STORE(pixels, result);
}

/// Runs of whole coverage, of which those of at least four pixels hide what needs dithering below.
struct whole_run {
  /// -1 outside a run.
  ptrdiff_t start;
  ptrdiff_t end, low, high;
  uint8_t *mask;
};

static void end_whole_run(struct whole_run *run, ptrdiff_t x) {
  if (x > run->end) x = run->end;
  if (run->start >= 0 && x - run->start >= 4) {
    ptrdiff_t from = run->start > run->low ? run->start : run->low, to = x < run->high ? x : run->high;
    if (from < to) memset(run->mask + from, 0, (size_t)(to - from));
  }
  run->start = -1;
}

/// Adds the coverage of eight pixels from `x` on, whose bit in `whole` is set where it is whole.
static inline void add_whole(struct whole_run *run, ptrdiff_t x, int whole) {
  if (whole == (run->start >= 0 ? 0xFF : 0)) return;
  for (int i = 0; i < 8; i++) {
    bool is_whole = whole >> i & 1;
    if (is_whole && run->start < 0) run->start = x + i;
    if (!is_whole && run->start >= 0) end_whole_run(run, x + i);
  }
}

/// Pixels between two groups of eight that have the same coverage.
struct gap {
  int32_t from, to, coverage;
};

enum { max_marks = 256 };

/// Lists which of 32 groups of eight are marked, from `group` on, and clears the marks; returns how many.
INLINE ptrdiff_t take_marks(uint8_t *touched, int32_t group, int32_t *groups) {
  u8x32 marks, none = 0;
  uint32_t bits;
  LOAD(marks, touched + group);
  bits32 is_marked = CONVERT(marks != 0, bits32);
  LOAD(bits, &is_marked);
  STORE(touched + group, none);
  ptrdiff_t count = __builtin_popcount(bits);
  // Eight at a time, though fewer may be left: how many there are is hard to predict, and a wrong guess costs more.
  for (ptrdiff_t i = 0; i < count; i += 8) {
    for (int k = 0; k < 8; k++) {
      groups[i + k] = group + (int32_t)__builtin_ctz(bits | 1u << 31);
      bits &= bits - 1;
    }
  }
  return count;
}

/// Adds up eight changes and `carry`, the sum of all before, in eight lanes; takes the changes.
INLINE void sum_changes(int32_t *changes, i32x8 *carry, i32x8 *sums) {
  const i32x8 none = 0;
  i32x8 s;
  LOAD(s, changes);
  STORE(changes, none);
  // Within halves, then across them.
  s += LANES(s, none, 8, 0, 1, 2, 8, 4, 5, 6);
  s += LANES(s, none, 8, 8, 0, 1, 8, 8, 4, 5);
  s += LANES(s, none, 8, 8, 8, 8, 3, 3, 3, 3);
  s += *carry;
  *carry = s.s77777777;
  *sums = s;
}

KERNEL void raster_cover(
    int32_t *changes, uint8_t *touched, ptrdiff_t first_group, ptrdiff_t last_group, ptrdiff_t low, ptrdiff_t high,
    ptrdiff_t end, const uint16_t color[4], uint16_t *pixels, uint8_t *mask) {
  const pixels4 source = repeat(color);
  const bool is_opaque = color[3] == 65280;
  i32x8 carry = 0, parts;
  int32_t coverage = 0;
  ptrdiff_t run = first_group * 8;
  struct whole_run whole = {-1, end, low, high, mask};
  int32_t groups[max_marks + 40];
  struct gap gaps[max_marks + 40];
  for (ptrdiff_t block = first_group & ~(ptrdiff_t)31; block <= last_group;) {
    ptrdiff_t count = 0;
    for (; block <= last_group && count < max_marks; block += 32) {
      count += take_marks(touched, (int32_t)block, groups + count);
    }
    ptrdiff_t gap_count = 0;
    for (ptrdiff_t i = 0; i < count; i++) {
      ptrdiff_t x = (ptrdiff_t)groups[i] * 8;
      gaps[gap_count] = (struct gap){(int32_t)run, (int32_t)x, coverage};
      gap_count += (coverage != 0) & (run < x);
      sum_changes(changes + x, &carry, &parts);
      int32_t size = carry.x < 0 ? -carry.x : carry.x;
      coverage = size < 65536 ? size : 65536;
      run = x + 8;
      parts = __builtin_elementwise_min(__builtin_elementwise_abs(parts), (i32x8)65536);
      if (mask) {
        bits8 is_whole = CONVERT(parts == 65536, bits8);
        uint8_t bits;
        LOAD(bits, &is_whole);
        add_whole(&whole, x, bits);
      }
      if (is_opaque && x >= low && x + 8 <= high) {
        cover_opaque(color, &parts, pixels + 4 * x);
      } else if (x >= low && x + 8 <= high) {
        uint16_t *place = pixels + 4 * x;
        store(place, over(covered(source, (u32x4)parts.lo), load(place, 4)), 4);
        store(place + 16, over(covered(source, (u32x4)parts.hi), load(place + 16, 4)), 4);
      } else {
        int32_t each[8];
        STORE(each, parts);
        ptrdiff_t from = x < low ? low : x, to = x + 8 > high ? high : x + 8;
        if (from < to) raster_composite(color, each + (from - x), (size_t)(to - from), pixels + 4 * from);
      }
    }
    for (ptrdiff_t i = 0; i < gap_count; i++) {
      cover_run(gaps[i].from, gaps[i].to, low, high, gaps[i].coverage, color, source, pixels);
    }
  }
  if (coverage != 0) cover_run(run, end, low, high, coverage, color, source, pixels);
  if (mask) end_whole_run(&whole, end);
}

/// An alpha times coverages from 0 to 65536, rounded.
#define COVERED_ALPHA(alpha, coverage) (((alpha) * (coverage) + 32768) >> 16)

KERNEL void raster_alphas(
    int32_t *changes, uint8_t *touched, ptrdiff_t first_group, ptrdiff_t last_group, ptrdiff_t low, ptrdiff_t high,
    uint32_t alpha, float *alphas) {
  i32x8 carry = 0, parts;
  float value = 0;
  ptrdiff_t done = low;
  int32_t groups[40];
  alphas -= low;
  for (ptrdiff_t block = first_group & ~(ptrdiff_t)31; block <= last_group; block += 32) {
    const ptrdiff_t count = take_marks(touched, (int32_t)block, groups);
    for (ptrdiff_t i = 0; i < count; i++) {
      const ptrdiff_t x = (ptrdiff_t)groups[i] * 8;
      for (; done < x && done < high; done++) alphas[done] = value;
      sum_changes(changes + x, &carry, &parts);
      parts = __builtin_elementwise_min(__builtin_elementwise_abs(parts), (i32x8)65536);
      f32x8 values = CONVERT(COVERED_ALPHA(alpha, (u32x8)parts), f32x8);
      value = values[7];
      if (x >= low && x + 8 <= high) {
        STORE(alphas + x, values);
      } else {
        float each[8];
        STORE(each, values);
        for (ptrdiff_t to = x < low ? low : x; to < x + 8 && to < high; to++) alphas[to] = each[to - x];
      }
      done = x + 8 > done ? x + 8 : done;
    }
  }
  for (; done < high; done++) alphas[done] = value;
}

/// Pixels of a row side by side, laid out like those in Swift.
struct span {
  int32_t x, count, coverage;
};

/// Adds what is visible of pixels from `from` up to `to`, to the last span where both have a coverage for each pixel; returns
/// the number of spans.
INLINE size_t add_span(
    struct span *spans, size_t count, ptrdiff_t from, ptrdiff_t to, ptrdiff_t low, ptrdiff_t high, int32_t coverage) {
  if (from < low) from = low;
  if (to > high) to = high;
  if (from >= to) return count;
  struct span *last = spans + count - 1;
  if (coverage == 0 && count > 0 && last->coverage == 0 && last->x + last->count == from) {
    last->count += (int32_t)(to - from);
    return count;
  }
  spans[count] = (struct span){(int32_t)from, (int32_t)(to - from), coverage};
  return count + 1;
}

KERNEL size_t raster_spans(
    int32_t *changes, uint8_t *touched, ptrdiff_t first_group, ptrdiff_t last_group, ptrdiff_t low, ptrdiff_t high,
    int32_t *coverages, void *spans) {
  i32x8 carry = 0, parts;
  int32_t coverage = 0;
  ptrdiff_t run = first_group * 8;
  size_t span_count = 0;
  int32_t groups[40];
  for (ptrdiff_t block = first_group & ~(ptrdiff_t)31; block <= last_group; block += 32) {
    const ptrdiff_t count = take_marks(touched, (int32_t)block, groups);
    for (ptrdiff_t i = 0; i < count; i++) {
      const ptrdiff_t x = (ptrdiff_t)groups[i] * 8;
      if (coverage != 0) span_count = add_span(spans, span_count, run, x, low, high, coverage);
      sum_changes(changes + x, &carry, &parts);
      parts = __builtin_elementwise_min(__builtin_elementwise_abs(parts), (i32x8)65536);
      STORE(coverages + x, parts);
      coverage = parts[7];
      run = x + 8;
      bits8 is_covered = CONVERT(parts != 0, bits8);
      uint8_t bits;
      LOAD(bits, &is_covered);
      if (bits == 0) continue;
      const ptrdiff_t first = x + __builtin_ctz(bits), end = x + 32 - __builtin_clz(bits);
      span_count = add_span(spans, span_count, first, end, low, high, 0);
    }
  }
  if (coverage != 0) span_count = add_span(spans, span_count, run, high, low, high, coverage);
  return span_count;
}
