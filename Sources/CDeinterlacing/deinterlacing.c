#include "deinterlacing.h"

#include <stdlib.h>
#include <string.h>

// In 1/8192: kernels of a field's rows alone, of its low frequencies, and of the high ones of the fields around it.
enum { SPATIAL_NEAR = 5077, SPATIAL_FAR = 981, LOW_NEAR = 4309, LOW_FAR = 213, HIGH_MIDDLE = 5570, HIGH_NEAR = 3801, HIGH_FAR = 1016 };

static inline int least(int a, int b) { return a < b ? a : b; }
static inline int most(int a, int b) { return a > b ? a : b; }
static inline int within(int value, int low, int high) { return value < low ? low : value > high ? high : value; }

typedef enum { INSIDE, NEAR_EDGE, AT_EDGE } RowPlace;

// A row of samples of a type. `before` and `after` are the frames with the missing rows in the fields before and after.
#define ROW(name, type) \
  static void name( \
      const InterlacedPlane *plane, const type *before, const type *after, int row, RowPlace place, type *into) { \
    ptrdiff_t stride = plane->stride / (ptrdiff_t)sizeof(type), start = row * stride; \
    ptrdiff_t up = row > 0 ? -stride : stride, down = row + 1 < plane->height ? stride : -stride; \
    const type *previous = (const type *)plane->previous + start, *current = (const type *)plane->current + start; \
    const type *next = (const type *)plane->next + start; \
    before += start, after += start; \
    for (int x = 0; x < plane->width; x++) { \
      int above = current[x + up], below = current[x + down], middle = (before[x] + after[x]) >> 1; \
      int change = abs(before[x] - after[x]); \
      int change_before = (abs(previous[x + up] - above) + abs(previous[x + down] - below)) >> 1; \
      int change_after = (abs(next[x + up] - above) + abs(next[x + down] - below)) >> 1; \
      int range = most(change >> 1, most(change_before, change_after)); \
      if (range == 0) { \
        into[x] = (type)middle; \
        continue; \
      } \
      if (place != AT_EDGE) { \
        int outer_above = ((before[x + 2 * up] + after[x + 2 * up]) >> 1) - above; \
        int outer_below = ((before[x + 2 * down] + after[x + 2 * down]) >> 1) - below; \
        int to_above = middle - above, to_below = middle - below; \
        int high = most(most(to_below, to_above), least(outer_above, outer_below)); \
        int low = least(least(to_below, to_above), most(outer_above, outer_below)); \
        range = most(range, most(low, -high)); \
      } \
      int value; \
      if (place != INSIDE) { \
        value = (above + below) >> 1; \
      } else { \
        int far = current[x + 3 * up] + current[x + 3 * down]; \
        if (abs(above - below) > change) { \
          int near_rows = before[x + 2 * up] + after[x + 2 * up] + before[x + 2 * down] + after[x + 2 * down]; \
          int far_rows = before[x + 4 * up] + after[x + 4 * up] + before[x + 4 * down] + after[x + 4 * down]; \
          int high = HIGH_MIDDLE * (before[x] + after[x]) - HIGH_NEAR * near_rows + HIGH_FAR * far_rows; \
          value = ((high >> 2) + LOW_NEAR * (above + below) - LOW_FAR * far) >> 13; \
        } else { \
          value = (SPATIAL_NEAR * (above + below) - SPATIAL_FAR * far) >> 13; \
        } \
      } \
      into[x] = (type)within(within(value, middle - range, middle + range), 0, plane->greatest); \
    } \
  }

ROW(narrow_row, uint8_t)
ROW(wide_row, uint16_t)

void deinterlace_plane(
    const InterlacedPlane *plane, bool is_bottom, bool is_second, uint8_t *into, ptrdiff_t into_stride) {
  bool is_wide = plane->greatest > 255;
  size_t row_size = (size_t)plane->width * (is_wide ? 2 : 1);
  const uint8_t *before = is_second ? plane->current : plane->previous;
  const uint8_t *after = is_second ? plane->next : plane->current;
  for (int row = 0; row < plane->height; row++) {
    uint8_t *target = into + row * into_stride;
    if ((row % 2 == 1) == is_bottom || plane->height < 3) {
      memcpy(target, plane->current + row * plane->stride, row_size);
      continue;
    }
    RowPlace place = row < 2 || row + 3 > plane->height ? AT_EDGE : row < 4 || row + 5 > plane->height ? NEAR_EDGE : INSIDE;
    if (is_wide) wide_row(plane, (const uint16_t *)before, (const uint16_t *)after, row, place, (uint16_t *)target);
    else narrow_row(plane, before, after, row, place, target);
  }
}
