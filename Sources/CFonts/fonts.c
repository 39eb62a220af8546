#include "CFonts.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t inter[] = {
#embed "Fonts/Inter.ttf"
};
static const uint8_t caladea_regular[] = {
#embed "Fonts/Caladea-Regular.ttf"
};
static const uint8_t caladea_italic[] = {
#embed "Fonts/Caladea-Italic.ttf"
};
static const uint8_t caladea_bold[] = {
#embed "Fonts/Caladea-Bold.ttf"
};
static const uint8_t caladea_bold_italic[] = {
#embed "Fonts/Caladea-BoldItalic.ttf"
};
static const uint8_t mono_regular[] = {
#embed "Fonts/JetBrainsMono-Regular.ttf"
};
static const uint8_t mono_bold[] = {
#embed "Fonts/JetBrainsMono-Bold.ttf"
};

static const EmbeddedFont fonts[] = {
    {inter, sizeof inter},
    {caladea_regular, sizeof caladea_regular},
    {caladea_italic, sizeof caladea_italic},
    {caladea_bold, sizeof caladea_bold},
    {caladea_bold_italic, sizeof caladea_bold_italic},
    {mono_regular, sizeof mono_regular},
    {mono_bold, sizeof mono_bold},
};

EmbeddedFont embedded_font(size_t index) {
  const EmbeddedFont none = {NULL, 0};
  return index < sizeof fonts / sizeof fonts[0] ? fonts[index] : none;
}
