#include "vectors.h"

KERNEL void raster_composite(const uint16_t color[4], const int32_t *coverage, size_t count, uint16_t *pixels) {
  const pixels4 source = repeat(color);
  size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    u32x4 parts;
    LOAD(parts, coverage + i);
    store(pixels + 4 * i, over(covered(source, parts), load(pixels + 4 * i, 4)), 4);
  }
  for (; i < count; i++) {
    pixels4 part = covered(source, (u32x4)(uint32_t)coverage[i]);
    store(pixels + 4 * i, over(part, load(pixels + 4 * i, 1)), 1);
  }
}

KERNEL void raster_blend(const uint16_t color[4], const uint16_t *below, uint16_t *pixels, size_t count) {
  const pixels4 source = repeat(color), rest = remainders(source);
  size_t i = 0;
  if (color[3] == 0) {
    for (; i < 4 * count; i++) pixels[i] = (uint16_t)(below[i] + color[i & 3]);
    return;
  }
  for (; i + 4 <= count; i += 4) store(pixels + 4 * i, above(source, rest, load(below + 4 * i, 4)), 4);
  for (; i < count; i++) store(pixels + 4 * i, above(source, rest, load(below + 4 * i, 1)), 1);
}

KERNEL void raster_over(const uint16_t *source, const uint32_t *factors, size_t count, uint16_t *pixels) {
  size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    u32x4 parts;
    LOAD(parts, factors + i);
    if (__builtin_reduce_or(parts) == 0) continue;
    const pixels4 four = load(source + 4 * i, 4);
    // Layers are clear in most places, and cover all that is below in others.
    if (__builtin_reduce_or((u64x4)four.v) == 0) continue;
    const u64x4 opaque = (u64x4)65280 << 48, alphas = (u64x4)four.v & (u64x4)0xFFFF << 48;
    if (__builtin_reduce_and(parts == 65536) && __builtin_reduce_and(alphas == opaque)) {
      store(pixels + 4 * i, four, 4);
      continue;
    }
    store(pixels + 4 * i, over(covered(four, parts), load(pixels + 4 * i, 4)), 4);
  }
  for (; i < count; i++) {
    pixels4 color = covered(load(source + 4 * i, 1), (u32x4){factors[i]});
    store(pixels + 4 * i, over(color, load(pixels + 4 * i, 1)), 1);
  }
}

/// Puts black, times each of eight parts, over eight pixels.
INLINE void tint_black(float full, const float *parts, uint16_t *pixels) {
  f32x8 eight;
  u16x32 below;
  LOAD(eight, parts);
  LOAD(below, pixels);
  eight = full * (eight < 65280.0f ? eight : 65280.0f) + 12582912.0f;
  u16x8 alphas = CONVERT((u32x8)eight & 0xFFFF, u16x8);
  u16x8 rests = REMAINDER(alphas, SCALE8), none = 0;
  u16x32 rest = LANES(
      rests, rests, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7);
  u16x32 source = LANES(
      alphas, none, 8, 8, 8, 0, 8, 8, 8, 1, 8, 8, 8, 2, 8, 8, 8, 3, 8, 8, 8, 4, 8, 8, 8, 5, 8, 8, 8, 6, 8, 8, 8, 7);
  u16x32 result = SCALE32(below, rest) + source;
  u16x32 is_clear = (u16x32)((u64x8)source == 0);
  result = SELECT(is_clear, below, result);
  STORE(pixels, result);
}

KERNEL void raster_tint(const float color[4], const float *parts, size_t count, uint16_t *pixels) {
  size_t i = 0;
  if (color[0] == 0 && color[1] == 0 && color[2] == 0) {
    for (; i + 8 <= count; i += 8) tint_black(color[3], parts + i, pixels + 4 * i);
  }
  f32x4 one;
  LOAD(one, color);
  const f32x16 colors = LANES(one, one, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3);
  for (size_t n; i < count; i += n) {
    n = count - i < 4 ? 1 : 4;
    f32x4 four = 0;
    if (n == 4) {
      LOAD(four, parts + i);
    } else {
      four.x = parts[i];
    }
    four = four < 65280.0f ? four : 65280.0f;
    pixels4 source = ROUND_COLORS(colors * TIMES4(four));
    if (n == 4) {
      store(pixels + 4 * i, over(source, load(pixels + 4 * i, 4)), 4);
    } else {
      store(pixels + 4 * i, over(source, load(pixels + 4 * i, 1)), 1);
    }
  }
}

/// Puts four or fewer pixels, each component from its own channel, over those below.
#define OVER_CHANNELS(size) \
  do { \
    f32x4 r = 0, g = 0, b = 0, a = 0; \
    memcpy(&r, red + i, (size) * 4), memcpy(&g, green + i, (size) * 4); \
    memcpy(&b, blue + i, (size) * 4), memcpy(&a, alpha + i, (size) * 4); \
    const f32x8 rg = LANES(r, g, 0, 4, 1, 5, 2, 6, 3, 7), ba = LANES(b, a, 0, 4, 1, 5, 2, 6, 3, 7); \
    const f32x16 colors = LANES(rg, ba, 0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15); \
    const pixels4 source = ROUND_COLORS(colors < 65280.0f ? colors : 65280.0f); \
    store(pixels + 4 * i, over(source, load(pixels + 4 * i, size)), size); \
  } while (0)

KERNEL void raster_over_channels(
    const float *red, const float *green, const float *blue, const float *alpha, size_t count, uint16_t *pixels) {
  size_t i = 0;
  for (; i + 4 <= count; i += 4) OVER_CHANNELS(4);
  for (; i < count; i++) OVER_CHANNELS(1);
}
