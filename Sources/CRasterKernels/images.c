#include "CRasterKernels.h"

#if defined(__x86_64__)

#include "pixels.h"

struct level {
  int64_t width, height;
  const uint8_t *texels;
};

struct footprint {
  int32_t level;
  uint32_t mix;
  int32_t taps, unused;
  double step[2];
};

/// Bilinear between four texels around a place in an image's texels, in 1/65280; false where they are not all there.
AVX2 static inline bool bilinear(const struct level *levels, int32_t index, __m128d place, __m128i *result) {
  const struct level *level = levels + index;
  __m128d scaled = _mm_mul_pd(place, _mm_set1_pd(1.0 / (double)(1ll << index)));
  __m128d bounded = _mm_min_pd(_mm_max_pd(scaled, _mm_set1_pd(-1e6)), _mm_set1_pd(1e6));
  __m128i fixed = _mm_cvtpd_epi32(_mm_mul_pd(_mm_sub_pd(bounded, _mm_set1_pd(0.5)), _mm_set1_pd(256)));
  int64_t fu = _mm_cvtsi128_si32(fixed), fv = _mm_extract_epi32(fixed, 1);
  int64_t x = fu >> 8, y = fv >> 8;
  if (x < 0 || y < 0 || x + 1 >= level->width || y + 1 >= level->height) return false;
  const uint8_t *above = level->texels + 4 * (y * level->width + x), *below = above + 4 * level->width;
  int right = (int)(fu & 255), down = (int)(fv & 255);
  __m128i weights = _mm_unpacklo_epi64(_mm_set1_epi16((short)(256 - right)), _mm_set1_epi16((short)right));
  __m128i a = _mm_mullo_epi16(_mm_cvtepu8_epi16(_mm_loadl_epi64((const __m128i *)above)), weights);
  __m128i b = _mm_mullo_epi16(_mm_cvtepu8_epi16(_mm_loadl_epi64((const __m128i *)below)), weights);
  a = _mm_cvtepu16_epi32(_mm_add_epi16(a, _mm_srli_si128(a, 8)));
  b = _mm_cvtepu16_epi32(_mm_add_epi16(b, _mm_srli_si128(b, 8)));
  __m128i sum = _mm_add_epi32(
      _mm_mullo_epi32(a, _mm_set1_epi32(256 - down)), _mm_mullo_epi32(b, _mm_set1_epi32(down)));
  *result = _mm_srli_epi32(sum, 8);
  return true;
}

AVX2 static inline bool trilinear(
    const struct level *levels, const struct footprint *f, __m128d place, __m128i *result) {
  if (!bilinear(levels, f->level, place, result)) return false;
  if (f->mix == 0) return true;
  __m128i far;
  if (!bilinear(levels, f->level + 1, place, &far)) return false;
  __m128i sum = _mm_add_epi32(
      _mm_mullo_epi32(*result, _mm_set1_epi32((int)(256 - f->mix))),
      _mm_mullo_epi32(far, _mm_set1_epi32((int)f->mix)));
  *result = _mm_srli_epi32(sum, 8);
  return true;
}

AVX2 static inline bool sampled(const struct level *levels, const struct footprint *f, __m128d place, __m128i *result) {
  if (f->taps == 1) return trilinear(levels, f, place, result);
  __m128i sum = _mm_setzero_si128(), one;
  __m128d step = _mm_loadu_pd(f->step);
  for (int i = 0; i < f->taps; i++) {
    double k = (double)i - (double)(f->taps - 1) / 2;
    if (!trilinear(levels, f, _mm_add_pd(place, _mm_mul_pd(step, _mm_set1_pd(k))), &one)) return false;
    sum = _mm_add_epi32(sum, one);
  }
  __m128 mean = _mm_div_ps(_mm_cvtepi32_ps(sum), _mm_set1_ps((float)f->taps));
  mean = _mm_min_ps(mean, _mm_shuffle_ps(mean, mean, 0xFF));
  __m128i bits = _mm_castps_si128(_mm_add_ps(mean, _mm_set1_ps(12582912)));
  *result = _mm_and_si128(bits, _mm_set1_epi32(0xFFFF));
  return true;
}

AVX2 void raster_image_avx2(
    const void *levels, const double *u, const double *v, const void *footprints, size_t stride, uint32_t opacity,
    size_t count, uint16_t *colors, uint8_t *isDone) {
  const struct footprint *f = footprints;
  const __m128i factor = _mm_set1_epi32((int)opacity), half = _mm_set1_epi32(32768);
  for (size_t i = 0; i < count; i++, f += stride) {
    __m128i color;
    isDone[i] = sampled(levels, f, _mm_setr_pd(u[i], v[i]), &color);
    if (!isDone[i]) continue;
    color = _mm_srli_epi32(_mm_add_epi32(_mm_mullo_epi32(color, factor), half), 16);
    _mm_storel_epi64((__m128i *)(colors + 4 * i), _mm_packus_epi32(color, color));
  }
}

#else

void raster_image_avx2(
    const void *levels, const double *u, const double *v, const void *footprints, size_t stride, uint32_t opacity,
    size_t count, uint16_t *colors, uint8_t *isDone) {}

#endif
