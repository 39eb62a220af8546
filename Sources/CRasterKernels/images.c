#include "vectors.h"

typedef VECTOR(int16_t, 4) i16x4;
typedef VECTOR(int16_t, 16) i16x16;
typedef VECTOR(int32_t, 16) i32x16;

/// Four texels or sums of four components.
typedef struct {
  i32x16 v;
} sums4;

/// The same with 65280 for 1. Sums of bytes times weights are exact.
typedef struct {
  f32x16 v;
} floats4;

/// Adds four texels of `size` bytes, times a weight.
INLINE sums4 add_texels(sums4 sum, const uint8_t *texels, size_t size, int16_t weight) {
  i16x16 values, weights = weight;
  u8x16 bytes;
  if (size == 8) {
    LOAD(values, texels);
  } else {
    LOAD(bytes, texels);
    values = CONVERT(bytes, i16x16);
  }
  return (sums4){sum.v + CONVERT(values, i32x16) * CONVERT(weights, i32x16)};
}

/// Scales the sums of texels of `size` bytes to one unit.
INLINE floats4 scaled(sums4 sum, size_t size) {
  return (floats4){CONVERT(sum.v, f32x16) * (size == 8 ? 0x1p-11f : 0x1p-6f)};
}

/// Adds four values, each times its weight.
INLINE floats4 add_values(floats4 sum, floats4 values, const int16_t *weights) {
  i16x4 four;
  LOAD(four, weights);
  f32x4 parts = CONVERT(four, f32x4);
  return (floats4){sum.v + values.v * TIMES4(parts)};
}

/// The sum of four values, in 1/16384.
INLINE f32x4 total(floats4 sum) {
  f32x8 half = LANES(sum.v, sum.v, 0, 1, 2, 3, 4, 5, 6, 7) + LANES(sum.v, sum.v, 8, 9, 10, 11, 12, 13, 14, 15);
  return LANES(half, half, 0, 1, 2, 3) + LANES(half, half, 4, 5, 6, 7);
}

/// The number of pixels that are sampled at once.
enum { BLOCK = 16 };

/// The sums of a block's pixels.
typedef struct {
  f32x4 v[BLOCK];
} totals;

/// The pixels of a block, times an opacity; what overshoots is cut to 0…1, and colors to alpha.
INLINE void store_pixels(uint16_t *colors, const totals *totals, size_t count, uint32_t opacity) {
  for (size_t i = 0; i < count; i += 4) {
    f32x16 four;
    LOAD(four, totals->v + i);
    i32x16 value = CONVERT(__builtin_elementwise_max(four * 0x1p-14f + 0.5f, (f32x16)0.0f), i32x16);
    i32x16 alpha = __builtin_elementwise_min(EACH4(value, 3), (i32x16)65280);
    u32x16 pixels = (u32x16)__builtin_elementwise_min(value, alpha);
    store(colors + 4 * i, (pixels4){CONVERT((pixels * opacity + 32768) >> 16, u16x16)}, count - i < 4 ? count - i : 4);
  }
}

/// Adds eight texels.
INLINE void add_eight(sums4 sum[2], const uint8_t *texels, size_t size, int16_t weight) {
  sum[0] = add_texels(sum[0], texels, size, weight);
  sum[1] = add_texels(sum[1], texels + 4 * size, size, weight);
}

INLINE void sum_rows(
    const uint8_t *const *rows, size_t size, const int16_t *weights, size_t taps, size_t count, float *sums) {
  size_t x = 0;
  for (; x + 8 <= count; x += 8) {
    sums4 sum[2] = {{0}, {0}};
    for (size_t y = 0; y < taps; y++) add_eight(sum, rows[y] + size * x, size, weights[y]);
    floats4 first = scaled(sum[0], size), second = scaled(sum[1], size);
    STORE(sums + 4 * x, first);
    STORE(sums + 4 * x + 16, second);
  }
  for (; x + 4 <= count; x += 4) {
    sums4 sum = {0};
    for (size_t y = 0; y < taps; y++) sum = add_texels(sum, rows[y] + size * x, size, weights[y]);
    floats4 result = scaled(sum, size);
    STORE(sums + 4 * x, result);
  }
  if (x == count) return;
  sums4 sum = {0};
  for (size_t y = 0; y < taps; y++) {
    uint8_t texels[32] = {0};
    memcpy(texels, rows[y] + size * x, size * (count - x));
    sum = add_texels(sum, texels, size, weights[y]);
  }
  floats4 result = scaled(sum, size);
  memcpy(sums + 4 * x, &result, 16 * (count - x));
}

