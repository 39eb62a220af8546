#include "vectors.h"

KERNEL void raster_quantize(const uint16_t *pixels, size_t count, uint8_t *bytes) {
  size_t i = 0;
  for (; i + 32 <= 4 * count; i += 32) {
    u16x32 eight;
    LOAD(eight, pixels + i);
    u8x32 result = CONVERT((__builtin_elementwise_min(eight, (u16x32)65280) + 128) >> 8, u8x32);
    STORE(bytes + i, result);
  }
  for (; i < 4 * count; i++) bytes[i] = (uint8_t)(((pixels[i] < 65280 ? pixels[i] : 65280) + 128) >> 8);
}

KERNEL void raster_dither(
    const uint16_t *pixels, const uint8_t *mask, size_t count, uint32_t x, uint32_t y, uint8_t *bytes) {
  const u32x8 steps = {0, 49471, 2 * 49471, 3 * 49471, 4 * 49471, 5 * 49471, 6 * 49471, 7 * 49471};
  u32x8 position = x * 49471 + y * 37345 + steps;
  size_t i = 0;
  for (; i + 8 <= count; i += 8, position += 8 * 49471) {
    u16x32 eight;
    u8x8 flags;
    LOAD(eight, pixels + 4 * i);
    LOAD(flags, mask + i);
    eight = __builtin_elementwise_min(eight, (u16x32)65280);
    u16x8 thresholds = CONVERT(position >> 8 & 0xFF, u16x8), is_flat = (u16x8)(CONVERT(flags, u16x8) == 0);
    thresholds = SELECT(is_flat, (u16x8)128, thresholds);
    eight += LANES(
        thresholds, thresholds, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 7,
        7, 7, 7);
    u8x32 result = CONVERT(eight >> 8, u8x32);
    STORE(bytes + 4 * i, result);
  }
  for (; i < count; i++) {
    uint32_t bias = mask[i] == 0 ? 128 : (((x + (uint32_t)i) * 49471 + y * 37345) & 0xFFFF) >> 8;
    for (int c = 0; c < 4; c++) {
      uint32_t v = pixels[4 * i + c];
      bytes[4 * i + c] = (uint8_t)(((v < 65280 ? v : 65280) + bias) >> 8);
    }
  }
}

// Kr = 0.2126, Kb = 0.0722. Luma spans 219 steps of 8 bits, chroma 224, of components from 0 to 32640, which fit the
// signed 16 bits of cheap products. Sums of luma have 22 bits after the point of 8 bits, those of chroma 23.

#define LUMA(red, green, blue) ((red) * 5983 + (green) * 20127 + (blue) * 2032 + (16 << 22))
#define CB(red, green, blue) ((red) * -6596 + (green) * -22189 + (blue) * 28785 + (128 << 23))
#define CR(red, green, blue) ((red) * 28784 + (green) * -26145 + (blue) * -2639 + (128 << 23))

/// The steps of dithering from a pixel to the next one in the row, and to the one below it, in 1/65536.
enum { STEP_X = 49471, STEP_Y = 37345 };

/// Eight pixels, components from 0 to 32640.
INLINE void load_eight(const uint16_t *pixels, u16x32 *eight) {
  u16x32 v;
  LOAD(v, pixels);
  *eight = __builtin_elementwise_min(v, (u16x32)65280) >> 1;
}

/// The components of eight pixels.
#define SPLIT(eight, red, green, blue) \
  u32x16 words = (u32x16)(eight); \
  u32x8 red_green = LANES(words, words, 0, 2, 4, 6, 8, 10, 12, 14); \
  u32x8 blue_alpha = LANES(words, words, 1, 3, 5, 7, 9, 11, 13, 15); \
  i32x8 red = (i32x8)(red_green & 0x7FFF), green = (i32x8)(red_green >> 16 & 0x7FFF), blue = (i32x8)(blue_alpha & 0x7FFF)

/// The thresholds, 0 to 255, of eight samples at `position`, in 1/65536; 128 where `flags` are 0.
INLINE void thresholds(const u32x8 *position, u8x8 flags, i32x8 *out) {
  u32x8 is_flat = (u32x8)(CONVERT(flags, u32x8) == 0);
  *out = (i32x8)SELECT(is_flat, (u32x8)128, *position >> 8 & 0xFF);
}

