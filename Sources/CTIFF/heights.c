#include "heights.h"

#include "memory_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct HeightFile {
  MemoryFile source;
  uint32_t width, height;
  uint16_t bits, format, samples;
};

// Reads the values of a tag that libtiff does not know by itself. Returns 0 if the file has none, or one of another
// type.
static uint32_t values_of(TIFF *tiff, uint32_t tag, TIFFDataType type, void *values) {
  const TIFFField *field = TIFFFindField(tiff, tag, TIFF_ANY);
  if (!field || TIFFFieldDataType(field) != type || !TIFFFieldPassCount(field)) return 0;
  uint32_t count = 0;
  uint16_t short_count = 0;
  if (TIFFFieldReadCount(field) == TIFF_VARIABLE2) return TIFFGetField(tiff, tag, &count, values) ? count : 0;
  return TIFFFieldReadCount(field) == TIFF_VARIABLE && TIFFGetField(tiff, tag, &short_count, values) ? short_count : 0;
}

// Copies the value of an item of GDAL's metadata by its role. Returns whether there is one.
static bool copy_item(const char *metadata, const char *role, char *value, size_t size) {
  const char *found = strstr(metadata, role);
  const char *start = found ? strchr(found, '>') : NULL;
  const char *end = start ? strchr(start, '<') : NULL;
  if (!end || (size_t)(end - start) > size) return false;
  memcpy(value, start + 1, end - start - 1);
  value[end - start - 1] = 0;
  return true;
}

// Reads the scale, the offset and the unit of heights from GDAL's metadata.
static void read_scale(TIFF *tiff, HeightFileInfo *info) {
  info->scale = 1;
  char *text = NULL;
  uint32_t count = values_of(tiff, 42112, TIFF_ASCII, &text);
  char *metadata = count > 0 ? calloc(1, (size_t)count + 1) : NULL;
  if (!metadata) return;
  memcpy(metadata, text, count);
  char value[64], *end;
  if (copy_item(metadata, "role=\"scale\"", value, sizeof value)) {
    double scale = strtod(value, &end);
    if (end != value && isfinite(scale) && scale != 0) info->scale = scale;
  }
  if (copy_item(metadata, "role=\"offset\"", value, sizeof value)) {
    double offset = strtod(value, NULL);
    if (isfinite(offset)) info->offset = offset;
  }
  if (copy_item(metadata, "role=\"unittype\"", value, sizeof value) && info->unit == 0) {
    const struct {
      const char *start;
      int32_t unit;
    } units[] = {{"us", 9003}, {"ft", 9002}, {"foot", 9002}, {"feet", 9002}, {"km", 9036}, {"kilo", 9036}, {"met", 9001}};
    info->unit = value[0] && strcasecmp(value, "m") != 0 ? -1 : 9001;
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
      if (strncasecmp(value, units[i].start, strlen(units[i].start)) == 0) info->unit = units[i].unit;
  }
  free(metadata);
}

static void read_placement(TIFF *tiff, HeightFileInfo *info) {
  double *scale = NULL, *tie = NULL;
  if (values_of(tiff, 33550, TIFF_DOUBLE, &scale) >= 2 && values_of(tiff, 33922, TIFF_DOUBLE, &tie) >= 6) {
    info->is_placed = true;
    info->cell_width = scale[0], info->cell_height = scale[1];
    info->column = tie[0], info->row = tie[1], info->x = tie[3], info->y = tie[4];
  }
  uint16_t *keys = NULL;
  uint32_t count = values_of(tiff, 34735, TIFF_SHORT, &keys);
  if (keys) {
    for (uint32_t i = 4; i + 3 < count; i += 4) {
      if (keys[i + 1] != 0) continue;
      if (keys[i] == 1025) info->is_point = keys[i + 3] == 2;
      if (keys[i] == 3072) info->projection = keys[i + 3];
      if (keys[i] == 4099) info->unit = keys[i + 3];
    }
  }
  char *text = NULL;
  count = values_of(tiff, 42113, TIFF_ASCII, &text);
  if (count > 0) {
    char copy[64];
    size_t length = count < sizeof copy - 1 ? count : sizeof copy - 1;
    memcpy(copy, text, length);
    copy[length] = 0;
    char *end;
    info->void_value = strtod(copy, &end);
    info->has_void = end != copy;
  }
}

