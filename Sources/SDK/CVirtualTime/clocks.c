// Clocks and sleeps. Every clock of the process shows the same virtual time, from its own base; a read takes one
// nanosecond, so that deadlines computed one after another stay in that order inside libdispatch's timer heap.

#include "internal.h"

#include <sys/time.h>

/// The wall clock of a new device at its start: 2026-01-01 09:41:00 UTC, unless CAROB_TIME_EPOCH is set.
int64_t vt_wall_clock_at_start = INT64_C(1767260460) * VT_SECOND;
/// Uptime at device time 0: far from zero, as on a machine that has been running for a while.
static const int64_t uptime_at_start = 1000 * VT_SECOND;

int64_t vt_real_clock(clockid_t clock) {
  struct timespec now;
  if (vt_real.clock_gettime != NULL) {
    vt_real.clock_gettime(clock, &now);
  } else {
    vt_raw(SYS_clock_gettime, clock, &now);
  }
  return now.tv_sec * VT_SECOND + now.tv_nsec;
}

int64_t vt_clock_base(clockid_t clock) {
  switch (clock) {
  case CLOCK_REALTIME: case CLOCK_REALTIME_COARSE: case CLOCK_REALTIME_ALARM: case CLOCK_TAI: return vt_wall_clock_at_start;
  // DEVIATION: processor time equals virtual time, because the real processor time differs from run to run.
  case CLOCK_PROCESS_CPUTIME_ID: case CLOCK_THREAD_CPUTIME_ID: return 0;
  default: return uptime_at_start;
  }
}

bool vt_valid_time(const struct timespec *time) { return time->tv_nsec >= 0 && time->tv_nsec < VT_SECOND; }

int64_t vt_nanoseconds(const struct timespec *time) {
  int64_t result;
  if (__builtin_mul_overflow((int64_t)time->tv_sec, VT_SECOND, &result)) return time->tv_sec < 0 ? INT64_MIN : VT_NEVER;
  if (__builtin_add_overflow(result, (int64_t)time->tv_nsec, &result)) return VT_NEVER;
  return result;
}

int64_t vt_deadline_on_clock(clockid_t clock, const struct timespec *time) {
  int64_t shown = vt_nanoseconds(time);
  if (shown == VT_NEVER) return VT_NEVER;
  int64_t base = vt_clock_base(clock);
  return shown < base ? 0 : shown - base;
}

int64_t vt_deadline_after(int64_t duration) {
  int64_t result;
  if (duration == VT_NEVER || __builtin_add_overflow(vt_now, duration, &result)) return VT_NEVER;
  return result;
}

static void show(int64_t nanoseconds, struct timespec *time) {
  time->tv_sec = nanoseconds / VT_SECOND;
  time->tv_nsec = nanoseconds % VT_SECOND;
}

/// A read of the clock by the program: the clock ticks, and the read counts as polling.
static int64_t read_clock(vt_thread *me, clockid_t clock) {
  vt_now++;
  vt_counters.clock_reads++;
  vt_count_poll(me);
  return vt_clock_base(clock) + vt_now;
}

// MARK: Reading

VT_INTERPOSE int64_t carob_vt_read_monotonic(void) {
  if (VT_LIKELY(vt_calling_thread() != NULL)) return vt_clock_base(CLOCK_MONOTONIC) + ++vt_now;
  if (vt_current_mode == VT_VIRTUAL) return vt_clock_base(CLOCK_MONOTONIC) + vt_now;
  return vt_real_clock(CLOCK_MONOTONIC);
}

VT_INTERPOSE int clock_gettime(clockid_t clock, struct timespec *time) {
  vt_thread *me = vt_calling_thread();
  if (VT_LIKELY(me != NULL && clock >= 0)) {
    show(read_clock(me, clock), time);
    return 0;
  }
  // A signal handler that interrupted the scheduler, or an unknown thread: it reads the same clock, which does not tick.
  if (vt_current_mode == VT_VIRTUAL && clock >= 0) {
    show(vt_clock_base(clock) + vt_now, time);
    return 0;
  }
  if (vt_real.clock_gettime != NULL) return vt_real.clock_gettime(clock, time);
  return (int)vt_result(vt_raw(SYS_clock_gettime, clock, time));
}

VT_INTERPOSE int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  (void)zone;
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  time->tv_sec = now.tv_sec;
  time->tv_usec = now.tv_nsec / 1000;
  return 0;
}

VT_INTERPOSE time_t time(time_t *result) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (result != NULL) *result = now.tv_sec;
  return now.tv_sec;
}

VT_INTERPOSE int timespec_get(struct timespec *time, int base) {
  if (base != TIME_UTC) return 0;
  clock_gettime(CLOCK_REALTIME, time);
  return base;
}

VT_INTERPOSE clock_t clock(void) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.clock();
  return (clock_t)(read_clock(me, CLOCK_PROCESS_CPUTIME_ID) / 1000);
}

// MARK: Sleeping

/// Sleeps until `deadline`. Returns 0 or EINTR.
static int sleep_until(vt_thread *me, int64_t deadline) {
  return vt_wait(me, VT_WAIT_SLEEP, NULL, deadline) == VT_INTERRUPTED ? EINTR : 0;
}

static int sleep_with_rest(vt_thread *me, int64_t deadline, struct timespec *rest) {
  int failure = sleep_until(me, deadline);
  if (failure != 0 && rest != NULL) show(deadline > vt_now ? deadline - vt_now : 0, rest);
  return failure;
}

VT_INTERPOSE int nanosleep(const struct timespec *duration, struct timespec *rest) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.nanosleep(duration, rest);
  if (!vt_valid_time(duration) || duration->tv_sec < 0) {
    errno = EINVAL;
    return -1;
  }
  int failure = sleep_with_rest(me, vt_deadline_after(vt_nanoseconds(duration)), rest);
  if (failure != 0) errno = failure;
  return failure == 0 ? 0 : -1;
}

VT_INTERPOSE int clock_nanosleep(
  clockid_t clock, int flags, const struct timespec *time, struct timespec *rest) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.clock_nanosleep(clock, flags, time, rest);
  if (!vt_valid_time(time)) return EINVAL;
  if ((flags & TIMER_ABSTIME) != 0) return sleep_until(me, vt_deadline_on_clock(clock, time));
  return sleep_with_rest(me, vt_deadline_after(vt_nanoseconds(time)), rest);
}

VT_INTERPOSE int usleep(useconds_t microseconds) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.usleep(microseconds);
  int failure = sleep_until(me, vt_deadline_after((int64_t)microseconds * 1000));
  if (failure != 0) errno = failure;
  return failure == 0 ? 0 : -1;
}

VT_INTERPOSE unsigned sleep(unsigned seconds) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.sleep(seconds);
  struct timespec rest = {0};
  sleep_with_rest(me, vt_deadline_after(seconds * VT_SECOND), &rest);
  return (unsigned)rest.tv_sec + (rest.tv_nsec >= VT_SECOND / 2);
}

VT_INTERPOSE int sched_yield(void) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.sched_yield();
  vt_yield(me);
  return 0;
}
