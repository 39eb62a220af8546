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
