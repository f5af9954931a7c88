// Describes all threads: what each waits for, which thread holds that, and its stack. The device requests it when an app does not
// become idle, and finds the lines in the user's sources.

#include "internal.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <linux/futex.h>
#include <stdlib.h>
#include <string.h>

enum { FRAMES = 64, REAL_PATIENCE_MS = 500 };

typedef struct {
  void *frames[FRAMES];
  int count;
} stack;

/// Where the thread that receives the signal stores its frames; NULL if no request is pending.
static stack *asked;

bool vt_note_stack(void) {
  stack *noted = __atomic_load_n(&asked, __ATOMIC_ACQUIRE);
  if (noted == NULL) return false;
  noted->count = backtrace(noted->frames, FRAMES);
  __atomic_store_n(&asked, NULL, __ATOMIC_RELEASE);
  return true;
}

/// The frames of a waiting thread; none if it does not answer in time.
static void take_stack(vt_thread *thread, stack *result) {
  result->count = 0;
  if (thread->kernel_id == (int)vt_raw(SYS_gettid)) {
    result->count = backtrace(result->frames, FRAMES);
    return;
  }
  if (!vt_watchdog_is_on) return;
  __atomic_store_n(&asked, result, __ATOMIC_RELEASE);
  vt_raw(SYS_tgkill, vt_process, thread->kernel_id, vt_watchdog_signal());
  int64_t begun = vt_real_clock(CLOCK_MONOTONIC);
  while (__atomic_load_n(&asked, __ATOMIC_ACQUIRE) != NULL) {
    if (vt_real_clock(CLOCK_MONOTONIC) - begun > REAL_PATIENCE_MS * VT_MILLISECOND) {
      __atomic_store_n(&asked, NULL, __ATOMIC_RELEASE);
      result->count = 0;
      return;
    }
    vt_raw(SYS_sched_yield);
  }
}

/// The thread that holds what another one waits for; NULL if it has no owner, or if the owner is unknown.
static vt_thread *holder_of(const vt_thread *waiting) {
  int owner = 0;
  if (waiting->kind == VT_WAIT_LOCK) {
    // NB: a read-write lock and a spin lock have no owner at this offset; the value is then not the id of a thread.
    owner = ((const pthread_mutex_t *)waiting->address)->__data.__owner;
  } else if (waiting->kind == VT_WAIT_FUTEX && waiting->address != NULL) {
    owner = (int)(*(const uint32_t *)waiting->address & FUTEX_TID_MASK);
  }
  if (owner == 0) return NULL;
  for (vt_thread *thread = vt_first_thread; thread != NULL; thread = thread->next_thread) {
    if (thread->kernel_id == owner && thread->state != VT_ENDED) return thread;
  }
  return NULL;
}

const char *vt_describe_for_device(size_t *length) {
  static char *text;
  static size_t capacity;
  if (text == NULL) {
    capacity = 1 << 18;
    text = malloc(capacity);
  }
  char first_name[16] = "";
  pthread_getname_np(vt_first_thread->handle, first_name, sizeof first_name);
  size_t used = 0;
  if (text == NULL) {
    *length = 0;
    return "";
  }
#define ADD(...) \
  do { \
    if (used < capacity) { \
      int added = snprintf(text + used, capacity - used, __VA_ARGS__); \
      used += added < 0 ? 0 : (size_t)added; \
    } \
  } while (0)
  for (vt_thread *thread = vt_first_thread; thread != NULL; thread = thread->next_thread) {
    if (thread->state == VT_ENDED) continue;
    char name[16] = "";
    pthread_getname_np(thread->handle, name, sizeof name);
    // A new thread has the name of its creator.
    if (thread != vt_first_thread && strcmp(name, first_name) == 0) name[0] = 0;
    for (char *c = name; *c != 0; c++) if (*c == '\t' || *c == '\n') *c = ' ';
    vt_thread *holder = thread->state == VT_WAITING ? holder_of(thread) : NULL;
    ADD("thread\t%d\t%s\t%d\t%s\n", thread->number, name, holder == NULL ? -1 : holder->number,
      thread->state == VT_WAITING ? vt_wait_description(thread->kind) : "nothing");
    stack found;
    take_stack(thread, &found);
    for (int i = 0; i < found.count; i++) {
      Dl_info place;
      if (dladdr(found.frames[i], &place) == 0 || place.dli_fname == NULL) continue;
      // A return address belongs to the line of the call before it.
      ADD("frame\t%s\t%lx\n", place.dli_fname, (unsigned long)((char *)found.frames[i] - (char *)place.dli_fbase - 1));
    }
  }
#undef ADD
  *length = used < capacity ? used : capacity - 1;
  return text;
}
