#include "vectors.h"

/// 1 in components and in alpha.
#define FULL 65280u
/// 1 in linear light.
#define FULL_LIGHT 16711680u

/// Linear light times alpha, and alpha, of a pixel that is not opaque.
static inline void translucent_light(const uint32_t *linear, const uint16_t *pixel, uint32_t light[4]) {
  const uint32_t a = pixel[3];
  for (int c = 0; c < 3; c++) {
    const uint32_t straight = a == 0 ? 0 : (pixel[c] * FULL + (a >> 1)) / a;
    light[c] = (uint32_t)(((uint64_t)linear[straight < FULL ? straight : FULL] * a + (FULL >> 1)) / FULL);
  }
  light[3] = a;
}

/// The component whose linear light is nearest; `light` is at most that of 1.
static inline uint32_t component(const uint32_t *linear, const uint16_t *components, uint32_t light) {
  // Interpolates linearly between the ends of the bucket's 256 steps; the result is at most a step or two off.
  const uint32_t low = components[light >> 8], high = components[(light >> 8) + 1];
  uint32_t found = low + ((high - low) * (light & 255) >> 8);
  while (found < FULL && light * 2 >= linear[found] + linear[found + 1]) found++;
  while (found > 0 && light * 2 < linear[found - 1] + linear[found]) found--;
  return found;
}

/// Adds a pixel that differs from the first.
static inline void add_light(const uint32_t *linear, const uint16_t *pixel, uint32_t weight, uint32_t *sum) {
  uint32_t light[4];
  if (pixel[3] == FULL) {
    for (int c = 0; c < 3; c++) light[c] = linear[pixel[c]];
    light[3] = FULL;
  } else {
    translucent_light(linear, pixel, light);
  }
  for (int c = 0; c < 4; c++) sum[c] += light[c] * weight;
}

KERNEL void raster_light_add(
    const uint32_t *linear, const uint16_t *pixels, const uint8_t *mask, uint16_t weight, size_t count,
    const uint16_t *first, uint16_t *weights, uint8_t *flags, uint32_t *sums) {
  size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    uint32_t flag, from;
    memcpy(&flag, flags + i, 4), memcpy(&from, mask + i, 4);
    flag |= from;
    memcpy(flags + i, &flag, 4);
    u64x4 these, firsts;
    u16x4 all;
    LOAD(these, pixels + 4 * i), LOAD(firsts, first + 4 * i), LOAD(all, weights + i);
    const u64x4 same = (u64x4)(these == firsts);
    all += CONVERT(same, u16x4) & weight;
    STORE(weights + i, all);
    if (__builtin_reduce_and(same) != 0) continue;
    for (size_t k = i; k < i + 4; k++) {
      if (!same[k - i]) add_light(linear, pixels + 4 * k, weight, sums + 4 * k);
    }
  }
  for (; i < count; i++) {
    flags[i] |= mask[i];
    if (memcmp(pixels + 4 * i, first + 4 * i, 8) == 0) {
      weights[i] += weight;
    } else {
      add_light(linear, pixels + 4 * i, weight, sums + 4 * i);
    }
  }
}

/// The mean of a pixel of which some samples differ from the first. `inverse` is 2^40 divided by the total, rounded up: what
/// sums are multiplied by instead of being divided, exactly, since they have 32 bits and the total is at most 256.
static inline void mean_light(
    const uint32_t *linear, const uint16_t *components, uint32_t total, uint64_t inverse, const uint16_t *first,
    uint32_t weight, const uint32_t *sums, uint16_t *pixel) {
  uint32_t sum[4];
  memcpy(sum, sums, 16);
  if (weight > 0) add_light(linear, first, weight, sum);
  const uint64_t alphas = sum[3];
  if (alphas == 0) {
    memset(pixel, 0, 8);
  } else if (alphas == total * FULL) {
    for (int c = 0; c < 3; c++) {
      const uint32_t mean = (uint32_t)((((uint64_t)sum[c] + (total >> 1)) * inverse) >> 40);
      pixel[c] = (uint16_t)component(linear, components, mean < FULL_LIGHT ? mean : FULL_LIGHT);
    }
    pixel[3] = FULL;
  } else {
    const uint64_t a = (alphas + (total >> 1)) / total;
    for (int c = 0; c < 3; c++) {
      const uint64_t mean = ((uint64_t)sum[c] * FULL + (alphas >> 1)) / alphas;
      const uint64_t found = component(linear, components, mean < FULL_LIGHT ? (uint32_t)mean : FULL_LIGHT);
      pixel[c] = (uint16_t)((found * a + (FULL >> 1)) / FULL);
    }
    pixel[3] = (uint16_t)a;
  }
}

KERNEL bool raster_light_mean(
    const uint32_t *linear, const uint16_t *components, uint32_t total, size_t count, const uint16_t *first,
    const uint16_t *weights, const uint8_t *flags, const uint32_t *sums, uint16_t *pixels, uint8_t *mask) {
  const uint64_t inverse = total == 0 ? 0 : (((uint64_t)1 << 40) + total - 1) / total;
  bool any = false;
  for (size_t i = 0; i < count; i++) {
    if (weights[i] == total) {
      memcpy(pixels + 4 * i, first + 4 * i, 8);
      mask[i] = flags[i];
    } else {
      mean_light(linear, components, total, inverse, first + 4 * i, weights[i], sums + 4 * i, pixels + 4 * i);
      mask[i] = 1;
    }
    any |= mask[i] != 0;
  }
  return any;
}
