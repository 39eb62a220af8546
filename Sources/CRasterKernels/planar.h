#ifndef C_RASTER_KERNELS_PLANAR_H
#define C_RASTER_KERNELS_PLANAR_H

#include "vectors.h"

/// Eight pixels, each component in a vector of its own; red, green, blue, alpha.
typedef struct {
  f32x8 v[4];
} colors8;

#define MIN(a, b) __builtin_elementwise_min(a, b)
#define MAX(a, b) __builtin_elementwise_max(a, b)

/// `a` where the comparison holds, else `b`.
#define CHOOSE(condition, a, b) ((f32x8)SELECT((u32x8)(condition), (u32x8)(a), (u32x8)(b)))

/// A divisor that may be 0.
#define NONZERO(a) MAX(a, (f32x8)1e-9f)

/// Eight pixels of four 16-bit components.
typedef struct {
  u16x32 v;
} pixels8;

/// Eight pixels' components, from 0 to 65280.
INLINE void separate(const pixels8 *pixels, colors8 *colors) {
  const u16x32 p = pixels->v;
  colors->v[0] = CONVERT(LANES(p, p, 0, 4, 8, 12, 16, 20, 24, 28), f32x8);
  colors->v[1] = CONVERT(LANES(p, p, 1, 5, 9, 13, 17, 21, 25, 29), f32x8);
  colors->v[2] = CONVERT(LANES(p, p, 2, 6, 10, 14, 18, 22, 26, 30), f32x8);
  colors->v[3] = CONVERT(LANES(p, p, 3, 7, 11, 15, 19, 23, 27, 31), f32x8);
}

/// Rounds components from 0 to 1 to pixels; colors become at most alpha.
INLINE void join(const colors8 *colors, pixels8 *pixels) {
  u16x8 parts[4];
  const f32x8 alpha = MIN(colors->v[3], (f32x8)1.0f);
  for (int i = 0; i < 4; i++) {
    const f32x8 value = MAX(MIN(colors->v[i], alpha), (f32x8)0.0f) * 65280.0f + 12582912.0f;
    parts[i] = CONVERT((u32x8)value & 0xFFFF, u16x8);
  }
  const u16x16 rg = LANES(parts[0], parts[1], 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
  const u16x16 ba = LANES(parts[2], parts[3], 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
  pixels->v = LANES(
      rg, ba, 0, 1, 16, 17, 2, 3, 18, 19, 4, 5, 20, 21, 6, 7, 22, 23, 8, 9, 24, 25, 10, 11, 26, 27, 12, 13, 28, 29, 14, 15,
      30, 31);
}

#endif
