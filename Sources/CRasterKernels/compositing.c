#include "CRasterKernels.h"

#if defined(__x86_64__)

#include "pixels.h"

AVX2 void raster_composite_avx2(const uint16_t color[4], const int32_t *coverage, size_t count, uint16_t *pixels) {
  const __m256i source = repeated(color);
  size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    __m256i *place = (__m256i *)(pixels + 4 * i);
    __m128i part = _mm_loadu_si128((const __m128i *)(coverage + i));
    _mm256_storeu_si256(place, over(covered4(source, part), _mm256_loadu_si256(place)));
  }
  for (; i < count; i++) {
    __m128i *place = (__m128i *)(pixels + 4 * i);
    __m256i covered = covered4(source, _mm_cvtsi32_si128(coverage[i]));
    __m256i result = over(covered, _mm256_castsi128_si256(_mm_loadl_epi64(place)));
    _mm_storel_epi64(place, _mm256_castsi256_si128(result));
  }
}

AVX2 void raster_blend_avx2(const uint16_t color[4], const uint16_t *below, uint16_t *pixels, size_t count) {
  const __m256i source = repeated(color);
  size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    __m256i four = _mm256_loadu_si256((const __m256i *)(below + 4 * i));
    _mm256_storeu_si256((__m256i *)(pixels + 4 * i), over(source, four));
  }
  for (; i < count; i++) {
    __m256i one = _mm256_castsi128_si256(_mm_loadl_epi64((const __m128i *)(below + 4 * i)));
    _mm_storel_epi64((__m128i *)(pixels + 4 * i), _mm256_castsi256_si128(over(source, one)));
  }
}

AVX2 void raster_over_avx2(const uint16_t *source, const uint32_t *factors, size_t count, uint16_t *pixels) {
  size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    __m128i part = _mm_loadu_si128((const __m128i *)(factors + i));
    if (_mm_testz_si128(part, part)) continue;
    __m256i *place = (__m256i *)(pixels + 4 * i);
    __m256i covered = covered4(_mm256_loadu_si256((const __m256i *)(source + 4 * i)), part);
    _mm256_storeu_si256(place, over(covered, _mm256_loadu_si256(place)));
  }
  for (; i < count; i++) {
    __m128i *place = (__m128i *)(pixels + 4 * i);
    __m256i color = _mm256_castsi128_si256(_mm_loadl_epi64((const __m128i *)(source + 4 * i)));
    __m256i covered = covered4(color, _mm_cvtsi32_si128((int)factors[i]));
    _mm_storel_epi64(place, _mm256_castsi256_si128(over(covered, _mm256_castsi128_si256(_mm_loadl_epi64(place)))));
  }
}

/// Two parts of a color as 32-bit integers, components at most alpha; 1.5 × 2^23 leaves integers in the low bits.
AVX2 static inline __m256i under2(__m256 color, float first, float second) {
  __m256 parts = _mm256_set_m128(_mm_set1_ps(second), _mm_set1_ps(first));
  __m256 v = _mm256_mul_ps(color, _mm256_min_ps(parts, _mm256_set1_ps(65280)));
  __m256i bits = _mm256_castps_si256(_mm256_add_ps(v, _mm256_set1_ps(12582912)));
  __m256i p = _mm256_and_si256(bits, _mm256_set1_epi32(0xFFFF));
  return _mm256_min_epu32(p, _mm256_shuffle_epi32(p, 0xFF));
}

AVX2 void raster_under_avx2(const float color[4], const float *parts, size_t count, uint16_t *pixels) {
  const __m256 full = _mm256_broadcast_ps((const __m128 *)color);
  size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    __m256i *place = (__m256i *)(pixels + 4 * i);
    __m256i packed = _mm256_packus_epi32(
        under2(full, parts[i], parts[i + 1]), under2(full, parts[i + 2], parts[i + 3]));
    __m256i below = _mm256_permute4x64_epi64(packed, 0xD8);
    _mm256_storeu_si256(place, over(_mm256_loadu_si256(place), below));
  }
  for (; i < count; i++) {
    __m128i *place = (__m128i *)(pixels + 4 * i);
    __m256i below = _mm256_packus_epi32(under2(full, parts[i], 0), _mm256_setzero_si256());
    _mm_storel_epi64(place, _mm256_castsi256_si128(over(_mm256_castsi128_si256(_mm_loadl_epi64(place)), below)));
  }
}

/// Four pixels times `rests`, one in every fourth of the places, below alphas in the last places; clear ones stay.
AVX2 static inline __m256i under_black(__m128i alphas, __m128i rests, __m256i below) {
  const __m256i spread = _mm256_setr_epi8(
      0, 1, 0, 1, 0, 1, 0, 1, 8, 9, 8, 9, 8, 9, 8, 9, 0, 1, 0, 1, 0, 1, 0, 1, 8, 9, 8, 9, 8, 9, 8, 9);
  __m256i alpha = _mm256_cvtepu32_epi64(alphas);
  __m256i rest = _mm256_shuffle_epi8(_mm256_cvtepu32_epi64(rests), spread);
  __m256i result = _mm256_add_epi16(_mm256_slli_epi64(alpha, 48), scaled(below, rest));
  return _mm256_blendv_epi8(result, below, _mm256_cmpeq_epi64(alpha, _mm256_setzero_si256()));
}

