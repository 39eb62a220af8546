#pragma once
#include <stdbool.h>
#include <stdint.h>

/// The bidirectional algorithm of FriBidi, with the character properties of ICU.
///
/// ICU's own headers stay out of Swift: they clash with those of Foundation's ICU, and their names carry a version by
/// macros that Swift does not see.

/// The base direction of a paragraph. If it is automatic, the first strong character decides. If it is mostly from the
/// right, it is from the right unless all strong characters are from the left and there is one.
typedef enum { BidiBaseAutomatic, BidiBaseLeftToRight, BidiBaseRightToLeft, BidiBaseMostlyRightToLeft } BidiBase;

/// Resolves the classes and the embedding levels of a paragraph's scalars; returns its base direction.
BidiBase bidi_resolve(
    const uint32_t *scalars, int32_t count, BidiBase base, uint32_t *classes, int8_t *levels);

/// Resets levels at the end of a line (rule L1), and gives the indices of its scalars from left to right (rule L2).
void bidi_reorder_line(const uint32_t *classes, int32_t count, BidiBase base, int8_t *levels, int32_t *order);

/// True if a language, as a BCP 47 tag, is written from the right.
bool is_right_to_left(const char *language);
