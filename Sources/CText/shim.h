#pragma once
#include <fontconfig/fontconfig.h>
#include <ft2build.h>
#include <freetype/freetype.h>
#include <freetype/tttables.h>
#include <hb-ot.h>
#include <hb.h>

/// Names of a font: constants in HarfBuzz 6, of an enumeration since 7.
static const hb_ot_name_id_t CTEXT_NAME_FAMILY = HB_OT_NAME_ID_FONT_FAMILY;
static const hb_ot_name_id_t CTEXT_NAME_TYPOGRAPHIC_FAMILY = HB_OT_NAME_ID_TYPOGRAPHIC_FAMILY;
static const hb_ot_name_id_t CTEXT_NAME_FULL = HB_OT_NAME_ID_FULL_NAME;
static const hb_ot_name_id_t CTEXT_NAME_POSTSCRIPT = HB_OT_NAME_ID_POSTSCRIPT_NAME;

/// Draws a glyph's outline by its functions: under another name since HarfBuzz 7.
static inline void ctext_draw_glyph(hb_font_t *font, hb_codepoint_t glyph, hb_draw_funcs_t *functions, void *data) {
#if HB_VERSION_ATLEAST(7, 0, 0)
  hb_font_draw_glyph(font, glyph, functions, data);
#else
  hb_font_get_glyph_shape(font, glyph, functions, data);
#endif
}
