// syscall(): the way in which libdispatch, Swift's locks and libstdc++ reach the futex, the random numbers and sometimes
// the clock.

#include "internal.h"

#include <linux/futex.h>
#include <stdarg.h>
#include <sched.h>
#include <sys/epoll.h>

uint32_t vt_foreign_futex_waiters;

/// The clock that an absolute time-out of `operation` refers to.
static clockid_t clock_of(int operation) {
  return (operation & FUTEX_CLOCK_REALTIME) != 0 ? CLOCK_REALTIME : CLOCK_MONOTONIC;
}

static long lock_with_owner(vt_thread *me, uint32_t *word, int64_t deadline, bool is_patient) {
  uint32_t mine = (uint32_t)me->kernel_id;
  for (;;) {
    uint32_t value = __atomic_load_n(word, __ATOMIC_SEQ_CST);
    uint32_t owner = value & FUTEX_TID_MASK;
    if (owner == mine) return -EDEADLK;
    if (owner == 0) {
      uint32_t waiters = vt_has_waiter(VT_WAIT_FUTEX, word) ? FUTEX_WAITERS : 0;
      __atomic_store_n(word, mine | waiters | (value & FUTEX_OWNER_DIED), __ATOMIC_SEQ_CST);
      return 0;
    }
    if (!is_patient) return -EAGAIN;
    __atomic_store_n(word, value | FUTEX_WAITERS, __ATOMIC_SEQ_CST);
    if (vt_wait_futex(me, word, FUTEX_BITSET_MATCH_ANY, deadline) == VT_TIMED_OUT) return -ETIMEDOUT;
  }
}

static long wait_for_word(vt_thread *me, uint32_t *word, uint32_t value, uint32_t bits, int64_t deadline) {
  if (__atomic_load_n(word, __ATOMIC_SEQ_CST) != value) return -EAGAIN;
  return vt_wait_futex(me, word, bits, deadline) == VT_TIMED_OUT ? -ETIMEDOUT : 0;
}

long vt_futex(
  vt_thread *me, uint32_t *word, int operation, uint32_t value, long fourth, uint32_t *second, uint32_t third_value) {
  const struct timespec *time = (const struct timespec *)fourth;
  int command = operation & FUTEX_CMD_MASK;
  switch (command) {
  case FUTEX_WAIT: {
    int64_t deadline = time == NULL ? VT_NEVER : vt_deadline_after(vt_nanoseconds(time));
    return wait_for_word(me, word, value, FUTEX_BITSET_MATCH_ANY, deadline);
  }
  case FUTEX_WAIT_BITSET: {
    int64_t deadline = time == NULL ? VT_NEVER : vt_deadline_on_clock(clock_of(operation), time);
    return wait_for_word(me, word, value, third_value, deadline);
  }
  case FUTEX_WAKE: case FUTEX_WAKE_BITSET: {
    uint32_t bits = command == FUTEX_WAKE ? FUTEX_BITSET_MATCH_ANY : third_value;
    int count = value > INT32_MAX ? INT32_MAX : (int)value;
    vt_holder = NULL;
    int woken = vt_wake_futex(word, bits, count);
    vt_holder = me;
    if (VT_UNLIKELY(woken < count && __atomic_load_n(&vt_foreign_futex_waiters, __ATOMIC_SEQ_CST) > 0)) {
      long more = vt_raw(SYS_futex, word, operation, count - woken, fourth, second, third_value);
      if (more > 0) woken += (int)more;
    }
    return woken;
  }
  case FUTEX_REQUEUE: case FUTEX_CMP_REQUEUE: {
    if (command == FUTEX_CMP_REQUEUE && __atomic_load_n(word, __ATOMIC_SEQ_CST) != third_value) return -EAGAIN;
    vt_holder = NULL;
    int woken = vt_wake_futex(word, FUTEX_BITSET_MATCH_ANY, (int)value);
    int moved = vt_requeue_futex(word, second, (int)fourth);
    vt_holder = me;
    return woken + moved;
  }
  case FUTEX_LOCK_PI:
    return lock_with_owner(me, word, time == NULL ? VT_NEVER : vt_deadline_on_clock(CLOCK_REALTIME, time), true);
  case 13: // FUTEX_LOCK_PI2
    return lock_with_owner(me, word, time == NULL ? VT_NEVER : vt_deadline_on_clock(clock_of(operation), time), true);
  case FUTEX_TRYLOCK_PI: return lock_with_owner(me, word, VT_NEVER, false);
  case FUTEX_UNLOCK_PI: {
    if ((__atomic_load_n(word, __ATOMIC_SEQ_CST) & FUTEX_TID_MASK) != (uint32_t)me->kernel_id) return -EPERM;
    __atomic_store_n(word, 0, __ATOMIC_SEQ_CST);
    vt_holder = NULL;
    vt_wake_futex(word, FUTEX_BITSET_MATCH_ANY, 1);
    vt_holder = me;
    return 0;
  }
  default: return vt_raw(SYS_futex, word, operation, value, fourth, second, third_value);
  }
}

static long pass_through(long number, long a, long b, long c, long d, long e, long f) {
  if (number != SYS_futex) return vt_raw(number, a, b, c, d, e, f);
  int command = (int)b & FUTEX_CMD_MASK;
  bool waits = command == FUTEX_WAIT || command == FUTEX_WAIT_BITSET;
  if (waits) __atomic_add_fetch(&vt_foreign_futex_waiters, 1, __ATOMIC_SEQ_CST);
  long result = vt_raw(number, a, b, c, d, e, f);
  if (waits) __atomic_sub_fetch(&vt_foreign_futex_waiters, 1, __ATOMIC_SEQ_CST);
  return result;
}

VT_INTERPOSE long syscall(long number, ...) {
  va_list arguments;
  va_start(arguments, number);
  long a = va_arg(arguments, long), b = va_arg(arguments, long), c = va_arg(arguments, long);
  long d = va_arg(arguments, long), e = va_arg(arguments, long), f = va_arg(arguments, long);
  va_end(arguments);
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_result(pass_through(number, a, b, c, d, e, f));
  switch (number) {
  case SYS_futex: return vt_result(vt_futex(me, (uint32_t *)a, (int)b, (uint32_t)c, d, (uint32_t *)e, (uint32_t)f));
  case SYS_gettid: return me->kernel_id;
  case SYS_getrandom: vt_entropy_fill((void *)a, (size_t)b); return b;
  case SYS_clock_gettime: return clock_gettime((clockid_t)a, (struct timespec *)b);
  case SYS_nanosleep: return nanosleep((const struct timespec *)a, (struct timespec *)b);
  case SYS_sched_yield: return sched_yield();
  case SYS_read: return read((int)a, (void *)b, (size_t)c);
  case SYS_write: return write((int)a, (const void *)b, (size_t)c);
  case SYS_close: return close((int)a);
  default: return vt_result(vt_raw(number, a, b, c, d, e, f));
  }
}
