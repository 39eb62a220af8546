#include "memory_file.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// As much as the largest grid of heights in one strip takes: damaged sizes shall not take more.
static const tmsize_t LARGEST_ALLOCATION = (tmsize_t)1 << 32;

static tmsize_t read_bytes(thandle_t handle, void *into, tmsize_t size) {
  MemoryFile *file = handle;
  size_t rest = file->place < file->count ? file->count - file->place : 0;
  size_t count = size < 0 ? 0 : (size_t)size < rest ? (size_t)size : rest;
  memcpy(into, file->bytes + file->place, count);
  file->place += count;
  return (tmsize_t)count;
}

static tmsize_t write_bytes(thandle_t handle, void *from, tmsize_t size) {
  (void)handle, (void)from, (void)size;
  return 0;
}

static toff_t seek(thandle_t handle, toff_t offset, int from) {
  MemoryFile *file = handle;
  file->place = (from == SEEK_CUR ? file->place : from == SEEK_END ? file->count : 0) + offset;
  return file->place;
}

static int close_nothing(thandle_t handle) {
  (void)handle;
  return 0;
}

static toff_t size_of(thandle_t handle) { return ((MemoryFile *)handle)->count; }

// The first error is the cause.
static int keep_error(TIFF *tiff, void *context, const char *module, const char *format, va_list arguments) {
  (void)tiff, (void)module;
  MemoryFile *file = context;
  if (!file->message[0]) vsnprintf(file->message, sizeof file->message, format, arguments);
  return 1;
}

// Some versions refuse a file with nothing but a warning; the last one is the cause then.
static int keep_warning(TIFF *tiff, void *context, const char *module, const char *format, va_list arguments) {
  (void)tiff, (void)module;
  MemoryFile *file = context;
  vsnprintf(file->warning, sizeof file->warning, format, arguments);
  return 1;
}

void memory_file_open(MemoryFile *file, const void *bytes, size_t count) {
  memset(file, 0, sizeof *file);
  file->bytes = bytes;
  file->count = count;
  TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
  if (!options) return;
  TIFFOpenOptionsSetErrorHandlerExtR(options, keep_error, file);
  TIFFOpenOptionsSetWarningHandlerExtR(options, keep_warning, file);
  TIFFOpenOptionsSetMaxSingleMemAlloc(options, LARGEST_ALLOCATION);
  file->tiff = TIFFClientOpenExt(
      "", "rm", file, read_bytes, write_bytes, seek, close_nothing, size_of, NULL, NULL, options);
  TIFFOpenOptionsFree(options);
  if (!file->tiff && !file->message[0]) memcpy(file->message, file->warning, sizeof file->message);
}

void memory_file_close(MemoryFile *file) {
  if (file->tiff) TIFFClose(file->tiff);
  file->tiff = NULL;
}
