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

// Kr = 0.2126, Kb = 0.0722. Luma spans 219 steps, chroma 224, of components from 0 to 255; in 1/65536.

// Factors below 32768 make for cheap products.

KERNEL void raster_luma(const uint8_t *rgba, size_t count, uint8_t *y) {
  for (size_t i = 0; i < count; i++) {
    uint32_t p;
    memcpy(&p, rgba + 4 * i, 4);
    uint32_t sum = (p & 0xFF) * 11966 + (p >> 7 & 0x1FE) * 20127 + (p >> 16 & 0xFF) * 4064;
    y[i] = (uint8_t)((sum + (16 << 16) + (1 << 15)) >> 16);
  }
}

/// The sums of red and blue, 16 bits each, or of green, over eight blocks of two rows of 16 pixels.
#define BLOCK_SUMS(above, below, shift, mask) \
  ({ \
    u32x8 a0, a1, b0, b1; \
    LOAD(a0, above), LOAD(a1, (above) + 32), LOAD(b0, below), LOAD(b1, (below) + 32); \
    u32x8 left = (a0 >> (shift) & (mask)) + (b0 >> (shift) & (mask)); \
    u32x8 right = (a1 >> (shift) & (mask)) + (b1 >> (shift) & (mask)); \
    LANES(left, right, 0, 2, 4, 6, 8, 10, 12, 14) + LANES(left, right, 1, 3, 5, 7, 9, 11, 13, 15); \
  })

/// Of sums of red, green and blue over 2 × 2 pixels.
#define CB(red, green, blue) (((red) * -6596 + (green) * -22189 + (blue) * 28785 + (128 << 18) + (1 << 17)) >> 18)
#define CR(red, green, blue) (((red) * 28784 + (green) * -26145 + (blue) * -2639 + (128 << 18) + (1 << 17)) >> 18)

KERNEL void raster_chroma(const uint8_t *above, const uint8_t *below, size_t count, uint8_t *u, uint8_t *v) {
  size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    u32x8 red_blue = BLOCK_SUMS(above + 8 * i, below + 8 * i, 0, 0x00FF00FF);
    i32x8 green = (i32x8)BLOCK_SUMS(above + 8 * i, below + 8 * i, 8, 0xFF);
    i32x8 red = (i32x8)(red_blue & 0xFFFF), blue = (i32x8)(red_blue >> 16);
    u8x8 cb = CONVERT(CB(red, green, blue), u8x8), cr = CONVERT(CR(red, green, blue), u8x8);
    STORE(u + i, cb);
    STORE(v + i, cr);
  }
  for (; i < count; i++) {
    const uint8_t *a = above + 8 * i, *b = below + 8 * i;
    int red = a[0] + a[4] + b[0] + b[4], green = a[1] + a[5] + b[1] + b[5], blue = a[2] + a[6] + b[2] + b[6];
    u[i] = (uint8_t)CB(red, green, blue);
    v[i] = (uint8_t)CR(red, green, blue);
  }
}
