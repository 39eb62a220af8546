#include "CRasterKernels.h"

#include <string.h>

#if defined(__x86_64__)

#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))

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

/// Of the 32-bit numbers for four pixels, that of the first and the third four times each.
AVX2 static inline __m256i even(__m128i numbers) {
  return _mm256_permutevar8x32_epi32(_mm256_castsi128_si256(numbers), _mm256_setr_epi32(0, 0, 0, 0, 2, 2, 2, 2));
}

/// That of the second and the fourth.
AVX2 static inline __m256i odd(__m128i numbers) {
  return _mm256_permutevar8x32_epi32(_mm256_castsi128_si256(numbers), _mm256_setr_epi32(1, 1, 1, 1, 3, 3, 3, 3));
}

/// Four pixels of 32-bit components: the first and the third, the second and the fourth.
struct four {
  __m256i even, odd;
};

/// (a × (256 − part) + b × part) / 256 for components up to 65535, `weights` being 256 − part and part in 16 bits each.
AVX2 static inline __m256i mixed(__m256i a, __m256i b, __m256i weights) {
  // What is less by 32768 fits signed products.
  __m256i pairs = _mm256_xor_si256(_mm256_or_si256(a, _mm256_slli_epi32(b, 16)), _mm256_set1_epi16((short)0x8000));
  __m256i sum = _mm256_add_epi32(_mm256_madd_epi16(pairs, weights), _mm256_set1_epi32(32768 * 256));
  return _mm256_srli_epi32(sum, 8);
}

AVX2 static inline __m128i weights4(__m128i parts) {
  return _mm_or_si128(_mm_sub_epi32(_mm_set1_epi32(256), parts), _mm_slli_epi32(parts, 16));
}

/// Four times two texels side by side, those of a pixel mixed by its weights.
AVX2 static inline struct four beside(__m256i texels, __m256i evenWeights, __m256i oddWeights) {
  const __m256i order = _mm256_setr_epi8(
      0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15, 0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15);
  __m256i pairs = _mm256_shuffle_epi8(texels, order), zero = _mm256_setzero_si256();
  struct four result = {
      _mm256_madd_epi16(_mm256_unpacklo_epi8(pairs, zero), evenWeights),
      _mm256_madd_epi16(_mm256_unpackhi_epi8(pairs, zero), oddWeights)};
  return result;
}

AVX2 static inline __m128i fixed4(__m256d place, __m256d scale) {
  __m256d bounded =
      _mm256_min_pd(_mm256_max_pd(_mm256_mul_pd(place, scale), _mm256_set1_pd(-1e6)), _mm256_set1_pd(1e6));
  return _mm256_cvtpd_epi32(_mm256_mul_pd(_mm256_sub_pd(bounded, _mm256_set1_pd(0.5)), _mm256_set1_pd(256)));
}

/// Bilinear between the four texels around each of four places on one level, in 1/65280; false where one of them is not there.
AVX2 static inline bool bilinear4(
    const struct level *levels, int32_t index, __m256d u, __m256d v, struct four *result) {
  const struct level *level = levels + index;
  if (level->width * level->height > INT32_MAX) return false;
  __m256d scale = _mm256_set1_pd(1.0 / (double)(1ll << index));
  __m128i fu = fixed4(u, scale), fv = fixed4(v, scale);
  __m128i x = _mm_srai_epi32(fu, 8), y = _mm_srai_epi32(fv, 8);
  __m128i isBeyond = _mm_or_si128(
      _mm_cmpgt_epi32(x, _mm_set1_epi32((int)level->width - 2)),
      _mm_cmpgt_epi32(y, _mm_set1_epi32((int)level->height - 2)));
  if (_mm_movemask_epi8(_mm_or_si128(isBeyond, _mm_srai_epi32(_mm_or_si128(x, y), 31)))) return false;
  __m128i place = _mm_add_epi32(_mm_mullo_epi32(y, _mm_set1_epi32((int)level->width)), x);
  __m256i above = _mm256_i32gather_epi64((const long long *)level->texels, place, 4);
  __m256i below = _mm256_i32gather_epi64((const long long *)(level->texels + 4 * level->width), place, 4);
  __m128i across = weights4(_mm_and_si128(fu, _mm_set1_epi32(255)));
  __m128i down = weights4(_mm_and_si128(fv, _mm_set1_epi32(255)));
  __m256i acrossEven = even(across), acrossOdd = odd(across);
  struct four a = beside(above, acrossEven, acrossOdd), b = beside(below, acrossEven, acrossOdd);
  result->even = mixed(a.even, b.even, even(down));
  result->odd = mixed(a.odd, b.odd, odd(down));
  return true;
}

