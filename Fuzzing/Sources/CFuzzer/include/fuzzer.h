#pragma once

#include <stddef.h>
#include <stdint.h>

/// Runs libFuzzer on `test` with the arguments of its command line; returns its exit code.
int fuzzer_run(int argc, char **argv, int (*test)(const uint8_t *data, size_t size));
