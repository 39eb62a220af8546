#include <fribidi/fribidi.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/uloc.h>

#include "bidi.h"

// Properties come from ICU, whose version of Unicode is newer than FriBidi's.

static const FriBidiCharType fribidi_types[] = {
    [U_LEFT_TO_RIGHT] = FRIBIDI_TYPE_LTR,
    [U_RIGHT_TO_LEFT] = FRIBIDI_TYPE_RTL,
    [U_EUROPEAN_NUMBER] = FRIBIDI_TYPE_EN,
    [U_EUROPEAN_NUMBER_SEPARATOR] = FRIBIDI_TYPE_ES,
    [U_EUROPEAN_NUMBER_TERMINATOR] = FRIBIDI_TYPE_ET,
    [U_ARABIC_NUMBER] = FRIBIDI_TYPE_AN,
    [U_COMMON_NUMBER_SEPARATOR] = FRIBIDI_TYPE_CS,
    [U_BLOCK_SEPARATOR] = FRIBIDI_TYPE_BS,
    [U_SEGMENT_SEPARATOR] = FRIBIDI_TYPE_SS,
    [U_WHITE_SPACE_NEUTRAL] = FRIBIDI_TYPE_WS,
    [U_OTHER_NEUTRAL] = FRIBIDI_TYPE_ON,
    [U_LEFT_TO_RIGHT_EMBEDDING] = FRIBIDI_TYPE_LRE,
    [U_LEFT_TO_RIGHT_OVERRIDE] = FRIBIDI_TYPE_LRO,
    [U_RIGHT_TO_LEFT_ARABIC] = FRIBIDI_TYPE_AL,
    [U_RIGHT_TO_LEFT_EMBEDDING] = FRIBIDI_TYPE_RLE,
    [U_RIGHT_TO_LEFT_OVERRIDE] = FRIBIDI_TYPE_RLO,
    [U_POP_DIRECTIONAL_FORMAT] = FRIBIDI_TYPE_PDF,
    [U_DIR_NON_SPACING_MARK] = FRIBIDI_TYPE_NSM,
    [U_BOUNDARY_NEUTRAL] = FRIBIDI_TYPE_BN,
    [U_FIRST_STRONG_ISOLATE] = FRIBIDI_TYPE_FSI,
    [U_LEFT_TO_RIGHT_ISOLATE] = FRIBIDI_TYPE_LRI,
    [U_RIGHT_TO_LEFT_ISOLATE] = FRIBIDI_TYPE_RLI,
    [U_POP_DIRECTIONAL_ISOLATE] = FRIBIDI_TYPE_PDI,
};

/// The two brackets of a pair share an identity: the opening one, with canonical equivalents as one.
static FriBidiBracketType bracket(uint32_t scalar) {
  UBidiPairedBracketType type = u_getIntPropertyValue(scalar, UCHAR_BIDI_PAIRED_BRACKET_TYPE);
  if (type == U_BPT_NONE) return FRIBIDI_NO_BRACKET;
  uint32_t opening = type == U_BPT_OPEN ? scalar : (uint32_t)u_getBidiPairedBracket(scalar);
  if (opening == 0x2329) opening = 0x3008;
  return type == U_BPT_OPEN ? opening | FRIBIDI_BRACKET_OPEN_MASK : opening;
}

static FriBidiParType fribidi_base(BidiBase base) {
  switch (base) {
    case BidiBaseLeftToRight: return FRIBIDI_PAR_LTR;
    case BidiBaseRightToLeft: return FRIBIDI_PAR_RTL;
    default: return FRIBIDI_PAR_ON;
  }
}

/// The base direction of a paragraph that is mostly from the right.
static FriBidiParType base_among(const uint32_t *classes, int32_t count) {
  bool has_left_letter = false;
  for (int32_t index = 0; index < count; index++) {
    if (classes[index] == FRIBIDI_TYPE_RTL || classes[index] == FRIBIDI_TYPE_AL) return FRIBIDI_PAR_RTL;
    if (classes[index] == FRIBIDI_TYPE_LTR) has_left_letter = true;
  }
  return has_left_letter ? FRIBIDI_PAR_LTR : FRIBIDI_PAR_RTL;
}

bool is_right_to_left(const char *language) {
  char locale[ULOC_FULLNAME_CAPACITY];
  UErrorCode status = U_ZERO_ERROR;
  uloc_forLanguageTag(language, locale, sizeof locale, NULL, &status);
  return U_SUCCESS(status) && uloc_isRightToLeft(locale);
}

BidiBase bidi_resolve(
    const uint32_t *scalars, int32_t count, BidiBase base, uint32_t *classes, int8_t *levels) {
  FriBidiParType direction = fribidi_base(base);
  FriBidiBracketType *brackets = malloc(sizeof *brackets * (size_t)(count + 1));
  memset(levels, 0, (size_t)count);
  if (!brackets) return BidiBaseLeftToRight;
  for (int32_t index = 0; index < count; index++) {
    classes[index] = fribidi_types[u_charDirection((UChar32)scalars[index])];
    brackets[index] = classes[index] == FRIBIDI_TYPE_ON ? bracket(scalars[index]) : FRIBIDI_NO_BRACKET;
  }
  if (base == BidiBaseMostlyRightToLeft) direction = base_among(classes, count);
  // It fails only where there is no memory.
  FriBidiLevel highest = fribidi_get_par_embedding_levels_ex(classes, brackets, count, &direction, levels);
  free(brackets);
  return highest > 0 && FRIBIDI_IS_RTL(direction) ? BidiBaseRightToLeft : BidiBaseLeftToRight;
}

void bidi_reorder_line(const uint32_t *classes, int32_t count, BidiBase base, int8_t *levels, int32_t *order) {
  for (int32_t index = 0; index < count; index++) order[index] = index;
  // It fails only where there is no memory, and leaves the order as it is.
  FriBidiLevel highest = fribidi_reorder_line(0, classes, count, 0, fribidi_base(base), levels, NULL, order);
  (void)highest;
}
