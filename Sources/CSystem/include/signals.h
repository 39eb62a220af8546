#pragma once

/// Hands the signal to `signals_next` from now on instead of its default action; one that is ignored stays ignored.
void signals_catch(int number);

/// Restores the default action of a signal that a runtime may have taken; one that is ignored stays ignored.
void signals_default(int number);

/// Waits for the next caught signal and returns its number. For one thread; takes no file descriptor.
int signals_next(void);
