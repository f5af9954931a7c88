// Start-up: chooses virtual or real time once, at the first interposed call. That is before this library's own constructor, because
// libdispatch's constructor already asks for the number of processors.

#include "internal.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <malloc.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

vt_mode vt_current_mode;
vt_real_functions vt_real;

static int64_t real_start;
static bool was_asked_for;

static void look_up_real_functions(void) {
#define VT_LOOK_UP(name) vt_real.name = (__typeof__(vt_real.name))dlsym(RTLD_NEXT, #name);
  VT_REAL_FUNCTIONS(VT_LOOK_UP)
  VT_LOOK_UP(arc4random_buf)
#undef VT_LOOK_UP
#define VT_LOOK_UP(name) \
  vt_real.name = (__typeof__(vt_real.name))dlvsym(RTLD_NEXT, #name, "GLIBC_2.3.2"); \
  if (vt_real.name == NULL) vt_real.name = (__typeof__(vt_real.name))dlsym(RTLD_NEXT, #name);
  VT_REAL_CONDITION_FUNCTIONS(VT_LOOK_UP)
#undef VT_LOOK_UP
}

/// Removes this library from LD_PRELOAD, so that the program's children run in real time.
static void leave_environment(void) {
  const char *preload = getenv("LD_PRELOAD");
  if (preload == NULL) return;
  char *kept = malloc(strlen(preload) + 1);
  if (kept == NULL) return;
  size_t length = 0;
  for (const char *item = preload; *item != '\0';) {
    size_t size = strcspn(item, ": ");
    bool ours = memmem(item, size, "CarobVirtualTime", strlen("CarobVirtualTime")) != NULL;
    if (size > 0 && !ours) {
      if (length > 0) kept[length++] = ':';
      memcpy(kept + length, item, size);
      length += size;
    }
    item += size;
    if (*item != '\0') item++;
  }
  kept[length] = '\0';
  if (length > 0) {
    setenv("LD_PRELOAD", kept, 1);
  } else {
    unsetenv("LD_PRELOAD");
  }
  free(kept);
}

/// The child of a fork has one thread and runs in real time.
static void become_real(void) {
  vt_holder = NULL;
  vt_self = NULL;
  vt_current_mode = VT_REAL;
}

static int64_t number_from_environment(const char *name, int64_t fallback) {
  const char *text = getenv(name);
  return text == NULL || *text == '\0' ? fallback : strtoll(text, NULL, 10);
}

bool vt_is_confined;

void vt_start(void) {
  if (vt_current_mode != VT_UNDECIDED) return;
  vt_current_mode = VT_STARTING;
  look_up_real_functions();
  vt_is_confined = getenv("CAROB_CONFINED") != NULL;
  real_start = vt_real_clock(CLOCK_MONOTONIC);
  const char *gate = getenv("CAROB_TIME_FD");
  const char *alone = getenv("CAROB_VIRTUAL");
  int descriptor = gate != NULL && *gate != '\0' ? atoi(gate) : -1;
  was_asked_for = descriptor >= 0 || (alone != NULL && strcmp(alone, "1") == 0);
  bool gate_is_open = descriptor >= 0 && vt_raw(SYS_fcntl, descriptor, F_GETFD) >= 0;
  if (!was_asked_for || (descriptor >= 0 && !gate_is_open)) {
    vt_current_mode = VT_REAL;
    return;
  }
  vt_fix_addresses();
  vt_now = number_from_environment("CAROB_TIME_START", 0);
  vt_wall_clock_at_start = number_from_environment("CAROB_TIME_EPOCH", vt_wall_clock_at_start);
  vt_entropy_seed(strtoull(getenv("CAROB_SEED") != NULL ? getenv("CAROB_SEED") : "1", NULL, 10));
  // One heap for all threads: addresses then do not depend on how many processors the machine has.
  mallopt(M_ARENA_MAX, 1);
  leave_environment();
  if (gate_is_open) vt_gate_open(vt_own_descriptor(descriptor));
  vt_adopt_main_thread();
  pthread_atfork(NULL, NULL, become_real);
  vt_current_mode = VT_VIRTUAL;
  vt_watchdog_start();
}

__attribute__((constructor(101))) static void start_at_load(void) { vt_start(); }

vt_thread *vt_calling_thread_slow(void) {
  if (VT_UNLIKELY(vt_current_mode == VT_UNDECIDED)) vt_start();
  vt_thread *me = vt_self;
  return me != NULL && me == vt_holder ? me : NULL;
}

void vt_report(const char *format, ...) {
  char line[512];
  int used = snprintf(line, sizeof line, "carob: virtual time: ");
  va_list arguments;
  va_start(arguments, format);
  int length = used + vsnprintf(line + used, sizeof line - (size_t)used - 1, format, arguments);
  va_end(arguments);
  if (length > (int)sizeof line - 2) length = (int)sizeof line - 2;
  line[length++] = '\n';
  vt_raw(SYS_write, STDERR_FILENO, line, length);
}

// MARK: The interface

VT_INTERPOSE int carob_vt_active(void) {
  vt_start();
  return vt_current_mode == VT_VIRTUAL;
}

VT_INTERPOSE int64_t carob_vt_real_now(void) { return vt_real_clock(CLOCK_MONOTONIC); }

VT_INTERPOSE int64_t carob_vt_now(void) {
  if (VT_LIKELY(vt_current_mode == VT_VIRTUAL)) return vt_now;
  vt_start();
  return vt_current_mode == VT_VIRTUAL ? vt_now : vt_real_clock(CLOCK_MONOTONIC) - real_start;
}

VT_INTERPOSE carob_vt_counters carob_vt_statistics(void) { return vt_counters; }

/// Whether the program's calls of `name` reach this library: a look-up in the whole program must find its function first.
static bool is_bound_to_us(const char *name) {
  Dl_info found, ours;
  void *symbol = dlsym(RTLD_DEFAULT, name);
  return symbol != NULL && dladdr(symbol, &found) != 0 && dladdr((void *)vt_start, &ours) != 0
    && found.dli_fbase == ours.dli_fbase;
}

VT_INTERPOSE int carob_vt_self_check(void) {
  vt_start();
  if (vt_current_mode != VT_VIRTUAL) return was_asked_for ? CAROB_VT_NOT_STARTED : CAROB_VT_SOUND;
  if (!is_bound_to_us("clock_gettime") || !is_bound_to_us("gettimeofday")) return CAROB_VT_FOREIGN_CLOCK;
  const char *const waits[] = {"pthread_create", "pthread_cond_timedwait", "epoll_wait", "syscall", "sem_timedwait"};
  for (size_t i = 0; i < sizeof waits / sizeof *waits; i++) {
    if (!is_bound_to_us(waits[i])) return CAROB_VT_FOREIGN_WAITS;
  }
  if (vt_calling_thread() == NULL) return CAROB_VT_FOREIGN_THREAD;
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (vt_nanoseconds(&now) - vt_clock_base(CLOCK_MONOTONIC) != vt_now) return CAROB_VT_FOREIGN_CLOCK;
  return CAROB_VT_SOUND;
}
