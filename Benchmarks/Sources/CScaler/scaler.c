#include "scaler.h"

#include <libavutil/pixfmt.h>
#include <libswscale/swscale.h>
#include <stddef.h>

void *scaler_make(int width, int height, int is_exact) {
  struct SwsContext *context = sws_getContext(
      width, height, AV_PIX_FMT_RGBA, width, height, AV_PIX_FMT_YUV420P,
      is_exact ? SWS_AREA | SWS_ACCURATE_RND : SWS_FAST_BILINEAR,
      NULL, NULL, NULL);
  if (context) {
    const int *matrix = sws_getCoefficients(SWS_CS_ITU709);
    sws_setColorspaceDetails(context, matrix, 1, matrix, 0, 0, 1 << 16, 1 << 16);
  }
  return context;
}

void scaler_convert(void *scaler, int width, int height, const uint8_t *rgba, uint8_t *y, uint8_t *u, uint8_t *v) {
  const uint8_t *const from[4] = {rgba};
  const int from_stride[4] = {width * 4};
  uint8_t *const to[4] = {y, u, v};
  const int to_stride[4] = {width, width / 2, width / 2};
  sws_scale(scaler, from, from_stride, 0, height, to, to_stride);
}

void scaler_free(void *scaler) { sws_freeContext(scaler); }
