#include "vectors.h"

/// Laid out like the ramp's in Swift.
struct segment {
  double start, inverse_length;
  float color[4], change[4];
  /// The start of the segment after it.
  double next;
  uint64_t is_varied;
};

/// For four bits, each in the lowest of a byte of its own, times 255.
static const uint32_t spread[16] = {
    0x00000000, 0x000000FF, 0x0000FF00, 0x0000FFFF, 0x00FF0000, 0x00FF00FF, 0x00FFFF00, 0x00FFFFFF,
    0xFF000000, 0xFF0000FF, 0xFF00FF00, 0xFF00FFFF, 0xFFFF0000, 0xFFFF00FF, 0xFFFFFF00, 0xFFFFFFFF};

/// The bits of four lanes of 64 bits that are all ones or 0.
#define BITS4(mask) \
  ({ \
    bits4 four = CONVERT(mask, bits4); \
    uint8_t byte; \
    LOAD(byte, &four); \
    byte & 15; \
  })

/// Colors, in floating point, at four positions, with the flags of the segments they lie in.
struct ramp4 {
  f32x16 color, change;
  f64x4 start, inverse_length;
  uint32_t flags;
};

/// The segments of four positions, one by one; `current` becomes the last one's.
INLINE struct ramp4 find(
    const double *positions, const struct segment *segments, const int32_t *buckets, const struct segment **current) {
  struct ramp4 result;
  float color[16], change[16];
  result.flags = 0;
  for (int i = 0; i < 4; i++) {
    const struct segment *s = segments + buckets[positions[i] > 0 ? (int)(positions[i] * 256) : 0];
    while (s->next <= positions[i]) s++;
    memcpy(color + 4 * i, s->color, 16), memcpy(change + 4 * i, s->change, 16);
    result.start[i] = s->start, result.inverse_length[i] = s->inverse_length;
    result.flags |= (uint32_t)s->is_varied << 8 * i;
    *current = s;
  }
  LOAD(result.color, color), LOAD(result.change, change);
  return result;
}

/// The colors at four positions, and their flags as four bytes; `current` is the segment that the last four lay in.
INLINE pixels4 ramp(
    const double *positions, const struct segment *segments, const int32_t *buckets, bool pads,
    const struct segment **current, uint32_t *mask) {
  f64x4 t;
  LOAD(t, positions);
  // NaN counts as what is below 0.
  f64x4 position = t > -1.0 ? t : -1.0;
  position = position < 1.0 ? position : 1.0;
  const struct segment *s = *current;
  struct ramp4 four;
  if (BITS4((position >= s->start) & (position < s->next)) == 15) {
    f32x4 color, change;
    LOAD(color, s->color), LOAD(change, s->change);
    four.color = LANES(color, color, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3);
    four.change = LANES(change, change, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3);
    four.start = s->start, four.inverse_length = s->inverse_length;
    four.flags = s->is_varied ? 0x01010101 : 0;
  } else {
    double each[4];
    STORE(each, position);
    four = find(each, segments, buckets, current);
  }
  f32x4 parts = CONVERT((position - four.start) * four.inverse_length, f32x4);
  pixels4 result = ROUND_COLORS(four.color + four.change * TIMES4(parts));
  u64x4 shows = (u64x4)(pads ? t == t : (t >= 0.0) & (t <= 1.0));
  *mask = four.flags & spread[BITS4(pads ? (t > 0.0) & (t < 1.0) : (t >= 0.0) & (t <= 1.0))];
  return (pixels4){result.v & (u16x16)shows};
}

KERNEL void raster_ramp(
    const double *positions, size_t count, const void *segments, const int32_t *buckets, bool pads, uint16_t *colors,
    uint8_t *mask) {
  const struct segment *all = segments, *current = all;
  uint32_t flags;
  size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    store(colors + 4 * i, ramp(positions + i, all, buckets, pads, &current, &flags), 4);
    memcpy(mask + i, &flags, 4);
  }
  if (i == count) return;
  double rest[4] = {0, 0, 0, 0};
  memcpy(rest, positions + i, (count - i) * 8);
  pixels4 last = ramp(rest, all, buckets, pads, &current, &flags);
  memcpy(colors + 4 * i, &last, (count - i) * 8);
  memcpy(mask + i, &flags, count - i);
}

