#include "CRasterKernels.h"

#if defined(__x86_64__)

#include "pixels.h"

AVX2 void raster_restore_avx2(
    const float *samples, size_t phase, size_t shift, const float *weights, const int32_t *lanes, size_t length,
    size_t count, float *out) {
  for (size_t i = 0; i < count; i += 8) {
    size_t at = (phase + i) & (length - 1);
    const float *p = samples + ((phase + i) >> shift);
    __m256i lane = _mm256_loadu_si256((const __m256i *)(lanes + at));
    __m256 sum = _mm256_mul_ps(_mm256_permutevar8x32_ps(_mm256_loadu_ps(p), lane), _mm256_loadu_ps(weights + at));
    for (size_t j = 1; j < 4; j++) {
      __m256 part = _mm256_permutevar8x32_ps(_mm256_loadu_ps(p + j), lane);
      sum = _mm256_add_ps(sum, _mm256_mul_ps(part, _mm256_loadu_ps(weights + at + j * length)));
    }
    _mm256_storeu_ps(out + i, sum);
  }
}

AVX2 void raster_filter_avx2(
    const float *lines, size_t stride, const float *weights, size_t count, float *out) {
  __m256 a = _mm256_setzero_ps(), b = a, c = a, d = a;
  for (size_t i = 0; i < count; i++, lines += stride) {
    __m256 weight = _mm256_set1_ps(weights[count - 1 - i]);
    a = _mm256_add_ps(a, _mm256_mul_ps(_mm256_loadu_ps(lines), weight));
    b = _mm256_add_ps(b, _mm256_mul_ps(_mm256_loadu_ps(lines + 8), weight));
    c = _mm256_add_ps(c, _mm256_mul_ps(_mm256_loadu_ps(lines + 16), weight));
    d = _mm256_add_ps(d, _mm256_mul_ps(_mm256_loadu_ps(lines + 24), weight));
  }
  _mm256_storeu_ps(out, a), _mm256_storeu_ps(out + 8, b);
  _mm256_storeu_ps(out + 16, c), _mm256_storeu_ps(out + 24, d);
}

AVX2 void raster_mix_avx2(
    const float *lines, size_t stride, const float weights[4], size_t count, float *out) {
  const float *a = lines, *b = a + stride, *c = b + stride, *d = c + stride;
  const __m256 wa = _mm256_set1_ps(weights[0]), wb = _mm256_set1_ps(weights[1]);
  const __m256 wc = _mm256_set1_ps(weights[2]), wd = _mm256_set1_ps(weights[3]);
  size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    __m256 sum = _mm256_add_ps(
        _mm256_mul_ps(_mm256_loadu_ps(a + i), wa), _mm256_mul_ps(_mm256_loadu_ps(b + i), wb));
    sum = _mm256_add_ps(sum, _mm256_mul_ps(_mm256_loadu_ps(c + i), wc));
    sum = _mm256_add_ps(sum, _mm256_mul_ps(_mm256_loadu_ps(d + i), wd));
    _mm256_storeu_ps(out + i, sum);
  }
  for (; i < count; i++) out[i] = a[i] * weights[0] + b[i] * weights[1] + c[i] * weights[2] + d[i] * weights[3];
}

#else

void raster_restore_avx2(
    const float *samples, size_t phase, size_t shift, const float *weights, const int32_t *lanes, size_t length,
    size_t count, float *out) {}
void raster_filter_avx2(
    const float *lines, size_t stride, const float *weights, size_t count, float *out) {}
void raster_mix_avx2(
    const float *lines, size_t stride, const float weights[4], size_t count, float *out) {}

#endif
