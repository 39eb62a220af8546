#define _GNU_SOURCE
#include "signals.h"

#include <semaphore.h>
#include <signal.h>
#include <stddef.h>

enum { signal_count = 65 };

static volatile sig_atomic_t pending[signal_count];
/// The signals that were handed to `signals_catch`.
static sigset_t caught;
/// Counts deliveries; posting is one of the few things that a handler may do.
static sem_t deliveries;

__attribute__((constructor)) static void initialize(void) {
  sem_init(&deliveries, 0, 0);
  sigemptyset(&caught);
}

static void handle(int number) {
  pending[number] = 1;
  sem_post(&deliveries);
}

void signals_catch(int number) {
  struct sigaction action;
  if (sigaction(number, NULL, &action) != 0 || action.sa_handler == SIG_IGN) return;
  sigemptyset(&action.sa_mask);
  action.sa_handler = handle;
  action.sa_flags = SA_RESTART;
  sigaction(number, &action, NULL);
  sigaddset(&caught, number);
}

void signals_default(int number) {
  struct sigaction action;
  if (sigaction(number, NULL, &action) != 0 || action.sa_handler == SIG_IGN) return;
  signal(number, SIG_DFL);
}

int signals_next(void) {
  // Parents may hand down a mask that blocks them.
  pthread_sigmask(SIG_UNBLOCK, &caught, NULL);
  while (1) {
    while (sem_wait(&deliveries) != 0) {
    }
    for (int number = 1; number < signal_count; number += 1) {
      if (!pending[number]) continue;
      pending[number] = 0;
      return number;
    }
  }
}
