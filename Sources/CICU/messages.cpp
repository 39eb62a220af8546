#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>
#include <unicode/messagepattern.h>
#include <unicode/msgfmt.h>
#include <unicode/timezone.h>
#include <vector>

#include "messages.h"

using icu::UnicodeString;

static std::string utf8(const UnicodeString &text) {
  std::string result;
  text.toUTF8String(result);
  return result;
}

MessageFailure message_arguments(
    const char *pattern, void *context,
    void (*found)(void *context, const char *name, const char *type, int32_t offset)) {
  UnicodeString text = UnicodeString::fromUTF8(pattern);
  UErrorCode status = U_ZERO_ERROR;
  UParseError place = {0, -1, {0}, {0}};
  icu::MessagePattern parsed(UMSGPAT_APOS_DOUBLE_OPTIONAL, status);
  parsed.parse(text, &place, status);
  if (U_FAILURE(status)) return {u_errorName(status), place.offset};
  for (int32_t index = 0; index < parsed.countParts(); index++) {
    const icu::MessagePattern::Part &part = parsed.getPart(index);
    if (part.getType() != UMSGPAT_PART_TYPE_ARG_START || index + 1 >= parsed.countParts()) continue;
    const icu::MessagePattern::Part &name = parsed.getPart(index + 1);
    std::string type;
    switch (part.getArgType()) {
    case UMSGPAT_ARG_TYPE_NONE: break;
    case UMSGPAT_ARG_TYPE_SIMPLE:
      if (index + 2 < parsed.countParts()) type = utf8(parsed.getSubstring(parsed.getPart(index + 2)));
      break;
    case UMSGPAT_ARG_TYPE_SELECT: type = "select"; break;
    case UMSGPAT_ARG_TYPE_CHOICE: type = "choice"; break;
    case UMSGPAT_ARG_TYPE_PLURAL: type = "plural"; break;
    case UMSGPAT_ARG_TYPE_SELECTORDINAL: type = "selectordinal"; break;
    }
    found(context, utf8(parsed.getSubstring(name)).c_str(), type.c_str(), name.getIndex());
  }
  return {nullptr, -1};
}

char *message_format(
    const char *pattern, const char *locale, const MessageInput *arguments, int32_t count, MessageFailure *error) {
  // Dates are of no place; ICU asks for one all the same.
  static std::once_flag once;
  std::call_once(once, [] { icu::TimeZone::adoptDefault(icu::TimeZone::createTimeZone("Etc/UTC")); });
  UnicodeString text = UnicodeString::fromUTF8(pattern);
  UErrorCode status = U_ZERO_ERROR;
  UParseError place = {0, -1, {0}, {0}};
  icu::Locale rules = icu::Locale::forLanguageTag(locale, status);
  icu::MessageFormat format(text, rules, place, status);
  if (U_FAILURE(status)) {
    *error = {u_errorName(status), place.offset};
    return nullptr;
  }
  std::vector<UnicodeString> names;
  std::vector<icu::Formattable> values;
  for (int32_t index = 0; index < count; index++) {
    const MessageInput &argument = arguments[index];
    names.push_back(UnicodeString::fromUTF8(argument.name));
    switch (argument.kind) {
    case MessageInputText: values.push_back(icu::Formattable(UnicodeString::fromUTF8(argument.text))); break;
    case MessageInputNumber: values.push_back(icu::Formattable(argument.number)); break;
    case MessageInputDate: values.push_back(icu::Formattable(argument.number, icu::Formattable::kIsDate)); break;
    }
  }
  UnicodeString result;
  format.format(names.data(), values.data(), count, result, status);
  if (U_FAILURE(status)) {
    *error = {u_errorName(status), -1};
    return nullptr;
  }
  return strdup(utf8(result).c_str());
}
