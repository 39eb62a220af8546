#include "vectors.h"

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

KERNEL void raster_filter(const float *lines, size_t stride, const float *weights, size_t count, float *out) {
  f32x8 sums[4] = {0, 0, 0, 0};
  for (size_t i = 0; i < count; i++, lines += stride) {
    for (int j = 0; j < 4; j++) {
      f32x8 line;
      LOAD(line, lines + 8 * j);
      sums[j] += line * weights[count - 1 - i];
    }
  }
  STORE(out, sums);
}

KERNEL void raster_mix(const float *lines, size_t stride, const float weights[4], size_t count, float *out) {
  const float *a = lines, *b = a + stride, *c = b + stride, *d = c + stride;
  const float wa = weights[0], wb = weights[1], wc = weights[2], wd = weights[3];
  for (size_t i = 0; i < count; i++) out[i] = a[i] * wa + b[i] * wb + c[i] * wc + d[i] * wd;
}