INLINE int32_t threshold(uint32_t position, uint8_t flag) { return flag == 0 ? 128 : (int32_t)(position >> 8 & 0xFF); }

/// Eight samples with `shift` bits after the point.
#define ROUND_OFF(sums, thresholds, shift) (((sums) + ((thresholds) << ((shift)-8))) >> (shift))

#define STORE_SAMPLES(to, index, samples, depth) \
  do { \
    if ((depth) == 8) { \
      u8x8 bytes = CONVERT(samples, u8x8); \
      STORE((uint8_t *)(to) + (index), bytes); \
    } else { \
      u16x8 shorts = CONVERT(samples, u16x8); \
      STORE((uint16_t *)(to) + (index), shorts); \
    } \
  } while (0)

#define STORE_SAMPLE(to, index, sample, depth) \
  do { \
    if ((depth) == 8) \
      ((uint8_t *)(to))[index] = (uint8_t)(sample); \
    else \
      ((uint16_t *)(to))[index] = (uint16_t)(sample); \
  } while (0)

static const u32x8 dither_steps = {
    0, STEP_X, 2 * STEP_X, 3 * STEP_X, 4 * STEP_X, 5 * STEP_X, 6 * STEP_X, 7 * STEP_X};

INLINE void luma_row(
    const uint16_t *pixels, const uint8_t *mask, size_t count, uint32_t x, uint32_t y, const int depth, void *out) {
  const int shift = 30 - depth;
  uint32_t start = x * STEP_X + y * STEP_Y;
  u32x8 position = start + dither_steps;
  size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    u16x32 eight;
    load_eight(pixels + 4 * i, &eight);
    SPLIT(eight, red, green, blue);
    i32x8 rounding = 128;
    if (mask) {
      u8x8 flags;
      LOAD(flags, mask + i);
      thresholds(&position, flags, &rounding);
      position += 8 * STEP_X;
    }
    i32x8 samples = ROUND_OFF(LUMA(red, green, blue), rounding, shift);
    STORE_SAMPLES(out, i, samples, depth);
  }
  for (; i < count; i++) {
    int32_t c[3];
    for (int k = 0; k < 3; k++) c[k] = (pixels[4 * i + (size_t)k] < 65280 ? pixels[4 * i + (size_t)k] : 65280) >> 1;
    int32_t rounding = threshold(start + (uint32_t)i * STEP_X, mask ? mask[i] : 0);
    STORE_SAMPLE(out, i, ROUND_OFF(LUMA(c[0], c[1], c[2]), rounding, shift), depth);
  }
}

KERNEL void raster_luma(
    const uint16_t *pixels, const uint8_t *mask, size_t count, uint32_t x, uint32_t y, int depth, void *out) {
  if (depth == 8 && !mask)
    luma_row(pixels, NULL, count, x, y, 8, out);
  else if (depth == 8)
    luma_row(pixels, mask, count, x, y, 8, out);
  else
    luma_row(pixels, mask, count, x, y, 10, out);
}

/// The start of the dithering of each kind of chroma, so that it differs from the other's and from luma's.
enum { CB_PHASE = 21845, CR_PHASE = 43690 };

INLINE void store_chroma(
    const i32x8 *reds, const i32x8 *greens, const i32x8 *blues, const uint8_t flags[8], bool dithers, const u32x8 *position, size_t i,
    const int depth, void *u, void *v) {
  i32x8 red = *reds, green = *greens, blue = *blues;
  const int shift = 31 - depth;
  i32x8 of_cb = 128, of_cr = 128;
  if (dithers) {
    u8x8 eight;
    LOAD(eight, flags);
    u32x8 at_cb = *position + CB_PHASE, at_cr = *position + CR_PHASE;
    thresholds(&at_cb, eight, &of_cb);
    thresholds(&at_cr, eight, &of_cr);
  }
  i32x8 cb = ROUND_OFF(CB(red, green, blue), of_cb, shift), cr = ROUND_OFF(CR(red, green, blue), of_cr, shift);
  STORE_SAMPLES(u, i, cb, depth);
  STORE_SAMPLES(v, i, cr, depth);
}

