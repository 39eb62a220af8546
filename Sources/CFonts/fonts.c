#include "CFonts.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t inter_regular[] = {
#embed "Inter/Inter-Regular.otf"
};
static const uint8_t inter_medium[] = {
#embed "Inter/Inter-Medium.otf"
};
static const uint8_t inter_semibold[] = {
#embed "Inter/Inter-SemiBold.otf"
};
static const uint8_t inter_bold[] = {
#embed "Inter/Inter-Bold.otf"
};
static const uint8_t inter_extrabold[] = {
#embed "Inter/Inter-ExtraBold.otf"
};

static const EmbeddedFont fonts[] = {
    {"Inter", 400, inter_regular, sizeof inter_regular},
    {"Inter", 500, inter_medium, sizeof inter_medium},
    {"Inter", 600, inter_semibold, sizeof inter_semibold},
    {"Inter", 700, inter_bold, sizeof inter_bold},
    {"Inter", 800, inter_extrabold, sizeof inter_extrabold},
};

EmbeddedFont embedded_font(size_t index) {
  const EmbeddedFont none = {"", 0, NULL, 0};
  return index < sizeof fonts / sizeof fonts[0] ? fonts[index] : none;
}
