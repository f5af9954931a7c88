// Reports misuse: a reason where libdispatch traps without one, and a warning where it ignores a mistake (section K of
// Rules/mistakes.md).

#include "internal.h"

#include <execinfo.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

carob_dispatch_reporter dh_reporter;
pthread_mutex_t dh_lock = PTHREAD_MUTEX_INITIALIZER;
_Thread_local dh_request *dh_requests;

static bool is_watching;
static pthread_t main_thread;

bool dh_is_watching(void) { return __atomic_load_n(&is_watching, __ATOMIC_ACQUIRE); }
bool dh_is_main_thread(void) { return dh_is_watching() && pthread_equal(pthread_self(), main_thread); }

void *dh_next(const char *name) {
#if defined(__has_feature) && __has_feature(thread_sanitizer)
  char own[128];
  snprintf(own, sizeof own, "___interceptor_%s", name);
  void *found = dlsym(RTLD_DEFAULT, own);
  if (found != NULL) return found;
#endif
  return dlsym(RTLD_NEXT, name);
}

void dh_warn(const char *rule, const void *place, const char *format, ...) {
  if (dh_reporter.warn == NULL) return;
  char text[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  dh_reporter.warn(rule, text, place);
}

void dh_check_later(void *context, work_function check) {
  const long utility = 0x11;
  void *queue = DH_NEXT(void *(*)(long, unsigned long), "dispatch_get_global_queue")(utility, 0);
  uint64_t when = DH_NEXT(uint64_t (*)(uint64_t, int64_t), "dispatch_time")(0, DH_PATIENCE * INT64_C(1000000000));
  DH_NEXT(void (*)(uint64_t, void *, void *, work_function), "dispatch_after_f")(when, queue, context, check);
}

// MARK: Traps

static struct sigaction outer_actions[NSIG];

static const void *instruction(const void *context) {
  const ucontext_t *state = context;
#if defined(__x86_64__)
  return (const void *)state->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
  return (const void *)state->uc_mcontext.pc;
#else
#error "which register is the instruction pointer?"
#endif
}

bool dh_is_of_dispatch(const void *address) {
  Dl_info image;
  return dladdr(address, &image) != 0 && image.dli_fname != NULL && strstr(image.dli_fname, "libdispatch") != NULL;
}

static const char *label_of(void *queue) {
  const char *label = DH_NEXT(const char *(*)(void *), "dispatch_queue_get_label")(queue);
  return label == NULL ? "" : label;
}

static ucontext_t interrupted, reporting;
static const char *reported_text;
static const void *reported_place;

static void report_crash(void) { dh_reporter.crash(reported_text, reported_place); }

/// Finding the line reads the debug information of every image. The stack of signal handlers may be too small for that, and an
/// overflow of it would be another signal on the same stack.
static void report_on_large_stack(const char *text, const void *place) {
  const size_t size = 8 << 20;
  void *stack = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  reported_text = text;
  // Without memory for a stack, only the text is reported.
  reported_place = stack == MAP_FAILED ? NULL : place;
  if (stack == MAP_FAILED || getcontext(&reporting) != 0) {
    report_crash();
    return;
  }
  reporting.uc_stack.ss_sp = stack;
  reporting.uc_stack.ss_size = size;
  reporting.uc_link = &interrupted;
  makecontext(&reporting, report_crash, 0);
  swapcontext(&interrupted, &reporting);
  munmap(stack, size);
}

static void explain(const dh_request *request) {
  char text[512];
  const void *place = request == NULL ? NULL : dh_origin(request->caller);
  const void *origin = NULL;
  int length = snprintf(text, sizeof text, "BUG IN CLIENT OF LIBDISPATCH: ");
  char *rest = text + length;
  size_t room = sizeof text - (size_t)length;
  if (request == NULL) {
    snprintf(rest, room, "Dispatch rejected a call");
  } else if (request->kind == DH_SYNC) {
    // M-126, F-68
    const char *label = label_of(request->object);
    bool is_main = strcmp(label, "com.apple.main-thread") == 0;
    snprintf(rest, room, "dispatch_sync called on queue already owned by current thread%s%s%s",
      is_main ? ": DispatchQueue.main.sync from the main thread" : " (queue \"",
      is_main ? "" : label, is_main ? "" : "\")");
  } else if (request->kind == DH_GROUP_LEAVE) {
    // M-127
    snprintf(rest, room, "Unbalanced call to dispatch_group_leave()");
  } else if (request->kind == DH_RESUME) {
    // M-151
    snprintf(rest, room, "Over-resume of an object: it was resumed more often than suspended");
  } else if (dh_source_is_dormant(request->object, &origin)) {
    // M-134, F-72: sources are created suspended
    snprintf(rest, room, "Release of a suspended object: source was created but not resumed");
    if (origin != NULL) place = origin;
  } else if (dh_is_suspended(request->object, &origin)) {
    // M-150
    snprintf(rest, room, "Release of a suspended object: it was suspended and not resumed");
    if (origin != NULL) place = origin;
  } else {
    // M-150: a semaphore or a group; a queue that was made inactive.
    snprintf(rest, room, "Release of a suspended or inactive object, or of one that is in use");
  }
  if (dh_reporter.crash != NULL) report_on_large_stack(text, place);
}

static void trapped(int signal, siginfo_t *information, void *context) {
  static bool is_explained;
  if (!is_explained && dh_is_of_dispatch(instruction(context))) {
    is_explained = true;
    explain(dh_requests);
  }
  struct sigaction *outer = &outer_actions[signal];
  if ((outer->sa_flags & SA_SIGINFO) != 0) {
    outer->sa_sigaction(signal, information, context);
  } else if (outer->sa_handler != SIG_DFL && outer->sa_handler != SIG_IGN) {
    outer->sa_handler(signal);
  } else {
    // The instruction traps again and ends the process.
    sigaction(signal, outer, NULL);
  }
}

void carob_dispatch_watch(const carob_dispatch_reporter *reporter) {
  if (dh_is_watching()) return;
  dh_reporter = *reporter;
  main_thread = pthread_self();
  __atomic_store_n(&is_watching, true, __ATOMIC_RELEASE);
  // The first call loads the unwinder, which a signal handler must not.
  void *frame;
  backtrace(&frame, 1);
  static const int traps[] = {SIGILL, SIGTRAP};
  for (size_t i = 0; i < sizeof traps / sizeof *traps; i++) {
    struct sigaction action = {.sa_sigaction = trapped, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    sigemptyset(&action.sa_mask);
    sigaction(traps[i], &action, &outer_actions[traps[i]]);
  }
}
