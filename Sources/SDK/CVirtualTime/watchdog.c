// The watchdog: a program that spins on a variable without any call never releases the baton. A real-time timer signal checks
// whether the scheduler has been called. If it has not been for too long, the watchdog reports the stack and ends the process with
// status 70.

#include "internal.h"

#include <execinfo.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int64_t limit;
static uint64_t seen_progress;
static int64_t seen_at, seen_processor_time;
static bool is_reporting;
bool vt_watchdog_is_on;
static int watchdog_signal;

int vt_watchdog_signal(void) { return watchdog_signal; }

static void report_place(void) {
  vt_report(
    "no call that waits, yields or reads the clock for %.0f real seconds: a thread spins, or is stuck in a call that "
    "virtual time does not cover", (double)limit * 1e-9);
  // In apps, Swift's backtracer prints the stack with source lines and ends the process.
  struct sigaction backtracer;
  if (sigaction(SIGQUIT, NULL, &backtracer) == 0 && backtracer.sa_handler != SIG_DFL && backtracer.sa_handler != SIG_IGN) {
    sigset_t quit;
    sigemptyset(&quit);
    sigaddset(&quit, SIGQUIT);
    vt_raw(SYS_tgkill, vt_process, (int)vt_raw(SYS_gettid), SIGQUIT);
    vt_raw(SYS_rt_sigprocmask, SIG_UNBLOCK, &quit, NULL, 8);
  }
  void *frames[64];
  int count = backtrace(frames, 64);
  backtrace_symbols_fd(frames, count, STDERR_FILENO);
  vt_describe_threads();
  _exit(70);
}

static void check(int signal, siginfo_t *information, void *context) {
  (void)information;
  (void)context;
  if (vt_self != NULL) vt_self->own_signals++;
  if (vt_note_stack()) return;
  if (is_reporting) report_place();
  uint64_t progress = vt_progress;
  int64_t now = vt_real_clock(CLOCK_MONOTONIC), processor_time = vt_real_clock(CLOCK_PROCESS_CPUTIME_ID);
  vt_thread *holder = vt_holder;
  // The process is not stuck while the scheduler itself waits (for the gate or for external work).
  if (progress != seen_progress || holder == NULL) {
    seen_progress = progress;
    seen_at = now;
    seen_processor_time = processor_time;
    return;
  }
  int64_t waited = now - seen_at;
  // On a busy machine the thread may not have been scheduled.
  bool has_run = processor_time - seen_processor_time >= limit / 2;
  if (waited < limit || (!has_run && waited < 3 * limit)) return;
  is_reporting = true;
  if (holder->kernel_id == (int)vt_raw(SYS_gettid)) report_place();
  vt_raw(SYS_tgkill, vt_raw(SYS_getpid), holder->kernel_id, signal);
}

void vt_watchdog_start(void) {
  const char *text = getenv("CAROB_WATCHDOG");
  double seconds = text != NULL ? atof(text) : 20;
  watchdog_signal = SIGRTMAX - 2;
  if (seconds <= 0) return;
  limit = (int64_t)(seconds * (double)VT_SECOND);
  // The first call loads libgcc, which a signal handler must not.
  void *frame;
  backtrace(&frame, 1);
  struct sigaction action = {.sa_sigaction = check, .sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  vt_real.sigaction(watchdog_signal, &action, NULL);
  vt_watchdog_is_on = true;
  // NB: there is no progress before the program's first wait either. Without these values the time would be measured from the start
  // of the machine, and a slow start of the program would be reported as spinning.
  seen_progress = vt_progress;
  seen_at = vt_real_clock(CLOCK_MONOTONIC);
  seen_processor_time = vt_real_clock(CLOCK_PROCESS_CPUTIME_ID);
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = watchdog_signal};
  int timer = 0;
  if (vt_raw(SYS_timer_create, CLOCK_MONOTONIC, &event, &timer) != 0) return;
  int64_t period = limit / 4 < VT_SECOND ? limit / 4 : VT_SECOND;
  struct timespec interval = {.tv_sec = period / VT_SECOND, .tv_nsec = period % VT_SECOND};
  struct itimerspec setting = {.it_interval = interval, .it_value = interval};
  vt_raw(SYS_timer_settime, timer, 0, &setting, NULL);
}
