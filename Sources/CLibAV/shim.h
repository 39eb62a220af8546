#pragma once
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/channel_layout.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/log.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>

/// Macros that Swift cannot import.
static const int CLIBAV_ERROR_EOF = AVERROR_EOF;
static const int CLIBAV_ERROR_AGAIN = AVERROR(EAGAIN);
static const int CLIBAV_ERROR_INVALID_DATA = AVERROR_INVALIDDATA;
static const int64_t CLIBAV_NO_TIME = AV_NOPTS_VALUE;

/// A frame's duration in units of its time base; libav 5 has another name for it than its successors.
static inline int64_t clibav_frame_duration(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
  return frame->duration;
#else
  return frame->pkt_duration;
#endif
}
