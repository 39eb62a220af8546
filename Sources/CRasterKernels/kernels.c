#include "CRasterKernels.h"

#if defined(__x86_64__)

#include "pixels.h"

bool raster_has_avx2(void) { return __builtin_cpu_supports("avx2"); }

AVX2 void raster_quantize_avx2(const uint16_t *pixels, size_t count, uint8_t *bytes) {
  const __m256i unit = _mm256_set1_epi16((short)65280);
  const __m256i half = _mm256_set1_epi16(128);
  size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    __m256i a = _mm256_loadu_si256((const __m256i *)(pixels + 4 * i));
    __m256i b = _mm256_loadu_si256((const __m256i *)(pixels + 4 * i + 16));
    a = _mm256_srli_epi16(_mm256_add_epi16(_mm256_min_epu16(a, unit), half), 8);
    b = _mm256_srli_epi16(_mm256_add_epi16(_mm256_min_epu16(b, unit), half), 8);
    __m256i packed = _mm256_permute4x64_epi64(_mm256_packus_epi16(a, b), 0xD8);
    _mm256_storeu_si256((__m256i *)(bytes + 4 * i), packed);
  }
  for (; i < count; i++) {
    for (int c = 0; c < 4; c++) {
      uint32_t v = pixels[4 * i + c];
      bytes[4 * i + c] = (uint8_t)(((v < 65280 ? v : 65280) + 128) >> 8);
    }
  }
}

/// The same pair of factors for the 16-bit halves of every 32 bits.
AVX2 static inline __m256i factors(int low, int high) {
  return _mm256_set1_epi32((int)((uint32_t)(uint16_t)high << 16 | (uint16_t)low));
}

/// Eight pixels' luma in 32 bits each; 40254 = 2 × 20127 fits no signed 16 bits.
AVX2 static inline __m256i luma8(const uint8_t *rgba) {
  const __m256i mask = _mm256_set1_epi32(0x00FF00FF);
  __m256i p = _mm256_loadu_si256((const __m256i *)rgba);
  __m256i red_blue = _mm256_and_si256(p, mask);
  __m256i green = _mm256_and_si256(_mm256_srli_epi16(p, 8), _mm256_set1_epi32(0xFF));
  __m256i g = _mm256_madd_epi16(green, factors(20127, 0));
  __m256i sum = _mm256_add_epi32(_mm256_madd_epi16(red_blue, factors(11966, 4064)), _mm256_add_epi32(g, g));
  return _mm256_srli_epi32(_mm256_add_epi32(sum, _mm256_set1_epi32((16 << 16) + (1 << 15))), 16);
}

AVX2 void raster_luma_avx2(const uint8_t *rgba, size_t count, uint8_t *y) {
  const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
  size_t i = 0;
  for (; i + 32 <= count; i += 32) {
    const uint8_t *p = rgba + 4 * i;
    __m256i ab = _mm256_packus_epi32(luma8(p), luma8(p + 32));
    __m256i cd = _mm256_packus_epi32(luma8(p + 64), luma8(p + 96));
    __m256i all = _mm256_permutevar8x32_epi32(_mm256_packus_epi16(ab, cd), order);
    _mm256_storeu_si256((__m256i *)(y + i), all);
  }
  for (; i < count; i++) {
    const uint8_t *p = rgba + 4 * i;
    y[i] = (uint8_t)((p[0] * 11966 + p[1] * 40254 + p[2] * 4064 + (16 << 16) + (1 << 15)) >> 16);
  }
}

/// The sums over blocks of components two apart, from 16 pixels of two rows: blocks 0, 1, 4, 5, 2, 3, 6, 7.
AVX2 static inline __m256i block_sums(__m256i a0, __m256i b0, __m256i a1, __m256i b1) {
  return _mm256_hadd_epi32(_mm256_add_epi16(a0, b0), _mm256_add_epi16(a1, b1));
}