KERNEL void raster_sum_rows(
    const uint8_t *const *rows, size_t size, const int16_t *weights, size_t taps, size_t count, float *sums) {
  if (size == 8) sum_rows(rows, 8, weights, taps, count, sums);
  else sum_rows(rows, 4, weights, taps, count, sums);
}

/// The sum of `taps` values, each times its weight.
INLINE floats4 sum_columns(const float *sums, const int16_t *weights, size_t taps) {
  floats4 sum = {0};
  for (size_t x = 0; x < taps; x += 4) {
    floats4 four;
    LOAD(four, sums + 4 * x);
    sum = add_values(sum, four, weights + x);
  }
  return sum;
}

KERNEL void raster_sum_columns(
    const float *sums, const int32_t *starts, const int16_t *weights, size_t taps, size_t count, uint32_t opacity,
    uint16_t *colors) {
  totals totals = {0};
  for (size_t first = 0; first < count; first += BLOCK) {
    size_t part = count - first < BLOCK ? count - first : BLOCK;
    for (size_t i = 0; i < part; i++, starts++, weights += taps)
      totals.v[i] = total(sum_columns(sums + 4 * (ptrdiff_t)*starts, weights, taps));
    store_pixels(colors + 4 * first, &totals, part, opacity);
  }
}

KERNEL void raster_copy_texels(const uint8_t *texels, size_t count, uint32_t opacity, uint16_t *colors) {
  for (size_t i = 0; i < count; i += 4) {
    size_t part = count - i < 4 ? count - i : 4;
    uint8_t bytes[16] = {0};
    memcpy(bytes, texels + 4 * i, 4 * part);
    u8x16 four;
    LOAD(four, bytes);
    u32x16 value = CONVERT(four, u32x16) << 8;
    value = __builtin_elementwise_min(value, EACH4(value, 3));
    store(colors + 4 * i, (pixels4){CONVERT((value * opacity + 32768) >> 16, u16x16)}, part);
  }
}

KERNEL void raster_shrink_columns(
    const float *sums, const int32_t *starts, const int16_t *weights, size_t taps, size_t count, int16_t *texels) {
  for (size_t i = 0; i < count; i++) {
    f32x4 value = total(sum_columns(sums + 4 * (ptrdiff_t)starts[i], weights + i * taps, taps)) * 0x1p-17f;
    value = __builtin_elementwise_min(__builtin_elementwise_max(value, (f32x4)-32767.0f), (f32x4)32767.0f);
    // The integer is left in the low bits.
    i16x4 texel = CONVERT((i32x4)(value + 12582912.0f), i16x4);
    STORE(texels + 4 * i, texel);
  }
}

int64_t raster_texel(int64_t i, int64_t count, enum raster_spread spread) {
  if (i >= 0 && i < count) return i;
  if (spread == RASTER_PAD) return i < 0 ? 0 : count - 1;
  if (spread == RASTER_CLEAR) return -1;
  int64_t period = spread == RASTER_MIRROR ? 2 * count : count, rest = i % period;
  if (rest < 0) rest += period;
  return rest < count ? rest : period - 1 - rest;
}

/// The texels of a rectangle that leaves the level.
static void gather(
    const raster_level *level, enum raster_spread spread, int64_t x, int64_t y, int64_t columns, int64_t rows,
    uint8_t *texels) {
  size_t size = (size_t)level->size;
  int64_t places[RASTER_KERNEL_TAPS];
  for (int64_t i = 0; i < columns; i++) places[i] = raster_texel(x + i, level->width, spread);
  for (int64_t j = 0; j < rows; j++) {
    int64_t row = raster_texel(y + j, level->height, spread);
    const uint8_t *from = level->texels + level->size * row * level->width;
    for (int64_t i = 0; i < columns; i++, texels += size) {
      if (row < 0 || places[i] < 0) memset(texels, 0, size);
      else if (size == 8) memcpy(texels, from + 8 * places[i], 8);
      else memcpy(texels, from + 4 * places[i], 4);
    }
  }
}

/// The index of the kernel for a pixel that spans the square root of `square` texels, at least 1.
INLINE int64_t kernel_index(double square) {
  if (!(square > 1)) return 0;
  uint64_t bits;
  memcpy(&bits, &square, 8);
  return (int64_t)(bits >> 47) - (1023 << 5);
}

INLINE int64_t bounded(int64_t value, int64_t low, int64_t high) {
  return value < low ? low : value > high ? high : value;
}

/// A position in texels in 1/128, bounded, with centers of texels at 0.
INLINE int64_t fixed(double position) {
  double bounded = position > -1e6 ? position < 1e6 ? position : 1e6 : -1e6;
  return (int64_t)((bounded - 0.5) * 128 + 0x1p40 + 0.5) - (1ll << 40);
}

