#pragma once
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/channel_layout.h>
#include <libavutil/display.h>
#include <libavutil/dovi_meta.h>
#include <libavutil/imgutils.h>
#include <libavutil/log.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>

/// Macros that Swift cannot import.
static const int CLIBAV_ERROR_EOF = AVERROR_EOF;
static const int CLIBAV_ERROR_AGAIN = AVERROR(EAGAIN);
static const int CLIBAV_ERROR_INVALID_DATA = AVERROR_INVALIDDATA;
static const int64_t CLIBAV_NO_TIME = AV_NOPTS_VALUE;

/// True if a frame's rows are those of two fields; libav 6 has a flag for it, and later versions only that flag.
static inline int clibav_is_interlaced(const AVFrame *frame) {
#ifdef AV_FRAME_FLAG_INTERLACED
  return (frame->flags & AV_FRAME_FLAG_INTERLACED) != 0;
#else
  return frame->interlaced_frame != 0;
#endif
}

/// True if the field of a frame's first row is the earlier one.
static inline int clibav_is_top_first(const AVFrame *frame) {
#ifdef AV_FRAME_FLAG_TOP_FIELD_FIRST
  return (frame->flags & AV_FRAME_FLAG_TOP_FIELD_FIRST) != 0;
#else
  return frame->top_field_first != 0;
#endif
}

/// True if a frame asks for a field to be shown again.
static inline int clibav_repeats_field(const AVFrame *frame) { return frame->repeat_pict == 1; }

/// Marks a frame as one of two fields.
static inline void clibav_set_fields(AVFrame *frame, int is_top_first) {
#ifdef AV_FRAME_FLAG_INTERLACED
  frame->flags |= AV_FRAME_FLAG_INTERLACED | (is_top_first ? AV_FRAME_FLAG_TOP_FIELD_FIRST : 0);
#else
  frame->interlaced_frame = 1;
  frame->top_field_first = is_top_first;
#endif
}

/// A frame's duration in units of its time base; libav 5 has another name for it than its successors.
static inline int64_t clibav_frame_duration(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
  return frame->duration;
#else
  return frame->pkt_duration;
#endif
}

/// The sample formats that an encoder takes, up to AV_SAMPLE_FMT_NONE; null where any will do. A field before libav 7.1.
static inline const enum AVSampleFormat *clibav_sample_formats(const AVCodec *codec) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(61, 13, 100)
  const void *formats = NULL;
  if (avcodec_get_supported_config(NULL, codec, AV_CODEC_CONFIG_SAMPLE_FORMAT, 0, &formats, NULL) < 0) return NULL;
  return (const enum AVSampleFormat *)formats;
#else
  return codec->sample_fmts;
#endif
}

/// A stream's side data of a kind, with its size where that is asked for; null without any. With the stream itself before
/// libav 6.1, with its codec parameters since.
static inline uint8_t *clibav_stream_side_data(const AVStream *stream, enum AVPacketSideDataType type, size_t *size) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 30, 100)
  const AVPacketSideData *side =
    av_packet_side_data_get(stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data, type);
  if (side == NULL) return NULL;
  if (size != NULL) *size = side->size;
  return side->data;
#else
  return av_stream_get_side_data(stream, type, size);
#endif
}

/// Adds side data of a kind and size to a stream, to be filled; null without memory.
static inline uint8_t *clibav_new_stream_side_data(AVStream *stream, enum AVPacketSideDataType type, size_t size) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 30, 100)
  AVPacketSideData *side =
    av_packet_side_data_new(&stream->codecpar->coded_side_data, &stream->codecpar->nb_coded_side_data, type, size, 0);
  return side == NULL ? NULL : side->data;
#else
  return av_stream_new_side_data(stream, type, size);
#endif
}