INLINE void chroma_rows(
    const uint16_t *above, const uint16_t *below, const uint8_t *mask_above, const uint8_t *mask_below, size_t count,
    uint32_t x, uint32_t y, const int depth, void *u, void *v) {
  const int shift = 31 - depth;
  uint32_t start = x * STEP_X + y * STEP_Y;
  u32x8 position = start + dither_steps;
  size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    u16x32 a0, a1, b0, b1;
    load_eight(above + 8 * i, &a0), load_eight(above + 8 * i + 32, &a1);
    load_eight(below + 8 * i, &b0), load_eight(below + 8 * i + 32, &b1);
    u64x8 left = (u64x8)((a0 + b0) >> 1), right = (u64x8)((a1 + b1) >> 1);
    u16x32 even = (u16x32)LANES(left, right, 0, 2, 4, 6, 8, 10, 12, 14);
    u16x32 odd = (u16x32)LANES(left, right, 1, 3, 5, 7, 9, 11, 13, 15);
    u16x32 mean = (even + odd) >> 1;
    SPLIT(mean, red, green, blue);
    u8x8 flags = 0;
    if (mask_above) {
      u8x16 m0, m1;
      LOAD(m0, mask_above + 2 * i), LOAD(m1, mask_below + 2 * i);
      m0 |= m1;
      flags = LANES(m0, m0, 0, 2, 4, 6, 8, 10, 12, 14) | LANES(m0, m0, 1, 3, 5, 7, 9, 11, 13, 15);
    }
    store_chroma(&red, &green, &blue, (const uint8_t *)&flags, mask_above != NULL, &position, i, depth, u, v);
    position += 8 * STEP_X;
  }
  for (; i < count; i++) {
    int32_t c[3];
    for (size_t k = 0; k < 3; k++) {
      int32_t p[4] = {above[8 * i + k], above[8 * i + 4 + k], below[8 * i + k], below[8 * i + 4 + k]};
      for (int j = 0; j < 4; j++) p[j] = (p[j] < 65280 ? p[j] : 65280) >> 1;
      c[k] = (((p[0] + p[2]) >> 1) + ((p[1] + p[3]) >> 1)) >> 1;
    }
    uint8_t flag = mask_above ? mask_above[2 * i] | mask_above[2 * i + 1] | mask_below[2 * i] | mask_below[2 * i + 1] : 0;
    uint32_t at = start + (uint32_t)i * STEP_X;
    STORE_SAMPLE(u, i, ROUND_OFF(CB(c[0], c[1], c[2]), threshold(at + CB_PHASE, flag), shift), depth);
    STORE_SAMPLE(v, i, ROUND_OFF(CR(c[0], c[1], c[2]), threshold(at + CR_PHASE, flag), shift), depth);
  }
}

KERNEL void raster_chroma(
    const uint16_t *above, const uint16_t *below, const uint8_t *mask_above, const uint8_t *mask_below, size_t count,
    uint32_t x, uint32_t y, int depth, void *u, void *v) {
  if (depth == 8 && !mask_above)
    chroma_rows(above, below, NULL, NULL, count, x, y, 8, u, v);
  else if (depth == 8)
    chroma_rows(above, below, mask_above, mask_below, count, x, y, 8, u, v);
  else
    chroma_rows(above, below, mask_above, mask_below, count, x, y, 10, u, v);
}

INLINE void full_chroma_row(
    const uint16_t *pixels, const uint8_t *mask, size_t count, uint32_t x, uint32_t y, const int depth, void *u,
    void *v) {
  const int shift = 31 - depth;
  uint32_t start = x * STEP_X + y * STEP_Y;
  u32x8 position = start + dither_steps;
  size_t i = 0;
  for (; i + 8 <= count; i += 8, position += 8 * STEP_X) {
    u16x32 eight;
    load_eight(pixels + 4 * i, &eight);
    SPLIT(eight, red, green, blue);
    store_chroma(&red, &green, &blue, mask ? mask + i : NULL, mask != NULL, &position, i, depth, u, v);
  }
  for (; i < count; i++) {
    int32_t c[3];
    for (size_t k = 0; k < 3; k++) c[k] = (pixels[4 * i + k] < 65280 ? pixels[4 * i + k] : 65280) >> 1;
    uint8_t flag = mask ? mask[i] : 0;
    uint32_t at = start + (uint32_t)i * STEP_X;
    STORE_SAMPLE(u, i, ROUND_OFF(CB(c[0], c[1], c[2]), threshold(at + CB_PHASE, flag), shift), depth);
    STORE_SAMPLE(v, i, ROUND_OFF(CR(c[0], c[1], c[2]), threshold(at + CR_PHASE, flag), shift), depth);
  }
}

