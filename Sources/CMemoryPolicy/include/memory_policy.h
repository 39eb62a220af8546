#pragma once

/// Makes frames and encoders' buffers blocks of their own, which go back to the system when they are freed.
///
/// By default the C library raises the size from which that holds with every such block that is freed. Later ones then
/// come from heaps, which encoders that come and go tear into pieces, and a video of a minute takes a fifth more memory
/// than one of seconds. Holds for the whole process.
void keep_memory_flat(void);

/// Lets threads share two heaps. Each of their own takes 64 MiB of addresses, whatever it holds. Holds for the whole process.
void share_heaps(void);