HeightFile *height_file_open(
    const void *bytes, size_t count, HeightFileInfo *info, char *message, size_t message_size) {
  memset(info, 0, sizeof *info);
  HeightFile *file = calloc(1, sizeof *file);
  if (!file) return NULL;
  memory_file_open(&file->source, bytes, count);
  TIFF *tiff = file->source.tiff;
  if (tiff) {
    uint16_t planar = PLANARCONFIG_CONTIG;
    TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLEFORMAT, &file->format);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &file->bits);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &file->samples);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_PLANARCONFIG, &planar);
    TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &file->width);
    TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &file->height);
    bool is_float = file->format == SAMPLEFORMAT_IEEEFP && (file->bits == 32 || file->bits == 64);
    bool is_whole = (file->format == SAMPLEFORMAT_INT || file->format == SAMPLEFORMAT_UINT)
      && (file->bits == 8 || file->bits == 16 || file->bits == 32);
    if (!file->source.message[0] && (file->samples != 1 || !(is_float || is_whole))) {
      snprintf(
          file->source.message, sizeof file->source.message, "it has %d numbers of %d bits a cell; heights are one of 8, 16, 32 or 64",
          file->samples, file->bits);
    }
    info->width = file->width, info->height = file->height;
    read_placement(tiff, info);
    read_scale(tiff, info);
  }
  if (!tiff || file->source.message[0]) {
    snprintf(message, message_size, "%s", file->source.message[0] ? file->source.message : "it is no TIFF file");
    height_file_close(file);
    return NULL;
  }
  return file;
}

static float value_at(const HeightFile *file, const uint8_t *cells, size_t index) {
#define AS(type) \
  { \
    type value; \
    memcpy(&value, cells + index * sizeof value, sizeof value); \
    return (float)value; \
  }
  if (file->format == SAMPLEFORMAT_IEEEFP) {
    if (file->bits == 32) AS(float)
    AS(double)
  }
  bool is_signed = file->format == SAMPLEFORMAT_INT;
  if (file->bits == 8) {
    if (is_signed) AS(int8_t)
    AS(uint8_t)
  }
  if (file->bits == 16) {
    if (is_signed) AS(int16_t)
    AS(uint16_t)
  }
  if (is_signed) AS(int32_t)
  AS(uint32_t)
#undef AS
}

bool height_file_read(HeightFile *file, float *values, char *message, size_t message_size) {
  TIFF *tiff = file->source.tiff;
  uint32_t width = file->width, height = file->height, across = width, down = height;
  bool is_tiled = TIFFIsTiled(tiff);
  if (is_tiled) {
    TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &across);
    TIFFGetField(tiff, TIFFTAG_TILELENGTH, &down);
  } else {
    TIFFGetFieldDefaulted(tiff, TIFFTAG_ROWSPERSTRIP, &down);
    if (down > height) down = height;
  }
  tmsize_t size = is_tiled ? TIFFTileSize(tiff) : TIFFStripSize(tiff);
  size_t cell = file->bits / 8;
  uint8_t *cells = across && down && size > 0 && (size_t)size / cell / across >= down ? malloc((size_t)size) : NULL;
  bool is_read = cells != NULL;
  for (uint32_t y = 0; is_read && y < height; y += down) {
    for (uint32_t x = 0; is_read && x < width; x += across) {
      uint32_t rows = height - y < down ? height - y : down, columns = width - x < across ? width - x : across;
      tmsize_t count = is_tiled ? TIFFReadEncodedTile(tiff, TIFFComputeTile(tiff, x, y, 0, 0), cells, size)
                                : TIFFReadEncodedStrip(tiff, TIFFComputeStrip(tiff, y, 0), cells, size);
      is_read = count >= 0 && (size_t)count >= ((size_t)(rows - 1) * across + columns) * cell;
      for (uint32_t row = 0; is_read && row < rows; row++) {
        float *into = values + (size_t)(y + row) * width + x;
        for (uint32_t column = 0; column < columns; column++)
          into[column] = value_at(file, cells, (size_t)row * across + column);
      }
    }
  }
  free(cells);
  if (!is_read)
    snprintf(message, message_size, "%s", file->source.message[0] ? file->source.message : "its cells cannot be read");
  return is_read;
}

void height_file_close(HeightFile *file) {
  if (file) memory_file_close(&file->source);
  free(file);
}