KERNEL void raster_full_chroma(
    const uint16_t *pixels, const uint8_t *mask, size_t count, uint32_t x, uint32_t y, int depth, void *u, void *v) {
  if (depth == 8)
    full_chroma_row(pixels, mask, count, x, y, 8, u, v);
  else
    full_chroma_row(pixels, mask, count, x, y, 10, u, v);
}

KERNEL void raster_component_samples(
    const uint16_t *pixels, int component, const uint8_t *mask, size_t count, uint32_t x, uint32_t y, int depth,
    void *out) {
  uint32_t start = x * STEP_X + y * STEP_Y;
  for (size_t i = 0; i < count; i++) {
    uint32_t value = pixels[4 * i + (size_t)component];
    value = value < 65280 ? value : 65280;
    uint32_t rounding = mask && mask[i] ? (start + (uint32_t)i * STEP_X) >> 8 & 0xFF : 128;
    // The value scaled to 255, 1023 or 65535: in 1/256, in 1/4194304, whole.
    if (depth == 8)
      ((uint8_t *)out)[i] = (uint8_t)((value + rounding) >> 8);
    else if (depth == 10)
      ((uint16_t *)out)[i] = (uint16_t)((value * 65728 + (value * 3 >> 2) + (rounding << 14)) >> 22);
    else
      ((uint16_t *)out)[i] = (uint16_t)(value + ((value + 128) >> 8));
  }
}

KERNEL void raster_unpremultiply(const uint16_t *pixels, size_t count, uint16_t *straight) {
  for (size_t i = 0; i < count; i++) {
    uint32_t alpha = pixels[4 * i + 3] < 65280 ? pixels[4 * i + 3] : 65280;
    float scale = 65280.0f / (float)(alpha ? alpha : 1);
    for (int k = 0; k < 3; k++) {
      float value = (float)pixels[4 * i + (size_t)k] * scale + 0.5f;
      straight[4 * i + (size_t)k] = (uint16_t)(value < 65280.0f ? value : 65280.0f);
    }
    straight[4 * i + 3] = (uint16_t)alpha;
  }
}

KERNEL void raster_mean_blocks(const uint16_t *above, const uint16_t *below, size_t count, uint16_t *means) {
  for (size_t i = 0; i < count; i++) {
    for (size_t k = 0; k < 4; k++) {
      uint32_t sum = (uint32_t)above[8 * i + k] + above[8 * i + 4 + k] + below[8 * i + k] + below[8 * i + 4 + k];
      means[4 * i + k] = (uint16_t)((sum + 2) >> 2);
    }
  }
}

/// The factors of red and blue, and of green.
static const u32x16 luma_low = {
    5983, 2032, 5983, 2032, 5983, 2032, 5983, 2032, 5983, 2032, 5983, 2032, 5983, 2032, 5983, 2032};
static const u32x16 luma_high = {20127, 0, 20127, 0, 20127, 0, 20127, 0, 20127, 0, 20127, 0, 20127, 0, 20127, 0};

/// Sums of luma of eight pixels, with 8 bits after the point.
#define SHORT_LUMA(eight) \
  ({ \
    u32x16 pairs = (u32x16)(eight); \
    u32x16 parts = (pairs & 0x7FFF) * luma_low + (pairs >> 16 & 0x7FFF) * luma_high; \
    u32x8 sums = LANES(parts, parts, 0, 2, 4, 6, 8, 10, 12, 14) + LANES(parts, parts, 1, 3, 5, 7, 9, 11, 13, 15); \
    CONVERT((sums + (16 << 22)) >> 14, u16x8); \
  })


/// Rounds `values` with 8 bits after the point, at the thresholds of `flags` or, without a mask, to nearest.
#define ROUND_SHORT(values, flags, position, dithers, type, bytes) \
  ({ \
    type rounding = 128; \
    if (dithers) { \
      type is_flat = (type)(CONVERT(flags, type) == 0); \
      rounding = SELECT(is_flat, (type)128, (position) >> 8); \
    } \
    CONVERT(((values) + rounding) >> 8, bytes); \
  })

#define JOIN8(a, b) LANES(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)