AVX2 static inline __m256i chroma8(__m256i red_blue, __m256i green, __m256i rb_factors, __m256i g_factors) {
  __m256i sum = _mm256_add_epi32(_mm256_madd_epi16(red_blue, rb_factors), _mm256_madd_epi16(green, g_factors));
  return _mm256_srli_epi32(_mm256_add_epi32(sum, _mm256_set1_epi32((128 << 18) + (1 << 17))), 18);
}

/// Eight bytes, in order, from results in the order of `block_sums`.
AVX2 static inline void store8(__m256i v, uint8_t *out) {
  __m256i sorted = _mm256_permute4x64_epi64(v, 0xD8);
  __m128i words = _mm_packus_epi32(_mm256_castsi256_si128(sorted), _mm256_extracti128_si256(sorted, 1));
  _mm_storel_epi64((__m128i *)out, _mm_packus_epi16(words, words));
}

AVX2 void raster_chroma_avx2(const uint8_t *above, const uint8_t *below, size_t count, uint8_t *u, uint8_t *v) {
  const __m256i mask = _mm256_set1_epi32(0x00FF00FF);
  const __m256i low = _mm256_set1_epi32(0xFF);
  size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    __m256i a0 = _mm256_loadu_si256((const __m256i *)(above + 8 * i));
    __m256i a1 = _mm256_loadu_si256((const __m256i *)(above + 8 * i + 32));
    __m256i b0 = _mm256_loadu_si256((const __m256i *)(below + 8 * i));
    __m256i b1 = _mm256_loadu_si256((const __m256i *)(below + 8 * i + 32));
    __m256i red_blue = block_sums(
        _mm256_and_si256(a0, mask), _mm256_and_si256(b0, mask), _mm256_and_si256(a1, mask),
        _mm256_and_si256(b1, mask));
    __m256i green = block_sums(
        _mm256_and_si256(_mm256_srli_epi16(a0, 8), low), _mm256_and_si256(_mm256_srli_epi16(b0, 8), low),
        _mm256_and_si256(_mm256_srli_epi16(a1, 8), low), _mm256_and_si256(_mm256_srli_epi16(b1, 8), low));
    store8(chroma8(red_blue, green, factors(-6596, 28785), factors(-22189, 0)), u + i);
    store8(chroma8(red_blue, green, factors(28784, -2639), factors(-26145, 0)), v + i);
  }
  for (; i < count; i++) {
    const uint8_t *a = above + 8 * i, *b = below + 8 * i;
    int red = a[0] + a[4] + b[0] + b[4], green = a[1] + a[5] + b[1] + b[5], blue = a[2] + a[6] + b[2] + b[6];
    int half = (128 << 18) + (1 << 17);
    u[i] = (uint8_t)((red * -6596 + green * -22189 + blue * 28785 + half) >> 18);
    v[i] = (uint8_t)((red * 28784 + green * -26145 + blue * -2639 + half) >> 18);
  }
}

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

AVX2 void raster_blend_avx2(const uint16_t color[4], uint16_t *pixels, size_t count) {
  const __m256i source = repeated(color);
  size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    __m256i *place = (__m256i *)(pixels + 4 * i);
    _mm256_storeu_si256(place, over(source, _mm256_loadu_si256(place)));
  }
  for (; i < count; i++) {
    __m128i *place = (__m128i *)(pixels + 4 * i);
    _mm_storel_epi64(place, _mm256_castsi256_si128(over(source, _mm256_castsi128_si256(_mm_loadl_epi64(place)))));
  }
}