typedef VECTOR(double, 8) f64x8;

KERNEL void raster_gradient_places(
    const struct raster_gradient_row *given, bool is_radial, int32_t first, size_t count, double *places) {
  const struct raster_gradient_row row = *given;
  const f64x8 lanes = {0, 1, 2, 3, 4, 5, 6, 7};
  // Dividing by 1 changes nothing.
  bool is_affine = row.w_by_x == 0 && row.w == 1;
  for (size_t i = 0; i < count; i += 8) {
    f64x8 centers = (double)(first + (int32_t)i) + lanes + 0.5;
    f64x8 x = row.x_by_x * centers + row.x, y = row.y_by_x * centers + row.y;
    if (!is_affine) {
      f64x8 w = row.w_by_x * centers + row.w;
      x /= w, y /= w;
    }
    if (is_radial) x = __builtin_elementwise_sqrt(x * x + y * y);
    if (i + 8 <= count)
      STORE(places + i, x);
    else
      memcpy(places + i, &x, 8 * (count - i));
  }
}

/// Source-over of four colors; the flags are four bytes each.
INLINE pixels4 over_flagged(pixels4 source, uint32_t mask, pixels4 below, uint32_t *flags) {
  u64x4 alpha = (u64x4)source.v >> 48;
  *flags = (*flags & ~spread[BITS4(alpha == 65280)]) | (mask & ~spread[BITS4(alpha == 0)]);
  return over(source, below);
}

/// True if some of four colors is opaque or clear.
INLINE int hides_or_is_clear(pixels4 colors) {
  u64x4 alpha = (u64x4)colors.v >> 48;
  return __builtin_reduce_or((alpha == 65280) | (alpha == 0)) != 0;
}

/// Source-over of whole pixels up to the first eight of which one is opaque or clear; returns how many.
INLINE size_t over_translucent(
    const uint16_t *colors, const uint8_t *mask, size_t count, uint16_t *pixels, uint8_t *flags, uint32_t *any) {
  uint64_t from, onto, all = 0;
  size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    uint16_t *place = pixels + 4 * i;
    pixels4 first = load(colors + 4 * i, 4), second = load(colors + 4 * i + 16, 4);
    if (hides_or_is_clear(first) | hides_or_is_clear(second)) break;
    store(place, above(first, remainders(first), load(place, 4)), 4);
    store(place + 16, above(second, remainders(second), load(place + 16, 4)), 4);
    memcpy(&from, mask + i, 8), memcpy(&onto, flags + i, 8);
    onto |= from, all |= from;
    memcpy(flags + i, &onto, 8);
  }
  *any |= (uint32_t)(all | all >> 32);
  return i;
}

KERNEL bool raster_over_colors(
    const uint16_t *colors, const uint8_t *mask, const int32_t *coverage, int32_t whole, size_t count,
    uint16_t *pixels, uint8_t *flags) {
  uint32_t any = 0, from, onto;
  size_t i = whole == 65536 ? over_translucent(colors, mask, count, pixels, flags, &any) : 0;
  for (; i + 4 <= count; i += 4) {
    memcpy(&from, mask + i, 4), memcpy(&onto, flags + i, 4);
    pixels4 source = load(colors + 4 * i, 4);
    if (whole != 65536) {
      u32x4 parts = (uint32_t)whole;
      if (whole == 0) LOAD(parts, coverage + i);
      source = covered(source, parts);
    }
    store(pixels + 4 * i, over_flagged(source, from, load(pixels + 4 * i, 4), &onto), 4);
    memcpy(flags + i, &onto, 4);
    any |= from;
  }
  for (; i < count; i++) {
    from = mask[i], onto = flags[i];
    pixels4 source = covered(load(colors + 4 * i, 1), (u32x4)(uint32_t)(whole ? whole : coverage[i]));
    store(pixels + 4 * i, over_flagged(source, from, load(pixels + 4 * i, 1), &onto), 1);
    flags[i] = (uint8_t)onto;
    any |= from;
  }
  return any != 0;
}
