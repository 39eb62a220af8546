#include "CRasterKernels.h"

#if defined(__x86_64__)

#include "pixels.h"

/// For four bits, each in the lowest place of a byte of its own, times 255.
static const uint32_t spread[16] = {
    0x00000000, 0x000000FF, 0x0000FF00, 0x0000FFFF, 0x00FF0000, 0x00FF00FF, 0x00FFFF00, 0x00FFFFFF,
    0xFF000000, 0xFF0000FF, 0xFF00FF00, 0xFF00FFFF, 0xFFFF0000, 0xFFFF00FF, 0xFFFFFF00, 0xFFFFFFFF};

/// Laid out like the ramp's in Swift.
struct segment {
  double start, inverse_length;
  float color[4], change[4];
  /// Where the one after it starts.
  double next;
  uint64_t is_varied;
};

/// Two colors as 32-bit integers, components at most alpha.
AVX2 static inline __m256i rounded2(__m256 color, __m256 change, __m256 parts) {
  __m256 v = _mm256_add_ps(color, _mm256_mul_ps(change, parts));
  __m256i bits = _mm256_castps_si256(_mm256_add_ps(v, _mm256_set1_ps(12582912)));
  __m256i p = _mm256_and_si256(bits, _mm256_set1_epi32(0xFFFF));
  return _mm256_min_epu32(p, _mm256_shuffle_epi32(p, 0xFF));
}

AVX2 static inline __m256 pair(const float *low, const float *high) {
  return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(low)), _mm_loadu_ps(high), 1);
}

/// The colors at four places, and their flags as four bytes; `current` is the segment that the last four lay in.
AVX2 static inline __m256i ramp4(
    __m256d t, const struct segment *segments, const int32_t *buckets, bool pads, const struct segment **current,
    uint32_t *varied) {
  const __m256d zero = _mm256_setzero_pd(), one = _mm256_set1_pd(1);
  // The second operand where `t` is no number.
  __m256d place = _mm256_min_pd(_mm256_max_pd(t, zero), one);
  const struct segment *s = *current;
  __m256d isThere = _mm256_and_pd(
      _mm256_cmp_pd(place, _mm256_set1_pd(s->start), _CMP_GE_OQ), _mm256_cmp_pd(place, _mm256_set1_pd(s->next), _CMP_LT_OQ));
  __m256 color01, color23, change01, change23;
  __m256d start, inverse;
  uint32_t flags;
  if (_mm256_movemask_pd(isThere) == 15) {
    start = _mm256_set1_pd(s->start), inverse = _mm256_set1_pd(s->inverse_length);
    color01 = color23 = _mm256_broadcast_ps((const __m128 *)s->color);
    change01 = change23 = _mm256_broadcast_ps((const __m128 *)s->change);
    flags = s->is_varied ? 0x01010101 : 0;
  } else {
    __m128i index = _mm_i32gather_epi32(buckets, _mm256_cvttpd_epi32(_mm256_mul_pd(place, _mm256_set1_pd(256))), 4);
    for (;;) {
      __m256d next = _mm256_i32gather_pd(&segments->next, _mm_slli_epi32(index, 3), 8);
      __m256i isBeyond = _mm256_castpd_si256(_mm256_cmp_pd(next, place, _CMP_LE_OQ));
      if (_mm256_testz_si256(isBeyond, isBeyond)) break;
      __m256i narrow = _mm256_permutevar8x32_epi32(isBeyond, _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6));
      index = _mm_sub_epi32(index, _mm256_castsi256_si128(narrow));
    }
    const struct segment *a = segments + _mm_extract_epi32(index, 0), *b = segments + _mm_extract_epi32(index, 1);
    const struct segment *c = segments + _mm_extract_epi32(index, 2), *d = segments + _mm_extract_epi32(index, 3);
    start = _mm256_setr_pd(a->start, b->start, c->start, d->start);
    inverse = _mm256_setr_pd(a->inverse_length, b->inverse_length, c->inverse_length, d->inverse_length);
    color01 = pair(a->color, b->color), color23 = pair(c->color, d->color);
    change01 = pair(a->change, b->change), change23 = pair(c->change, d->change);
    flags = (uint32_t)(a->is_varied | b->is_varied << 8 | c->is_varied << 16 | d->is_varied << 24);
    *current = d;
  }
  __m256 parts = _mm256_castps128_ps256(_mm256_cvtpd_ps(_mm256_mul_pd(_mm256_sub_pd(place, start), inverse)));
  __m256 first = _mm256_permutevar8x32_ps(parts, _mm256_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1));
  __m256 second = _mm256_permutevar8x32_ps(parts, _mm256_setr_epi32(2, 2, 2, 2, 3, 3, 3, 3));
  __m256i packed = _mm256_packus_epi32(rounded2(color01, change01, first), rounded2(color23, change23, second));
  packed = _mm256_permute4x64_epi64(packed, 0xD8);
  __m256d shows, varies;
  if (pads) {
    shows = _mm256_cmp_pd(t, t, _CMP_ORD_Q);
    varies = _mm256_and_pd(_mm256_cmp_pd(t, zero, _CMP_GT_OQ), _mm256_cmp_pd(t, one, _CMP_LT_OQ));
  } else {
    shows = varies = _mm256_and_pd(_mm256_cmp_pd(t, zero, _CMP_GE_OQ), _mm256_cmp_pd(t, one, _CMP_LE_OQ));
  }
  *varied = flags & spread[_mm256_movemask_pd(varies)];
  return _mm256_and_si256(packed, _mm256_castpd_si256(shows));
}

