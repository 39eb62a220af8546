#pragma once
#include <stdbool.h>
#include <stdint.h>

/// ICU's messages. Its C functions know arguments by number alone, so these call C++.

#ifdef __cplusplus
extern "C" {
#endif

typedef enum { MessageInputText, MessageInputNumber, MessageInputDate } MessageInputKind;

typedef struct {
  const char *name;
  MessageInputKind kind;
  /// In UTF-8.
  const char *text;
  /// A number, or milliseconds since 1970.
  double number;
} MessageInput;

typedef struct {
  /// ICU's name for the error; NULL for none.
  const char *name;
  /// The position in the pattern, in UTF-16 units; -1 if it is not known.
  int32_t offset;
} MessageFailure;

/// Calls `found` for each argument of a pattern in UTF-8: its name, its type such as "number" or "" (both only for the call),
/// and the offset of the name in UTF-16 units.
MessageFailure message_arguments(
    const char *pattern, void *context,
    void (*found)(void *context, const char *name, const char *type, int32_t offset));

/// A pattern with its arguments, by the rules of a locale (BCP 47) and in UTC, in UTF-8; to be freed by `free`. NULL after
/// an error.
char *message_format(
    const char *pattern, const char *locale, const MessageInput *arguments, int32_t count, MessageFailure *error);

#ifdef __cplusplus
}
#endif
