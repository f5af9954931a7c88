// Reports where a crash happened, from inside the process and before Swift's backtracer, which runs outside. The backtracer follows
// frame pointers, which libc does not have, so it does not find the caller of `abort`, of a failing cast or of an unowned reference.

#define _GNU_SOURCE
#include "CThreads.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { FRAMES = 48, SIGNALS = 64 };

static struct sigaction actions_before[SIGNALS];

/// Whether a frame was interrupted by a signal: then its address is the interrupted instruction, and not a return address. The frame
/// below it is then the trampoline that returns from a signal handler, which has no name and is recognized by its code.
static bool was_interrupted(void *const *frames, int index) {
  if (index == 0) return false;
#if defined(__x86_64__)
  // mov $15, %rax; syscall
  static const unsigned char trampoline[] = {0x48, 0xc7, 0xc0, 0x0f, 0x00, 0x00, 0x00, 0x0f, 0x05};
#elif defined(__aarch64__)
  // mov x8, #139; svc #0
  static const unsigned char trampoline[] = {0x68, 0x11, 0x80, 0xd2, 0x01, 0x00, 0x00, 0xd4};
#else
#error "the trampoline of this machine is not known"
#endif
  Dl_info place;
  return dladdr(frames[index - 1], &place) != 0 && memcmp(frames[index - 1], trampoline, sizeof trampoline) == 0;
}

/// Where the app submitted the block that Dispatch runs on this thread; NULL if there is none (CDispatchHooks.h).
extern const void *carob_dispatch_running_place(void) __attribute__((weak));

static void write_line(const char *line, int length, size_t room) {
  if (length <= 0 || (size_t)length >= room) return;
  ssize_t written = write(STDERR_FILENO, line, (size_t)length);
  (void)written;
}

/// Reports where the app registered what runs: the only place in the app's code if the SDK itself crashes.
static void report_registration(void) {
  char line[1024];
  const carob_site *site = &carob_thread.running;
  const void *place = carob_dispatch_running_place != NULL ? carob_dispatch_running_place() : NULL;
  Dl_info image;
  if (site->length > 0) {
    int length = snprintf(
      line, sizeof line, "carob: frame\t@\t%.*s\t%d\n", site->length, (const char *)site->start, site->line);
    write_line(line, length, sizeof line);
  } else if (place != NULL && dladdr(place, &image) != 0 && image.dli_fname != NULL) {
    int length = snprintf(line, sizeof line, "carob: frame\t@\t%s\t%lx\t+\n", image.dli_fname,
      (unsigned long)((const char *)place - (const char *)image.dli_fbase - 1));
    write_line(line, length, sizeof line);
  }
}

static void report(int number, siginfo_t *information, void *context) {
  void *frames[FRAMES];
  int count = backtrace(frames, FRAMES);
  for (int i = 0; i < count; i++) {
    Dl_info place;
    if (dladdr(frames[i], &place) == 0 || place.dli_fname == NULL) continue;
    char line[1024];
    // A return address belongs to the line of the call before it.
    int back = was_interrupted(frames, i) ? 0 : 1;
    int length = snprintf(line, sizeof line, "carob: frame\t%s\t%lx\n", place.dli_fname,
      (unsigned long)((char *)frames[i] - (char *)place.dli_fbase - back));
    write_line(line, length, sizeof line);
  }
  report_registration();
  // The previous handler runs, for example Swift's backtracer. Without one the signal's default action follows.
  struct sigaction *before = &actions_before[number];
  if ((before->sa_flags & SA_SIGINFO) != 0) {
    before->sa_sigaction(number, information, context);
  } else if (before->sa_handler != SIG_DFL && before->sa_handler != SIG_IGN) {
    before->sa_handler(number);
  } else {
    sigaction(number, before, NULL);
  }
}

void carob_report_crashes(void) {
  // The first call loads libgcc, which a signal handler must not.
  void *frame;
  backtrace(&frame, 1);
  const int signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGQUIT};
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
    struct sigaction action = {.sa_sigaction = report, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    sigemptyset(&action.sa_mask);
    sigaction(signals[i], &action, &actions_before[signals[i]]);
  }
}

bool carob_is_toolchains(const void *address) {
  static const char *const names[] = {"libswift", "libFoundation", "lib_Foundation", "libdispatch"};
  Dl_info image;
  if (dladdr(address, &image) == 0 || image.dli_fname == NULL) return false;
  const char *slash = strrchr(image.dli_fname, '/');
  const char *name = slash == NULL ? image.dli_fname : slash + 1;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strncmp(name, names[i], strlen(names[i])) == 0) return true;
  return false;
}
