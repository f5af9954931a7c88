#define _GNU_SOURCE
#include "CThreads.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <unwind.h>

__thread carob_thread_state carob_thread;

// Libraries are loaded by the main thread, before there are others.
__attribute__((constructor)) static void know_main_thread(void) {
  carob_thread.is_main = syscall(SYS_gettid) == syscall(SYS_getpid);
}

bool carob_is_recording_flag;
uintptr_t carob_naming_classes[256];

const carob_found *carob_found_places[CAROB_FOUND_COUNT];

// NB: through `syscall`, which the virtual-time layer interposes, so that a waiting thread hands the baton over.
void carob_sleep_on(uint32_t *word, uint32_t value) {
  syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0);
}

void carob_wake_one(uint32_t *word) { syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0); }

int64_t carob_monotonic_nanoseconds(void) {
  if (carob_vt_read_monotonic) return carob_vt_read_monotonic();
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

typedef struct {
  uintptr_t *starts;
  size_t count, capacity;
} walk;

static _Unwind_Reason_Code visit(struct _Unwind_Context *frame, void *data) {
  walk *walk = data;
  if (walk->count == walk->capacity) return _URC_END_OF_STACK;
  walk->starts[walk->count++] = _Unwind_GetRegionStart(frame);
  return _URC_NO_REASON;
}

size_t carob_running_functions(uintptr_t *starts, size_t capacity) {
  walk walk = {starts, 0, capacity};
  _Unwind_Backtrace(visit, &walk);
  return walk.count;
}