AVX2 void raster_dither_avx2(
    const uint16_t *pixels, const uint8_t *varied, size_t count, uint32_t x, uint32_t y, uint8_t *bytes) {
  const __m256i unit = _mm256_set1_epi16((short)65280);
  const __m256i spread = _mm256_setr_epi8(
      0, 1, 0, 1, 0, 1, 0, 1, 8, 9, 8, 9, 8, 9, 8, 9, 0, 1, 0, 1, 0, 1, 0, 1, 8, 9, 8, 9, 8, 9, 8, 9);
  __m256i place = _mm256_add_epi32(
      _mm256_set1_epi32((int)(x * 49471 + y * 37345)),
      _mm256_mullo_epi32(_mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7), _mm256_set1_epi32(49471)));
  size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    __m256i threshold = _mm256_and_si256(_mm256_srli_epi32(place, 8), _mm256_set1_epi32(0xFF));
    place = _mm256_add_epi32(place, _mm256_set1_epi32(8 * 49471));
    uint64_t eight;
    memcpy(&eight, varied + i, 8);
    if (eight == 0) {
      raster_quantize_avx2(pixels + 4 * i, 8, bytes + 4 * i);
      continue;
    }
    __m256i flags = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(varied + i)));
    __m256i isFlat = _mm256_cmpeq_epi32(flags, _mm256_setzero_si256());
    __m256i bias = _mm256_blendv_epi8(threshold, _mm256_set1_epi32(128), isFlat);
    __m256i low = _mm256_cvtepu32_epi64(_mm256_castsi256_si128(bias));
    __m256i high = _mm256_cvtepu32_epi64(_mm256_extracti128_si256(bias, 1));
    __m256i a = _mm256_min_epu16(_mm256_loadu_si256((const __m256i *)(pixels + 4 * i)), unit);
    __m256i b = _mm256_min_epu16(_mm256_loadu_si256((const __m256i *)(pixels + 4 * i + 16)), unit);
    a = _mm256_srli_epi16(_mm256_add_epi16(a, _mm256_shuffle_epi8(low, spread)), 8);
    b = _mm256_srli_epi16(_mm256_add_epi16(b, _mm256_shuffle_epi8(high, spread)), 8);
    __m256i packed = _mm256_permute4x64_epi64(_mm256_packus_epi16(a, b), 0xD8);
    _mm256_storeu_si256((__m256i *)(bytes + 4 * i), packed);
  }
  for (; i < count; i++) {
    uint32_t bias = varied[i] == 0 ? 128 : (((x + (uint32_t)i) * 49471 + y * 37345) & 0xFFFF) >> 8;
    for (int c = 0; c < 4; c++) {
      uint32_t v = pixels[4 * i + c];
      bytes[4 * i + c] = (uint8_t)(((v < 65280 ? v : 65280) + bias) >> 8);
    }
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

AVX2 void raster_tint_avx2(const float color[4], const float *parts, size_t count, uint16_t *pixels) {
  const __m256 full = _mm256_broadcast_ps((const __m128 *)color);
  size_t i = 0;
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

bool raster_has_avx2(void) { return false; }
void raster_quantize_avx2(const uint16_t *pixels, size_t count, uint8_t *bytes) {}
void raster_luma_avx2(const uint8_t *rgba, size_t count, uint8_t *y) {}
void raster_chroma_avx2(const uint8_t *above, const uint8_t *below, size_t count, uint8_t *u, uint8_t *v) {}
void raster_composite_avx2(const uint16_t color[4], const int32_t *coverage, size_t count, uint16_t *pixels) {}
void raster_blend_avx2(const uint16_t color[4], uint16_t *pixels, size_t count) {}
void raster_dither_avx2(
    const uint16_t *pixels, const uint8_t *varied, size_t count, uint32_t x, uint32_t y, uint8_t *bytes) {}
void raster_over_avx2(const uint16_t *source, const uint32_t *factors, size_t count, uint16_t *pixels) {}
void raster_under_avx2(const float color[4], const float *parts, size_t count, uint16_t *pixels) {}
void raster_tint_avx2(const float color[4], const float *parts, size_t count, uint16_t *pixels) {}
void raster_filter_avx2(
    const float *lines, size_t stride, const float *weights, size_t count, float *out) {}
void raster_restore_avx2(
    const float *samples, size_t phase, size_t shift, const float *weights, const int32_t *lanes, size_t length,
    size_t count, float *out) {}
void raster_mark_avx2(
    const uint16_t *above, const uint16_t *row, const uint16_t *below, size_t count, uint8_t *varied) {}

#endif
