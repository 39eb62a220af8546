// Loaded before Swift's Synchronization library, this reports contended mutexes to ThreadSanitizer.
//
// An uncontended Mutex is locked by an atomic operation in the program, which the sanitizer sees. A contended one is
// locked in Swift's library, which is not instrumented, so that data it protects would seem unprotected.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define HANDLE "$s15Synchronization12_MutexHandleV"
#define LOCK HANDLE "9_lockSlowyys6UInt32VF"
#define TRY_LOCK HANDLE "12_tryLockSlowSbyF"
#define UNLOCK HANDLE "11_unlockSlowyyF"
#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self

// In programs without the sanitizer there are none.
void __tsan_acquire(void *) __attribute__((weak));
void __tsan_release(void *) __attribute__((weak));

SWIFT void lock(uint32_t thread, SELF) __asm__(LOCK);
SWIFT bool try_lock(SELF) __asm__(TRY_LOCK);
SWIFT void unlock(SELF) __asm__(UNLOCK);

SWIFT void lock(uint32_t thread, SELF) {
  ((SWIFT void (*)(uint32_t, SELF))dlsym(RTLD_NEXT, LOCK))(thread, self);
  if (__tsan_acquire) __tsan_acquire(self);
}

SWIFT bool try_lock(SELF) {
  bool is_locked = ((SWIFT bool (*)(SELF))dlsym(RTLD_NEXT, TRY_LOCK))(self);
  if (is_locked && __tsan_acquire) __tsan_acquire(self);
  return is_locked;
}

SWIFT void unlock(SELF) {
  if (__tsan_release) __tsan_release(self);
  ((SWIFT void (*)(SELF))dlsym(RTLD_NEXT, UNLOCK))(self);
}
