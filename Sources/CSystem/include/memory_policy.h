#pragma once

/// Makes large frames and encoders' buffers, of 8 MB or more, blocks of their own, which go back to the system when they are
/// freed.
///
/// By default the C library raises the size from which that holds with every such block that is freed, to 32 MB. Later ones
/// then come from heaps, which encoders that come and go tear into pieces, and a video of a minute takes a fifth more memory
/// than one of seconds. With a much lower size the pictures of each frame are new memory, which the system clears: up to a
/// quarter of a film's time. Holds for the whole process.
void malloc_tune_for_frames(void);

/// Gives what is free in the heaps back to the system. Takes milliseconds.
void malloc_return_to_system(void);
