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

#else

bool raster_has_avx2(void) { return false; }
void raster_quantize_avx2(const uint16_t *pixels, size_t count, uint8_t *bytes) {}
void raster_luma_avx2(const uint8_t *rgba, size_t count, uint8_t *y) {}
void raster_chroma_avx2(const uint8_t *above, const uint8_t *below, size_t count, uint8_t *u, uint8_t *v) {}
void raster_dither_avx2(
    const uint16_t *pixels, const uint8_t *varied, size_t count, uint32_t x, uint32_t y, uint8_t *bytes) {}

#endif
