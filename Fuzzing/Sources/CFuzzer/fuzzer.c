#include "fuzzer.h"

// Of libFuzzer's library, which the set-up links.
extern int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*test)(const uint8_t *data, size_t size));

int fuzzer_run(int argc, char **argv, int (*test)(const uint8_t *data, size_t size)) {
  return LLVMFuzzerRunDriver(&argc, &argv, test);
}