/// `raster_tint_avx2` for black: eight pixels at a time, whose number it returns.
AVX2 static size_t tint_black(float full, const float *parts, size_t count, uint16_t *pixels) {
  const __m256 factor = _mm256_set1_ps(full);
  size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    __m256i *place = (__m256i *)(pixels + 4 * i);
    __m256 value = _mm256_mul_ps(factor, _mm256_min_ps(_mm256_loadu_ps(parts + i), _mm256_set1_ps(65280)));
    __m256i bits = _mm256_castps_si256(_mm256_add_ps(value, _mm256_set1_ps(12582912)));
    __m256i alpha = _mm256_and_si256(bits, _mm256_set1_epi32(0xFFFF));
    __m256i rest = _mm256_subs_epu16(
        _mm256_sub_epi16(_mm256_setzero_si256(), alpha), scaled(alpha, _mm256_set1_epi16(257)));
    __m256i first = under_black(
        _mm256_castsi256_si128(alpha), _mm256_castsi256_si128(rest), _mm256_loadu_si256(place));
    __m256i second = under_black(
        _mm256_extracti128_si256(alpha, 1), _mm256_extracti128_si256(rest, 1), _mm256_loadu_si256(place + 1));
    _mm256_storeu_si256(place, first);
    _mm256_storeu_si256(place + 1, second);
  }
  return i;
}

AVX2 void raster_tint_avx2(const float color[4], const float *parts, size_t count, uint16_t *pixels) {
  const __m256 full = _mm256_broadcast_ps((const __m128 *)color);
  bool is_black = color[0] == 0 && color[1] == 0 && color[2] == 0;
  size_t i = is_black ? tint_black(color[3], parts, count, pixels) : 0;
  for (; i + 4 <= count; i += 4) {
    __m256i *place = (__m256i *)(pixels + 4 * i);
    __m256i packed = _mm256_packus_epi32(
        under2(full, parts[i], parts[i + 1]), under2(full, parts[i + 2], parts[i + 3]));
    __m256i source = _mm256_permute4x64_epi64(packed, 0xD8);
    _mm256_storeu_si256(place, over(source, _mm256_loadu_si256(place)));
  }
  for (; i < count; i++) {
    __m128i *place = (__m128i *)(pixels + 4 * i);
    __m256i source = _mm256_packus_epi32(under2(full, parts[i], 0), _mm256_setzero_si256());
    _mm_storel_epi64(place, _mm256_castsi256_si128(over(source, _mm256_castsi128_si256(_mm_loadl_epi64(place)))));
  }
}

AVX2 void raster_mark_avx2(
    const uint16_t *above, const uint16_t *row, const uint16_t *below, size_t count, uint8_t *varied) {
  uint64_t p, a, b, l, r;
  size_t i = 0;
  while (i < count) {
    if (i > 0 && i + 5 <= count) {
      __m256i here = _mm256_loadu_si256((const __m256i *)(row + 4 * i));
      __m256i same = _mm256_and_si256(
          _mm256_cmpeq_epi64(here, _mm256_loadu_si256((const __m256i *)(above + 4 * i))),
          _mm256_cmpeq_epi64(here, _mm256_loadu_si256((const __m256i *)(below + 4 * i))));
      same = _mm256_and_si256(
          same, _mm256_and_si256(
                    _mm256_cmpeq_epi64(here, _mm256_loadu_si256((const __m256i *)(row + 4 * i - 4))),
                    _mm256_cmpeq_epi64(here, _mm256_loadu_si256((const __m256i *)(row + 4 * i + 4)))));
      int bits = ~_mm256_movemask_pd(_mm256_castsi256_pd(same));
      varied[i] = bits & 1, varied[i + 1] = bits >> 1 & 1, varied[i + 2] = bits >> 2 & 1, varied[i + 3] = bits >> 3 & 1;
      i += 4;
      continue;
    }
    memcpy(&p, row + 4 * i, 8), memcpy(&a, above + 4 * i, 8), memcpy(&b, below + 4 * i, 8);
    memcpy(&l, row + 4 * (i > 0 ? i - 1 : i), 8), memcpy(&r, row + 4 * (i + 1 < count ? i + 1 : i), 8);
    varied[i] = !(p == a && p == b && p == l && p == r);
    i++;
  }
}

#else

void raster_composite_avx2(const uint16_t color[4], const int32_t *coverage, size_t count, uint16_t *pixels) {}
void raster_blend_avx2(const uint16_t color[4], const uint16_t *below, uint16_t *pixels, size_t count) {}
void raster_over_avx2(const uint16_t *source, const uint32_t *factors, size_t count, uint16_t *pixels) {}
void raster_under_avx2(const float color[4], const float *parts, size_t count, uint16_t *pixels) {}
void raster_tint_avx2(const float color[4], const float *parts, size_t count, uint16_t *pixels) {}
void raster_mark_avx2(
    const uint16_t *above, const uint16_t *row, const uint16_t *below, size_t count, uint8_t *varied) {}

#endif
