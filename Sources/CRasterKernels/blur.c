#include "vectors.h"

KERNEL void raster_component(const uint16_t *pixels, size_t count, float *values) {
  size_t i = 0;
  for (; i + 8 < count; i += 8) {
    u16x32 eight;
    LOAD(eight, pixels + 4 * i);
    f32x8 components = CONVERT(LANES(eight, eight, 0, 4, 8, 12, 16, 20, 24, 28), f32x8);
    STORE(values + i, components);
  }
  for (; i < count; i++) values[i] = pixels[4 * i];
}

KERNEL void raster_add_scaled(const float *values, float factor, size_t count, float *sums) {
  for (size_t i = 0; i < count; i++) sums[i] += values[i] * factor;
}

#define TILE 32

/// True if `count` values, at least 8, are one.
INLINE bool is_one_value(const float *values, size_t count) {
  u32x8 first, next;
  LOAD(first, values);
  first = LANES(first, first, 0, 0, 0, 0, 0, 0, 0, 0);
  for (size_t i = 0; i < count; i += 8) {
    LOAD(next, values + (i + 8 <= count ? i : count - 8));
    if (__builtin_reduce_or(first ^ next) != 0) return false;
  }
  return true;
}

/// Sums up lines of a tile, `stride` apart, the first times the last weight.
INLINE void filter(const float *lines, size_t stride, const float *weights, size_t count, float *out) {
  f32x16 sums[2] = {0, 0};
  for (size_t i = 0; i < count; i++, lines += stride) {
    for (int j = 0; j < 2; j++) {
      f32x16 line;
      LOAD(line, lines + 16 * j);
      sums[j] += line * weights[count - 1 - i];
    }
  }
  STORE(out, sums);
}

/// The result of a filter for a constant value, summed like any other; remembers the last.
typedef struct {
  float value, result;
} flat_value;

INLINE void fill(flat_value *known, float value, const float *weights, size_t count, float *out) {
  if (value != known->value) {
    *known = (flat_value){value, 0};
    for (size_t i = count; i-- > 0;) known->result += value * weights[i];
  }
  for (int i = 0; i < TILE; i++) out[i] = known->result;
}

KERNEL void raster_blur_columns(
    const float *samples, size_t width, size_t height, const float *taps, size_t radius, uint32_t *runs, size_t stride,
    float *out) {
  const size_t tiles = width / TILE;
  size_t seen = 0;
  flat_value known = {0, 0};
  for (size_t row = 0; row < height; row++) {
    const size_t first = row < radius ? 0 : row - radius, last = row + radius < height ? row + radius : height - 1;
    const bool is_whole = row >= radius && row + radius < height;
    for (; seen <= last; seen++) {
      for (size_t tile = 0; tile < tiles; tile++) {
        const float *line = samples + seen * width + tile * TILE;
        const bool goes_on = seen > 0 && line[0] == line[-(ptrdiff_t)width];
        runs[tile] = is_one_value(line, TILE) ? (goes_on ? runs[tile] : 0) + 1 : 0;
      }
    }
    for (size_t tile = 0; tile < tiles; tile++) {
      const float *lines = samples + first * width + tile * TILE;
      float *target = out + row * stride + tile * TILE;
      if (runs[tile] > last - first && (is_whole || lines[0] == 0)) {
        fill(&known, lines[0], taps, 2 * radius + 1, target);
      } else {
        filter(lines, width, taps + (row + radius - last), last - first + 1, target);
      }
    }
  }
}

KERNEL void raster_blur_row(const float *samples, size_t width, const float *taps, size_t radius, float *out) {
  flat_value known = {0, 0};
  for (size_t left = 0; left < width; left += TILE) {
    if (is_one_value(samples + left, TILE + 2 * radius)) {
      fill(&known, samples[left], taps, 2 * radius + 1, out + left);
    } else {
      filter(samples + left, 1, taps, 2 * radius + 1, out + left);
    }
  }
}

/// Bits of the pairs of 32 values that are equal.
INLINE uint64_t equal_bits(const float *a, const float *b) {
  uint64_t result = 0;
  for (int i = 0; i < 32; i += 8) {
    f32x8 left, right;
    LOAD(left, a + i), LOAD(right, b + i);
    bits8 equal = CONVERT(left == right, bits8);
    uint8_t bits;
    memcpy(&bits, &equal, 1);
    result |= (uint64_t)bits << i;
  }
  return result;
}

KERNEL void raster_find_flat(
    const float *line, const float *above, size_t count, size_t step, size_t window, uint8_t *flags) {
  uint64_t next = equal_bits(line, line + 1);
  for (size_t block = 0; block < count; line += 32, above += 32) {
    uint64_t pairs = next;
    next = equal_bits(line + 32, line + 33);
    pairs |= next << 32;
    uint64_t flat = pairs;
    for (size_t i = 2; i < window; i++) flat &= pairs >> (i - 1);
    uint64_t same = equal_bits(line, above);
    for (size_t i = 0; i < 32 && block < count; i += step, block++) {
      flags[block] &= (uint8_t)((flat >> i & 1) * (1 + 2 * (same >> i & 1)));
    }
  }
}

KERNEL void raster_join_flat(uint8_t *flags, size_t width, size_t height, size_t window) {
  const size_t count = (height - window + 1) * width;
  size_t i = 0;
  for (; i + 32 <= count; i += 32) {
    u8x32 all, next;
    LOAD(all, flags + i);
    all |= 2;
    for (size_t j = 1; j < window; j++) {
      LOAD(next, flags + i + j * width);
      all &= next;
    }
    STORE(flags + i, all);
  }
  for (; i < count; i++) {
    uint8_t all = flags[i] | 2;
    for (size_t j = 1; j < window; j++) all &= flags[i + j * width];
    flags[i] = all;
  }
}

KERNEL void raster_upsample(
    const float *samples, size_t phase, size_t shift, const float *weights, size_t length, size_t count, float *out) {
  for (size_t i = 0; i < count; i += 8) {
    size_t at = (phase + i) & (length - 1);
    const float *p = samples + ((phase + i) >> shift);
    f32x8 sum = 0;
    for (size_t j = 0; j < 5; j++, p++) {
      f32x8 weight, sample = *p;
      LOAD(weight, weights + at + j * length);
      if (shift == 1) sample = (f32x8){p[0], p[0], p[1], p[1], p[2], p[2], p[3], p[3]};
      if (shift == 2) sample = (f32x8){p[0], p[0], p[0], p[0], p[1], p[1], p[1], p[1]};
      sum += sample * weight;
    }
    STORE(out + i, sum);
  }
}

KERNEL void raster_mix(const float *lines, size_t stride, const float weights[4], size_t count, float *out) {
  const float *a = lines, *b = a + stride, *c = b + stride, *d = c + stride;
  const float wa = weights[0], wb = weights[1], wc = weights[2], wd = weights[3];
  for (size_t i = 0; i < count; i++) out[i] = a[i] * wa + b[i] * wb + c[i] * wc + d[i] * wd;
}

KERNEL void raster_mark_varied(const float *row, ptrdiff_t stride, size_t count, uint8_t *mask) {
  const float *above = row - stride, *below = row + stride;
  for (size_t i = 0; i < count; i++) {
    const float *p = row + i;
    mask[i] |= (p[-1] != *p) | (p[1] != *p) | (above[i] != *p) | (below[i] != *p);
  }
}
