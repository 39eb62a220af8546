#pragma once

/// How many blocks the calling thread has asked the C library for since it began.
unsigned long allocation_count(void);
