// The loop that covers a row, once for each kind of processor: included with the names of the function, of what it is
// compiled for, and of what puts an opaque color over eight pixels.

COVER_TARGET void COVER_NAME(
    int32_t *changes, uint8_t *touched, ptrdiff_t first_group, ptrdiff_t last_group, ptrdiff_t low, ptrdiff_t high,
    ptrdiff_t end, const uint16_t color[4], uint16_t *pixels, uint8_t *varied) {
  const __m256i source = repeated(color);
  const __m256i seven = _mm256_set1_epi32(7);
  const __m256i three = _mm256_set1_epi32(3);
  const __m256i full = _mm256_set1_epi32(65536);
  const bool is_opaque = color[3] == 65280;
  __m256i carry = _mm256_setzero_si256();
  int32_t coverage = 0;
  ptrdiff_t run = first_group * 8;
  struct whole_run whole = {-1, end, low, high, varied};
  int32_t places[most_places + 40];
  struct gap gaps[most_places + 40];
  for (ptrdiff_t many = first_group & ~(ptrdiff_t)31; many <= last_group;) {
    ptrdiff_t count = 0;
    for (; many <= last_group && count < most_places; many += 32) {
      count += take_marks(touched, (int32_t)many, places + count);
    }
    ptrdiff_t gap_count = 0;
    for (ptrdiff_t i = 0; i < count; i++) {
      ptrdiff_t x = (ptrdiff_t)places[i] * 8;
      gaps[gap_count].from = (int32_t)run, gaps[gap_count].to = (int32_t)x, gaps[gap_count].coverage = coverage;
      gap_count += (coverage != 0) & (run < x);
      // Sums of eight changes: within halves, then across them, then of all before.
      __m256i sums = _mm256_loadu_si256((const __m256i *)(changes + x));
      _mm256_storeu_si256((__m256i *)(changes + x), _mm256_setzero_si256());
      sums = _mm256_add_epi32(sums, _mm256_slli_si256(sums, 4));
      sums = _mm256_add_epi32(sums, _mm256_slli_si256(sums, 8));
      __m256i across = _mm256_permutevar8x32_epi32(sums, three);
      sums = _mm256_add_epi32(sums, _mm256_blend_epi32(_mm256_setzero_si256(), across, 0xF0));
      sums = _mm256_add_epi32(sums, carry);
      carry = _mm256_permutevar8x32_epi32(sums, seven);
      coverage = bounded_coverage(_mm_cvtsi128_si32(_mm256_castsi256_si128(carry)));
      run = x + 8;
      __m256i parts = _mm256_min_epi32(_mm256_abs_epi32(sums), full);
      __m256i is_whole = _mm256_cmpeq_epi32(parts, full);
      if (varied) add_whole(&whole, x, _mm256_movemask_ps(_mm256_castsi256_ps(is_whole)));
      if (is_opaque && x >= low && x + 8 <= high) {
        COVER_OPAQUE(source, parts, is_whole, pixels + 4 * x);
      } else if (x >= low && x + 8 <= high) {
        __m256i *place = (__m256i *)(pixels + 4 * x);
        __m256i first = covered4(source, _mm256_castsi256_si128(parts));
        __m256i second = covered4(source, _mm256_extracti128_si256(parts, 1));
        _mm256_storeu_si256(place, over(first, _mm256_loadu_si256(place)));
        _mm256_storeu_si256(place + 1, over(second, _mm256_loadu_si256(place + 1)));
      } else {
        int32_t each[8];
        _mm256_storeu_si256((__m256i *)each, parts);
        ptrdiff_t from = x < low ? low : x, to = x + 8 > high ? high : x + 8;
        if (from < to) raster_composite_avx2(color, each + (from - x), (size_t)(to - from), pixels + 4 * from);
      }
    }
    for (ptrdiff_t i = 0; i < gap_count; i++) {
      ptrdiff_t from = gaps[i].from, to = gaps[i].to;
      if (gaps[i].coverage == 65536 && is_opaque && from >= low && to <= high) {
        for (__m256i *place = (__m256i *)(pixels + 4 * from); from < to; from += 8, place += 2) {
          _mm256_storeu_si256(place, source);
          _mm256_storeu_si256(place + 1, source);
        }
      } else {
        cover_run(from, to, low, high, gaps[i].coverage, color, source, pixels);
      }
    }
  }
  if (coverage != 0) cover_run(run, high, low, high, coverage, color, source, pixels);
  if (varied) end_whole_run(&whole, end);
}

#undef COVER_NAME
#undef COVER_TARGET
#undef COVER_OPAQUE