INLINE void yuv420_rows(
    const uint16_t *above, const uint16_t *below, const uint8_t *mask_above, const uint8_t *mask_below, size_t count,
    uint32_t x, uint32_t y, const bool dithers, uint8_t *y_above, uint8_t *y_below, uint8_t *u, uint8_t *v) {
  u16x16 steps;
  for (int k = 0; k < 16; k++) steps[k] = (uint16_t)(k * STEP_X);
  u16x16 at_above = (uint16_t)(x * STEP_X + y * STEP_Y) + steps, at_below = at_above + (uint16_t)STEP_Y;
  u16x8 at_chroma = (uint16_t)(x / 2 * STEP_X + y / 2 * STEP_Y) + LANES(steps, steps, 0, 1, 2, 3, 4, 5, 6, 7);
  size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    u16x32 a0, a1, b0, b1;
    load_eight(above + 8 * i, &a0), load_eight(above + 8 * i + 32, &a1);
    load_eight(below + 8 * i, &b0), load_eight(below + 8 * i + 32, &b1);
    u8x16 flags_above = 0, flags_below = 0;
    if (dithers) LOAD(flags_above, mask_above + 2 * i), LOAD(flags_below, mask_below + 2 * i);
    u16x8 y0 = SHORT_LUMA(a0), y1 = SHORT_LUMA(a1), y2 = SHORT_LUMA(b0), y3 = SHORT_LUMA(b1);
    u8x16 upper = ROUND_SHORT(JOIN8(y0, y1), flags_above, at_above, dithers, u16x16, u8x16);
    u8x16 lower = ROUND_SHORT(JOIN8(y2, y3), flags_below, at_below, dithers, u16x16, u8x16);
    STORE(y_above + 2 * i, upper);
    STORE(y_below + 2 * i, lower);
    u64x8 left = (u64x8)((a0 + b0) >> 1), right = (u64x8)((a1 + b1) >> 1);
    u16x32 even = (u16x32)LANES(left, right, 0, 2, 4, 6, 8, 10, 12, 14);
    u16x32 odd = (u16x32)LANES(left, right, 1, 3, 5, 7, 9, 11, 13, 15);
    u16x32 mean = (even + odd) >> 1;
    SPLIT(mean, red, green, blue);
    u16x8 cb = CONVERT(CB(red, green, blue) >> 15, u16x8), cr = CONVERT(CR(red, green, blue) >> 15, u16x8);
    u8x16 both = flags_above | flags_below;
    u8x8 flags = LANES(both, both, 0, 2, 4, 6, 8, 10, 12, 14) | LANES(both, both, 1, 3, 5, 7, 9, 11, 13, 15);
    u8x8 cb8 = ROUND_SHORT(cb, flags, at_chroma + (uint16_t)CB_PHASE, dithers, u16x8, u8x8);
    u8x8 cr8 = ROUND_SHORT(cr, flags, at_chroma + (uint16_t)CR_PHASE, dithers, u16x8, u8x8);
    STORE(u + i, cb8);
    STORE(v + i, cr8);
    at_above += (uint16_t)(16 * STEP_X), at_below += (uint16_t)(16 * STEP_X), at_chroma += (uint16_t)(8 * STEP_X);
  }
  size_t rest = count - i;
  uint32_t end = x + 2 * (uint32_t)i;
  if (!dithers) mask_above = mask_below = NULL;
  luma_row(above + 8 * i, mask_above ? mask_above + 2 * i : NULL, 2 * rest, end, y, 8, y_above + 2 * i);
  luma_row(below + 8 * i, mask_below ? mask_below + 2 * i : NULL, 2 * rest, end, y + 1, 8, y_below + 2 * i);
  chroma_rows(
      above + 8 * i, below + 8 * i, mask_above ? mask_above + 2 * i : NULL, mask_below ? mask_below + 2 * i : NULL, rest,
      end / 2, y / 2, 8, u + i, v + i);
}

KERNEL void raster_yuv420(
    const uint16_t *above, const uint16_t *below, const uint8_t *mask_above, const uint8_t *mask_below, size_t count,
    uint32_t x, uint32_t y, uint8_t *y_above, uint8_t *y_below, uint8_t *u, uint8_t *v) {
  if (mask_above)
    yuv420_rows(above, below, mask_above, mask_below, count, x, y, true, y_above, y_below, u, v);
  else
    yuv420_rows(above, below, NULL, NULL, count, x, y, false, y_above, y_below, u, v);
}
