// alarm and setitimer: a deadline that sends SIGALRM. Timers of processor time are the kernel's.

#include "internal.h"

#include <sys/time.h>

static vt_deadline deadline = {.index = -1};
static int64_t interval;

static void ring(vt_deadline *rung) {
  if (interval > 0) vt_deadline_arm(rung, rung->time + interval > vt_now ? rung->time + interval : vt_now + interval);
  vt_signal_process(NULL, SIGALRM);
}

static int64_t left(void) {
  if (deadline.index < 0) return 0;
  return deadline.time > vt_now ? deadline.time - vt_now : 1000;
}

static int64_t from_timeval(struct timeval time) { return time.tv_sec * VT_SECOND + time.tv_usec * 1000; }

static struct timeval to_timeval(int64_t duration) {
  return (struct timeval){.tv_sec = duration / VT_SECOND, .tv_usec = duration % VT_SECOND / 1000};
}

static void arm(int64_t duration, int64_t repetition) {
  deadline.fire = ring;
  interval = repetition;
  if (duration > 0) {
    vt_deadline_arm(&deadline, vt_deadline_after(duration));
  } else {
    vt_deadline_disarm(&deadline);
  }
}

VT_INTERPOSE int setitimer(
  __itimer_which_t which, const struct itimerval *restrict setting, struct itimerval *restrict previous) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL || which != ITIMER_REAL) return (int)vt_result(vt_raw(SYS_setitimer, which, setting, previous));
  if (previous != NULL) *previous = (struct itimerval){.it_value = to_timeval(left()), .it_interval = to_timeval(interval)};
  if (setting != NULL) arm(from_timeval(setting->it_value), from_timeval(setting->it_interval));
  return 0;
}

VT_INTERPOSE int getitimer(__itimer_which_t which, struct itimerval *setting) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL || which != ITIMER_REAL) return (int)vt_result(vt_raw(SYS_getitimer, which, setting));
  *setting = (struct itimerval){.it_value = to_timeval(left()), .it_interval = to_timeval(interval)};
  return 0;
}

VT_INTERPOSE unsigned alarm(unsigned seconds) {
  struct itimerval setting = {.it_value.tv_sec = seconds}, previous = {0};
  setitimer(ITIMER_REAL, &setting, &previous);
  return (unsigned)previous.it_value.tv_sec + (previous.it_value.tv_usec > 0);
}