/// Between two levels for four places; `mix` holds their footprints' and is not used where `mixes` is false.
AVX2 static inline bool trilinear4(
    const struct level *levels, int32_t index, bool mixes, __m128i mix, __m256d u, __m256d v, struct four *result) {
  if (!bilinear4(levels, index, u, v, result)) return false;
  if (!mixes) return true;
  struct four far;
  if (!bilinear4(levels, index + 1, u, v, &far)) return false;
  __m128i weights = weights4(mix);
  result->even = mixed(result->even, far.even, even(weights));
  result->odd = mixed(result->odd, far.odd, odd(weights));
  return true;
}

AVX2 static inline __m256i mean(__m256i sum, __m256 count) {
  __m256 value = _mm256_div_ps(_mm256_cvtepi32_ps(sum), count);
  value = _mm256_min_ps(value, _mm256_shuffle_ps(value, value, 0xFF));
  __m256i bits = _mm256_castps_si256(_mm256_add_ps(value, _mm256_set1_ps(12582912)));
  return _mm256_and_si256(bits, _mm256_set1_epi32(0xFFFF));
}

/// The mean of the samples at four places with equal levels and counts of samples; false also where these differ.
AVX2 static inline bool sampled4(
    const struct level *levels, const struct footprint *f, size_t stride, __m256d u, __m256d v, struct four *result) {
  const struct footprint *g = f + stride, *h = g + stride, *i = h + stride;
  if (f->level != g->level || f->level != h->level || f->level != i->level) return false;
  if (f->taps != g->taps || f->taps != h->taps || f->taps != i->taps) return false;
  bool mixes = (f->mix | g->mix | h->mix | i->mix) != 0;
  __m128i mix = _mm_setr_epi32((int)f->mix, (int)g->mix, (int)h->mix, (int)i->mix);
  if (f->taps == 1) return trilinear4(levels, f->level, mixes, mix, u, v, result);
  __m256d stepU = _mm256_setr_pd(f->step[0], g->step[0], h->step[0], i->step[0]);
  __m256d stepV = _mm256_setr_pd(f->step[1], g->step[1], h->step[1], i->step[1]);
  struct four sum = {_mm256_setzero_si256(), _mm256_setzero_si256()}, one;
  for (int tap = 0; tap < f->taps; tap++) {
    __m256d k = _mm256_set1_pd((double)tap - (double)(f->taps - 1) / 2);
    __m256d atU = _mm256_add_pd(u, _mm256_mul_pd(stepU, k)), atV = _mm256_add_pd(v, _mm256_mul_pd(stepV, k));
    if (!trilinear4(levels, f->level, mixes, mix, atU, atV, &one)) return false;
    sum.even = _mm256_add_epi32(sum.even, one.even);
    sum.odd = _mm256_add_epi32(sum.odd, one.odd);
  }
  __m256 count = _mm256_set1_ps((float)f->taps);
  result->even = mean(sum.even, count);
  result->odd = mean(sum.odd, count);
  return true;
}

AVX2 static inline __m256i opaque(__m256i color, __m256i factor) {
  return _mm256_srli_epi32(_mm256_add_epi32(_mm256_mullo_epi32(color, factor), _mm256_set1_epi32(32768)), 16);
}

AVX2 static void image(
    const void *levels, const double *u, const double *v, const void *footprints, size_t stride, uint32_t opacity,
    size_t count, uint16_t *colors, uint8_t *isDone) {
  const struct footprint *f = footprints;
  const __m256i factor = _mm256_set1_epi32((int)opacity);
  memset(isDone, 0, count);
  for (size_t i = 0; i < count; i += 4) {
    // The last four may share pixels with those before.
    size_t first = i + 4 <= count || count < 4 ? i : count - 4;
    struct four four;
    if (first + 4 > count ||
        !sampled4(levels, f + first * stride, stride, _mm256_loadu_pd(u + first), _mm256_loadu_pd(v + first), &four))
      continue;
    __m256i pixels = _mm256_packus_epi32(opaque(four.even, factor), opaque(four.odd, factor));
    _mm256_storeu_si256((__m256i *)(colors + 4 * first), pixels);
    memset(isDone + first, 1, 4);
  }
}

#endif

void raster_image(
    const void *levels, const double *u, const double *v, const void *footprints, size_t stride, uint32_t opacity,
    size_t count, uint16_t *colors, uint8_t *is_done) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) {
    image(levels, u, v, footprints, stride, opacity, count, colors, is_done);
    return;
  }
#endif
  memset(is_done, 0, count);
}
