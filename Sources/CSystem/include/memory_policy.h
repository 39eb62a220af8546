#pragma once

/// Makes frames and encoders' buffers blocks of their own, which go back to the system when they are freed.
///
/// By default the C library raises the size from which that holds with every such block that is freed. Later ones then
/// come from heaps, which encoders that come and go tear into pieces, and a video of a minute takes a fifth more memory
/// than one of seconds. Holds for the whole process.
void malloc_tune_for_frames(void);

/// Gives what is free in the heaps back to the system. Takes milliseconds.
void malloc_return_to_system(void);
