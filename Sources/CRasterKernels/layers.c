#include "planar.h"

/// Transforms up to eight pixels.
#define TRANSFORM8(size) \
  do { \
    pixels8 eight = {0}; \
    memcpy(&eight, pixels + 4 * i, (size) * 8); \
    colors8 from, to; \
    separate(&eight, &from); \
    for (int c = 0; c < 4; c++) from.v[c] *= 1 / 65280.0f; \
    for (int row = 0; row < 3; row++) { \
      const float *m = matrix + 4 * row; \
      to.v[row] = m[0] * from.v[0] + m[1] * from.v[1] + m[2] * from.v[2] + m[3] * from.v[3]; \
    } \
    to.v[3] = from.v[3]; \
    join(&to, &eight); \
    memcpy(pixels + 4 * i, &eight, (size) * 8); \
  } while (0)

KERNEL void raster_transform_colors(const float matrix[12], size_t count, uint16_t *pixels) {
  size_t i = 0;
  for (; i + 8 <= count; i += 8) TRANSFORM8(8);
  if (i < count) TRANSFORM8(count - i);
}

/// Tints up to eight pixels.
#define TINT8(size) \
  do { \
    pixels8 eight = {0}; \
    f32x8 covered = 0; \
    memcpy(&eight, pixels + 4 * i, (size) * 8), memcpy(&covered, parts + i, (size) * 4); \
    colors8 colors; \
    separate(&eight, &colors); \
    for (int c = 0; c < 4; c++) colors.v[c] *= 1 / 65280.0f; \
    const f32x8 part = 1 - MIN(covered * (1 / 65280.0f), (f32x8)1.0f), rest = 1 - part * color[3]; \
    for (int c = 0; c < 3; c++) colors.v[c] = colors.v[c] * rest + color[c] * part * colors.v[3]; \
    join(&colors, &eight); \
    memcpy(pixels + 4 * i, &eight, (size) * 8); \
  } while (0)

KERNEL void raster_tint_inside(const float color[4], const float *parts, size_t count, uint16_t *pixels) {
  size_t i = 0;
  for (; i + 8 <= count; i += 8) TINT8(8);
  if (i < count) TINT8(count - i);
}

/// Replaces four pixels or one as far as `parts` say.
INLINE void replace(const uint16_t *source, u32x4 parts, size_t count, uint16_t *pixels) {
  const u32x16 part = TIMES4(parts);
  const pixels4 from = load(source, count), onto = load(pixels, count);
  const u32x16 sum = CONVERT(from.v, u32x16) * part + CONVERT(onto.v, u32x16) * (65536 - part);
  store(pixels, (pixels4){CONVERT((sum + 32768) >> 16, u16x16)}, count);
}

KERNEL void raster_replace(const uint16_t *source, const uint32_t *factors, size_t count, uint16_t *pixels) {
  size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    u32x4 parts;
    LOAD(parts, factors + i);
    replace(source + 4 * i, parts, 4, pixels + 4 * i);
  }
  for (; i < count; i++) replace(source + 4 * i, (u32x4){factors[i]}, 1, pixels + 4 * i);
}

/// Multiplies eight factors or fewer.
#define MASK8(size) \
  do { \
    u16x32 p = 0; \
    u32x8 row = 0; \
    memcpy(&p, mask + 4 * i, (size) * 8), memcpy(&row, factors + i, (size) * 4); \
    u32x8 value = CONVERT(LANES(p, p, 3, 7, 11, 15, 19, 23, 27, 31), u32x8); \
    if (is_luminance) { \
      /* The weights of BT.709. */ \
      const u32x8 r = CONVERT(LANES(p, p, 0, 4, 8, 12, 16, 20, 24, 28), u32x8); \
      const u32x8 g = CONVERT(LANES(p, p, 1, 5, 9, 13, 17, 21, 25, 29), u32x8); \
      const u32x8 b = CONVERT(LANES(p, p, 2, 6, 10, 14, 18, 22, 26, 30), u32x8); \
      value = (r * 13933 + g * 46871 + b * 4732 + 32768) >> 16; \
    } \
    const u32x8 grown = value + ((value * 257 + 32768) >> 16); \
    u32x8 part = __builtin_elementwise_min(grown, (u32x8)65536); \
    if (is_inverted) part = 65536 - part; \
    const u32x8 is_whole = (u32x8)(part == 65536); \
    row = SELECT(is_whole, row, (row * part + 32768) >> 16); \
    memcpy(factors + i, &row, (size) * 4); \
  } while (0)

KERNEL void raster_mask(
    const uint16_t *mask, bool is_luminance, bool is_inverted, size_t count, uint32_t *factors) {
  size_t i = 0;
  for (; i + 8 <= count; i += 8) MASK8(8);
  if (i < count) MASK8(count - i);
}

KERNEL void raster_carry_dither(
    const uint16_t *source, const uint8_t *mask, const uint32_t *factors, size_t count, uint8_t *flags) {
  size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    u8x8 marks, below;
    LOAD(marks, mask + i);
    if (__builtin_reduce_or(marks) == 0) continue;
    u16x32 pixels;
    u32x8 parts;
    LOAD(pixels, source + 4 * i);
    LOAD(parts, factors + i);
    LOAD(below, flags + i);
    const u32x8 alphas = CONVERT(LANES(pixels, pixels, 3, 7, 11, 15, 19, 23, 27, 31), u32x8);
    const u8x8 is_seen = CONVERT((u32x8)((alphas * parts + 32768) >> 16 != 0), u8x8);
    below |= marks & is_seen;
    STORE(flags + i, below);
  }
  for (; i < count; i++)
    if ((source[4 * i + 3] * factors[i] + 32768) >> 16 != 0) flags[i] |= mask[i];
}

KERNEL bool raster_carry_flags(const uint8_t *mask, const uint32_t *factors, size_t count, uint8_t *flags) {
  uint8_t any = 0;
  for (size_t i = 0; i < count; i++) {
    const uint8_t flag = (mask[i] != 0) & (factors[i] != 0);
    flags[i] |= flag;
    any |= flag;
  }
  return any != 0;
}
