// Timer descriptors: an eventfd instead of the timer, and a deadline that writes to it. Reading an eventfd gives its count, as
// reading a timer gives its expirations.

#include "internal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>

typedef struct {
  int descriptor;
  clockid_t clock;
  int64_t interval;
  vt_deadline deadline;
} timer;

/// By descriptor.
static timer **timers;
static int capacity;

static timer *timer_at(int descriptor) {
  return descriptor >= 0 && descriptor < capacity ? timers[descriptor] : NULL;
}

static void expire(vt_deadline *deadline) {
  timer *expired = VT_CONTAINER(deadline, timer, deadline);
  uint64_t expirations = 1;
  if (expired->interval > 0) {
    expirations += (uint64_t)((vt_now - deadline->time) / expired->interval);
    vt_deadline_arm(deadline, deadline->time + (int64_t)expirations * expired->interval);
  }
  vt_raw(SYS_write, expired->descriptor, &expirations, sizeof expirations);
}

VT_INTERPOSE int timerfd_create(clockid_t clock, int flags) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.timerfd_create(clock, flags);
  int event_flags = ((flags & TFD_NONBLOCK) != 0 ? EFD_NONBLOCK : 0) | ((flags & TFD_CLOEXEC) != 0 ? EFD_CLOEXEC : 0);
  int descriptor = eventfd(0, event_flags);
  if (descriptor < 0) return descriptor;
  if (descriptor >= capacity) {
    int grown = descriptor * 2 + 16;
    timer **larger = realloc(timers, (size_t)grown * sizeof *timers);
    if (larger == NULL) abort();
    memset(larger + capacity, 0, (size_t)(grown - capacity) * sizeof *timers);
    timers = larger;
    capacity = grown;
  }
  timer *created = calloc(1, sizeof *created);
  if (created == NULL) abort();
  created->descriptor = descriptor;
  created->clock = clock;
  vt_deadline_prepare(&created->deadline, expire);
  timers[descriptor] = created;
  return descriptor;
}

static void describe(const timer *described, struct itimerspec *setting) {
  int64_t left = 0;
  if (described->deadline.index >= 0) left = described->deadline.time > vt_now ? described->deadline.time - vt_now : 1;
  setting->it_value = (struct timespec){.tv_sec = left / VT_SECOND, .tv_nsec = left % VT_SECOND};
  setting->it_interval = (struct timespec){
    .tv_sec = described->interval / VT_SECOND, .tv_nsec = described->interval % VT_SECOND};
}

VT_INTERPOSE int timerfd_settime(
  int descriptor, int flags, const struct itimerspec *setting, struct itimerspec *previous) {
  vt_thread *me = vt_calling_thread();
  timer *set = me != NULL ? timer_at(descriptor) : NULL;
  if (set == NULL) return vt_real.timerfd_settime(descriptor, flags, setting, previous);
  if (!vt_valid_time(&setting->it_value) || !vt_valid_time(&setting->it_interval)) {
    errno = EINVAL;
    return -1;
  }
  if (previous != NULL) describe(set, previous);
  uint64_t forgotten;
  if (vt_is_ready(descriptor, POLLIN)) vt_raw(SYS_read, descriptor, &forgotten, sizeof forgotten);
  int64_t value = vt_nanoseconds(&setting->it_value);
  set->interval = vt_nanoseconds(&setting->it_interval);
  if (value == 0) {
    vt_deadline_disarm(&set->deadline);
  } else if ((flags & TFD_TIMER_ABSTIME) != 0) {
    vt_deadline_arm(&set->deadline, vt_deadline_on_clock(set->clock, &setting->it_value));
  } else {
    vt_deadline_arm(&set->deadline, vt_deadline_after(value));
  }
  return 0;
}

VT_INTERPOSE int timerfd_gettime(int descriptor, struct itimerspec *setting) {
  vt_thread *me = vt_calling_thread();
  timer *asked = me != NULL ? timer_at(descriptor) : NULL;
  if (asked == NULL) return vt_real.timerfd_gettime(descriptor, setting);
  describe(asked, setting);
  return 0;
}

void vt_timer_closed(int descriptor) {
  timer *closed = timer_at(descriptor);
  if (closed == NULL) return;
  timers[descriptor] = NULL;
  vt_deadline_disarm(&closed->deadline);
  free(closed);
}