AVX2 void raster_ramp_avx2(
    const double *places, size_t count, const void *segments, const int32_t *buckets, bool pads, uint16_t *colors,
    uint8_t *varied) {
  const struct segment *all = segments, *current = all;
  uint32_t flags;
  size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    __m256i four = ramp4(_mm256_loadu_pd(places + i), all, buckets, pads, &current, &flags);
    _mm256_storeu_si256((__m256i *)(colors + 4 * i), four);
    memcpy(varied + i, &flags, 4);
  }
  if (i == count) return;
  double rest[4] = {0, 0, 0, 0};
  uint16_t last[16];
  memcpy(rest, places + i, (count - i) * 8);
  _mm256_storeu_si256((__m256i *)last, ramp4(_mm256_loadu_pd(rest), all, buckets, pads, &current, &flags));
  memcpy(colors + 4 * i, last, (count - i) * 8);
  memcpy(varied + i, &flags, count - i);
}

/// Source-over of four colors; the flags are four bytes each.
AVX2 static inline __m256i over4(__m256i source, uint32_t varied, __m256i below, uint32_t *flags) {
  __m256i alpha = _mm256_srli_epi64(source, 48);
  int hides = _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(alpha, _mm256_set1_epi64x(65280))));
  int isClear = _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(alpha, _mm256_setzero_si256())));
  *flags = (*flags & ~spread[hides]) | (varied & ~spread[isClear]);
  return over(source, below);
}

/// Whether some of four colors is opaque or clear.
AVX2 static inline __m256i hides_or_is_clear(__m256i color) {
  __m256i alpha = _mm256_srli_epi64(color, 48);
  return _mm256_or_si256(
      _mm256_cmpeq_epi64(alpha, _mm256_set1_epi64x(65280)), _mm256_cmpeq_epi64(alpha, _mm256_setzero_si256()));
}

/// `over` where nothing is clear.
AVX2 static inline __m256i over_something(__m256i color, __m256i below) {
  const __m256i spread = _mm256_setr_epi8(
      6, 7, 6, 7, 6, 7, 6, 7, 14, 15, 14, 15, 14, 15, 14, 15, 6, 7, 6, 7, 6, 7, 6, 7, 14, 15, 14, 15, 14, 15, 14, 15);
  __m256i alpha = _mm256_shuffle_epi8(color, spread);
  __m256i rest = _mm256_subs_epu16(
      _mm256_sub_epi16(_mm256_setzero_si256(), alpha), scaled(alpha, _mm256_set1_epi16(257)));
  return _mm256_add_epi16(color, scaled(below, rest));
}

/// Source-over of whole pixels up to the first eight of which one is opaque or clear; returns how many.
AVX2 static size_t over_shining(
    const uint16_t *colors, const uint8_t *varied, size_t count, uint16_t *pixels, uint8_t *flags, uint32_t *any) {
  uint64_t from, onto, all = 0;
  size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    __m256i *place = (__m256i *)(pixels + 4 * i);
    __m256i first = _mm256_loadu_si256((const __m256i *)(colors + 4 * i));
    __m256i second = _mm256_loadu_si256((const __m256i *)(colors + 4 * i + 16));
    __m256i other = _mm256_or_si256(hides_or_is_clear(first), hides_or_is_clear(second));
    if (!_mm256_testz_si256(other, other)) break;
    _mm256_storeu_si256(place, over_something(first, _mm256_loadu_si256(place)));
    _mm256_storeu_si256(place + 1, over_something(second, _mm256_loadu_si256(place + 1)));
    memcpy(&from, varied + i, 8), memcpy(&onto, flags + i, 8);
    onto |= from, all |= from;
    memcpy(flags + i, &onto, 8);
  }
  *any |= (uint32_t)(all | all >> 32);
  return i;
}

AVX2 bool raster_over_colors_avx2(
    const uint16_t *colors, const uint8_t *varied, const int32_t *coverage, int32_t whole, size_t count,
    uint16_t *pixels, uint8_t *flags) {
  uint32_t any = 0, from, onto;
  size_t i = whole == 65536 ? over_shining(colors, varied, count, pixels, flags, &any) : 0;
  for (; i + 4 <= count; i += 4) {
    __m256i *place = (__m256i *)(pixels + 4 * i);
    memcpy(&from, varied + i, 4), memcpy(&onto, flags + i, 4);
    __m256i source = _mm256_loadu_si256((const __m256i *)(colors + 4 * i));
    if (whole != 65536) {
      __m128i part = whole ? _mm_set1_epi32(whole) : _mm_loadu_si128((const __m128i *)(coverage + i));
      source = covered4(source, part);
    }
    _mm256_storeu_si256(place, over4(source, from, _mm256_loadu_si256(place), &onto));
    memcpy(flags + i, &onto, 4);
    any |= from;
  }
  for (; i < count; i++) {
    __m128i *place = (__m128i *)(pixels + 4 * i);
    from = varied[i], onto = flags[i];
    __m256i source = _mm256_castsi128_si256(_mm_loadl_epi64((const __m128i *)(colors + 4 * i)));
    __m256i below = _mm256_castsi128_si256(_mm_loadl_epi64(place));
    source = covered4(source, _mm_cvtsi32_si128(whole ? whole : coverage[i]));
    __m256i result = over4(source, from, below, &onto);
    _mm_storel_epi64(place, _mm256_castsi256_si128(result));
    flags[i] = (uint8_t)onto;
    any |= from;
  }
  return any != 0;
}

#else

void raster_ramp_avx2(
    const double *places, size_t count, const void *segments, const int32_t *buckets, bool pads, uint16_t *colors,
    uint8_t *varied) {}
bool raster_over_colors_avx2(
    const uint16_t *colors, const uint8_t *varied, const int32_t *coverage, int32_t whole, size_t count,
    uint16_t *pixels, uint8_t *flags) {
  return false;
}

#endif