/// The sum of a rectangle of texels of `size` bytes, rows `stride` apart, times the weights of both axes.
INLINE floats4 sum_texels(
    const uint8_t *texels, size_t size, int64_t stride, const int16_t *across, int64_t columns, const int16_t *down,
    int64_t rows) {
  floats4 result = {0};
  int64_t i = 0;
  for (; i + 8 <= columns; i += 8) {
    sums4 sum[2] = {{0}, {0}};
    for (int64_t j = 0; j < rows; j++) add_eight(sum, texels + j * stride + (int64_t)size * i, size, down[j]);
    result = add_values(result, scaled(sum[0], size), across + i);
    result = add_values(result, scaled(sum[1], size), across + i + 4);
  }
  if (i < columns) {
    sums4 sum = {0};
    for (int64_t j = 0; j < rows; j++) sum = add_texels(sum, texels + j * stride + (int64_t)size * i, size, down[j]);
    result = add_values(result, scaled(sum, size), across + i);
  }
  return result;
}

/// The total of one pixel at (u, v), which spans a number of texels along each axis of the image, given squared.
INLINE f32x4 sample(double u, double v, double square_u, double square_v, const raster_image_levels *image) {
  const int64_t last = RASTER_KERNEL_COUNT - 1;
  int64_t across = kernel_index(square_u), down = kernel_index(square_v);
  int64_t low = across < down ? across : down, high = across < down ? down : across;
  // Kernels of levels other than the first are a little wider than their texels, so that these do not show.
  int64_t fine = (low - 24) >> 5, coarse = (high - last + 31) >> 5;
  int64_t index = bounded(fine > coarse ? fine : coarse, 0, image->count - 1);
  const raster_level *level = image->levels + index;
  const raster_kernel *kernel_u = image->kernels + bounded(across - 32 * index, 0, last);
  const raster_kernel *kernel_v = image->kernels + bounded(down - 32 * index, 0, last);
  int64_t at_u = fixed(u * level->scale_x), at_v = fixed(v * level->scale_y);
  int64_t x = (at_u >> 7) - kernel_u->taps / 2 + 1, y = (at_v >> 7) - kernel_v->taps / 2 + 1;
  int64_t columns = kernel_u->stride, rows = kernel_v->taps, stride = level->size * level->width;
  const int16_t *weights_u = kernel_u->weights + (at_u & 127) * columns;
  const int16_t *weights_v = kernel_v->weights + (at_v & 127) * kernel_v->stride;
  uint8_t gathered[RASTER_KERNEL_TAPS * RASTER_KERNEL_TAPS * 8];
  const uint8_t *texels = gathered;
  if (x >= 0 && y >= 0 && x + columns <= level->width && y + rows <= level->height) {
    texels = level->texels + y * stride + level->size * x;
  } else {
    gather(level, image->spread, x, y, columns, rows, gathered);
    stride = level->size * columns;
  }
  // Magnified images are worth a loop of their own.
  floats4 sum;
  if (level->size == 4 && columns == 8 && rows == 6) sum = sum_texels(texels, 4, stride, weights_u, 8, weights_v, 6);
  else if (level->size == 4) sum = sum_texels(texels, 4, stride, weights_u, columns, weights_v, rows);
  else sum = sum_texels(texels, 8, stride, weights_u, columns, weights_v, rows);
  return total(sum);
}

KERNEL void raster_image(
    const double *t, double x, double y, size_t count, const raster_image_levels *image, uint32_t opacity,
    uint16_t *colors) {
  double u[BLOCK], v[BLOCK], square_u[BLOCK], square_v[BLOCK];
  totals totals = {0};
  double row_x = t[1] * y + t[2], row_y = t[4] * y + t[5], row_w = t[7] * y + t[8];
  for (size_t first = 0; first < count; first += BLOCK) {
    for (int i = 0; i < BLOCK; i++) {
      double at = x + (double)(first + (size_t)i), k = 1 / (t[6] * at + row_w);
      u[i] = (t[0] * at + row_x) * k;
      v[i] = (t[3] * at + row_y) * k;
      double ux = (t[0] - u[i] * t[6]) * k, uy = (t[1] - u[i] * t[7]) * k;
      double vx = (t[3] - v[i] * t[6]) * k, vy = (t[4] - v[i] * t[7]) * k;
      square_u[i] = ux * ux + uy * uy;
      square_v[i] = vx * vx + vy * vy;
    }
    size_t part = count - first < BLOCK ? count - first : BLOCK;
    for (size_t i = 0; i < part; i++) totals.v[i] = sample(u[i], v[i], square_u[i], square_v[i], image);
    store_pixels(colors + 4 * first, &totals, part, opacity);
  }
}
