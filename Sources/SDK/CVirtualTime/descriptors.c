// Waiting for descriptors: poll, select, epoll, reading and writing. A waiting thread gives the scheduler an array of pollfd. The
// scheduler polls those of all threads in one system call and makes the threads ready that have one. Each then polls again for
// itself, because another thread may have been faster.

#include "internal.h"

#include <alloca.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/memfd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/uio.h>

enum { KERNEL_SIGNAL_SET = 8 };

long vt_poll_now(struct pollfd *descriptors, nfds_t count) {
  // OPTIMIZATION: a run loop checks its wake-up and the main queue in every pass.
  if (vt_eventfds_are_quiet(descriptors, count)) {
    for (nfds_t i = 0; i < count; i++) descriptors[i].revents = 0;
    return 0;
  }
  vt_eventfds_before_poll(descriptors, count);
  struct timespec none = {0};
  long found;
  // NB: the kernel returns EINTR instead of 0 if a signal has arrived meanwhile, even without a time-out. Most are the watchdog's,
  // which must be invisible to the program.
  do found = vt_raw(SYS_ppoll, descriptors, count, &none, NULL, KERNEL_SIGNAL_SET); while (found == -EINTR);
  if (found >= 0) vt_eventfds_after_poll(descriptors, count);
  return found;
}

bool vt_is_ready(int descriptor, short events) {
  struct pollfd asked = {.fd = descriptor, .events = events};
  return vt_poll_now(&asked, 1) != 0;
}

bool vt_is_blocking(int descriptor) {
  long flags = vt_raw(SYS_fcntl, descriptor, F_GETFL);
  return flags >= 0 && (flags & O_NONBLOCK) == 0;
}

// MARK: Own descriptors

/// The gate and the scheduler's eventfd. A program that closes every descriptor it does not know must not hit them.
static int own_descriptors[4];
static int own_count;

int vt_own_descriptor(int descriptor) {
  if (own_count < (int)(sizeof own_descriptors / sizeof *own_descriptors)) own_descriptors[own_count++] = descriptor;
  return descriptor;
}

bool vt_is_own_descriptor(int descriptor) {
  for (int i = 0; i < own_count; i++) {
    if (own_descriptors[i] == descriptor) return true;
  }
  return false;
}

VT_INTERPOSE int close(int descriptor) {
  (void)vt_calling_thread();
  if (vt_current_mode != VT_VIRTUAL) return vt_real.close(descriptor);
  if (VT_UNLIKELY(vt_is_own_descriptor(descriptor))) {
    errno = EBADF;
    return -1;
  }
  vt_timer_closed(descriptor);
  vt_entropy_closed(descriptor);
  vt_eventfd_closed(descriptor);
  return (int)vt_result(vt_raw(SYS_close, descriptor));
}

// MARK: One descriptor

/// Whether a pipe or socket is read by this process, whose threads need virtual time for that, and not by another one.
static bool is_drained_by_us(int descriptor) {
  struct ucred peer;
  socklen_t length = sizeof peer;
  if (vt_raw(SYS_getsockopt, descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0 && peer.pid != 0) {
    return peer.pid == getpid();
  }
  struct stat mine;
  if (fstat(descriptor, &mine) != 0 || !S_ISFIFO(mine.st_mode)) return false;
  // Both ends of a pipe are one inode: look for a reading end among our own descriptors.
  long limit = vt_real.sysconf(_SC_OPEN_MAX);
  for (int other = 0, misses = 0; other < limit && misses < 1024; other++) {
    struct stat found;
    if (fstat(other, &found) != 0) {
      misses++;
      continue;
    }
    misses = 0;
    if (other == descriptor || found.st_ino != mine.st_ino || found.st_dev != mine.st_dev) continue;
    long flags = vt_raw(SYS_fcntl, other, F_GETFL);
    if (flags >= 0 && (flags & O_ACCMODE) != O_WRONLY) return true;
  }
  return false;
}

int vt_await_descriptor(vt_thread *me, int descriptor, short events, int64_t deadline) {
  // NB: the clock waits while another process has to read: how long that takes depends on the machine.
  bool is_external_work = (events & POLLOUT) != 0 && !is_drained_by_us(descriptor);
  if (is_external_work) vt_external_work_begin();
  struct pollfd wanted = {.fd = descriptor, .events = events};
  vt_outcome outcome = VT_WOKEN;
  while (!vt_is_ready(descriptor, events)) {
    outcome = vt_wait_descriptors(me, &wanted, 1, deadline);
    if (outcome == VT_TIMED_OUT || outcome == VT_INTERRUPTED) break;
  }
  if (is_external_work) vt_external_work_end();
  if (outcome == VT_TIMED_OUT) return EAGAIN;
  return outcome == VT_INTERRUPTED ? EINTR : 0;
}

// MARK: Reading and writing

/// Waits here, and not in the kernel, before a call on a blocking descriptor.
static void await_transfer(vt_thread *me, int descriptor, short events) {
  if (VT_LIKELY(vt_is_ready(descriptor, events))) return;
  if (!vt_is_blocking(descriptor)) {
    vt_count_poll(me);
    return;
  }
  // NB: libc's call would be restarted after a handler that was installed with SA_RESTART; ours is restarted after every handler.
  while (vt_await_descriptor(me, descriptor, events, VT_NEVER) == EINTR) {}
}

VT_INTERPOSE ssize_t read(int descriptor, void *buffer, size_t length) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.read(descriptor, buffer, length);
  if (VT_UNLIKELY(vt_is_entropy(descriptor))) {
    vt_entropy_fill(buffer, length);
    return (ssize_t)length;
  }
  await_transfer(me, descriptor, POLLIN);
  return vt_result(vt_raw(SYS_read, descriptor, buffer, length));
}

VT_INTERPOSE ssize_t readv(int descriptor, const struct iovec *parts, int count) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.readv(descriptor, parts, count);
  await_transfer(me, descriptor, POLLIN);
  return vt_result(vt_raw(SYS_readv, descriptor, parts, count));
}

VT_INTERPOSE int eventfd_read(int descriptor, eventfd_t *value) {
  return read(descriptor, value, sizeof *value) == sizeof *value ? 0 : -1;
}

static bool is_pipe_or_socket(int descriptor) {
  struct stat status;
  return fstat(descriptor, &status) == 0 && (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode));
}

static ssize_t transfer_out(int descriptor, const void *buffer, size_t length) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.write(descriptor, buffer, length);
  // A pipe that is ready takes PIPE_BUF bytes without blocking; more are written in pieces.
  if (length <= PIPE_BUF || !is_pipe_or_socket(descriptor) || !vt_is_blocking(descriptor)) {
    await_transfer(me, descriptor, POLLOUT);
    return vt_result(vt_raw(SYS_write, descriptor, buffer, length));
  }
  size_t written = 0;
  while (written < length) {
    size_t piece = length - written < PIPE_BUF ? length - written : PIPE_BUF;
    await_transfer(me, descriptor, POLLOUT);
    long result = vt_raw(SYS_write, descriptor, (const char *)buffer + written, piece);
    if (result == -EINTR) continue;
    if (result < 0) return written > 0 ? (ssize_t)written : vt_result(result);
    written += (size_t)result;
  }
  return (ssize_t)written;
}

VT_INTERPOSE ssize_t write(int descriptor, const void *buffer, size_t length) {
  vt_eventfd_signalled(descriptor);
  ssize_t result = transfer_out(descriptor, buffer, length);
  vt_eventfd_signalled(descriptor);
  return result;
}

VT_INTERPOSE ssize_t writev(int descriptor, const struct iovec *parts, int count) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.writev(descriptor, parts, count);
  size_t length = 0;
  for (int i = 0; i < count; i++) length += parts[i].iov_len;
  if (length <= PIPE_BUF || !is_pipe_or_socket(descriptor) || !vt_is_blocking(descriptor)) {
    await_transfer(me, descriptor, POLLOUT);
    return vt_result(vt_raw(SYS_writev, descriptor, parts, count));
  }
  ssize_t written = 0;
  for (int i = 0; i < count; i++) {
    if (parts[i].iov_len == 0) continue;
    ssize_t result = write(descriptor, parts[i].iov_base, parts[i].iov_len);
    if (result < 0) return written > 0 ? written : -1;
    written += result;
    if ((size_t)result < parts[i].iov_len) break;
  }
  return written;
}

// MARK: poll

/// Uses `mask` as the thread's signal mask while a p… call waits.
typedef struct {
  uint64_t previous;
  bool is_set;
} mask_scope;

static mask_scope enter_mask(vt_thread *me, const sigset_t *mask) {
  mask_scope scope = {.is_set = mask != NULL};
  if (mask != NULL) {
    vt_raw(SYS_rt_sigprocmask, SIG_SETMASK, mask, &scope.previous, KERNEL_SIGNAL_SET);
    me->signal_mask_is_stale = true;
  }
  return scope;
}

static void leave_mask(vt_thread *me, mask_scope scope) {
  if (!scope.is_set) return;
  vt_raw(SYS_rt_sigprocmask, SIG_SETMASK, &scope.previous, NULL, KERNEL_SIGNAL_SET);
  me->signal_mask_is_stale = true;
}

/// `deadline` of a call that must not wait.
static const int64_t at_once = -1;

static int64_t after_milliseconds(int milliseconds) {
  if (milliseconds == 0) return at_once;
  return milliseconds < 0 ? VT_NEVER : vt_deadline_after(milliseconds * VT_MILLISECOND);
}

static int64_t after_time(const struct timespec *time) {
  if (time == NULL) return VT_NEVER;
  int64_t duration = vt_nanoseconds(time);
  return duration <= 0 ? at_once : vt_deadline_after(duration);
}

static int count_ready(const struct pollfd *descriptors, nfds_t count) {
  int ready = 0;
  for (nfds_t i = 0; i < count; i++) ready += descriptors[i].revents != 0;
  return ready;
}

static int poll_until(vt_thread *me, struct pollfd *descriptors, nfds_t count, int64_t deadline) {
  vt_outcome outcome = VT_WOKEN;
  for (;;) {
    long found = vt_poll_now(descriptors, count);
    if (found != 0 || deadline == at_once || outcome == VT_TIMED_OUT) {
      if (outcome != VT_TIMED_OUT) vt_count_poll(me);
      return (int)vt_result(found);
    }
    if (outcome == VT_INTERRUPTED) {
      errno = EINTR;
      return -1;
    }
    uint64_t events_before = vt_event_count;
    me->descriptors_asked = true;
    outcome = vt_wait_descriptors(me, descriptors, count, deadline);
    // Only the time-out has happened: the previous answer is still valid.
    if (outcome == VT_TIMED_OUT && vt_event_count - events_before == 1) return 0;
    int ready = outcome == VT_WOKEN ? count_ready(descriptors, count) : 0;
    if (ready > 0) return ready;
  }
}

VT_INTERPOSE int poll(struct pollfd *descriptors, nfds_t count, int milliseconds) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.poll(descriptors, count, milliseconds);
  return poll_until(me, descriptors, count, after_milliseconds(milliseconds));
}

VT_INTERPOSE int ppoll(
  struct pollfd *descriptors, nfds_t count, const struct timespec *timeout, const sigset_t *mask) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.ppoll(descriptors, count, timeout, mask);
  mask_scope scope = enter_mask(me, mask);
  int result = poll_until(me, descriptors, count, after_time(timeout));
  leave_mask(me, scope);
  return result;
}

VT_INTERPOSE int __poll_chk(struct pollfd *descriptors, nfds_t count, int milliseconds, size_t size) {
  (void)size;
  return poll(descriptors, count, milliseconds);
}

VT_INTERPOSE int __ppoll_chk(
  struct pollfd *descriptors, nfds_t count, const struct timespec *timeout, const sigset_t *mask, size_t size) {
  (void)size;
  return ppoll(descriptors, count, timeout, mask);
}

VT_INTERPOSE ssize_t __read_chk(int descriptor, void *buffer, size_t length, size_t size) {
  if (length > size) abort();
  return read(descriptor, buffer, length);
}

// MARK: select

/// The three sets as the kernel takes them: arrays of words, of any length, so that descriptors from 1024 on work.
typedef unsigned long set_word;
enum { WORD_BITS = 8 * sizeof(set_word) };

static bool contains(const set_word *set, int descriptor) {
  return set != NULL && (set[descriptor / WORD_BITS] >> (descriptor % WORD_BITS) & 1) != 0;
}

static nfds_t list_selected(int count, set_word *const sets[3], struct pollfd *list) {
  nfds_t length = 0;
  for (int descriptor = 0; descriptor < count; descriptor++) {
    short events = 0;
    if (contains(sets[0], descriptor)) events |= POLLIN;
    if (contains(sets[1], descriptor)) events |= POLLOUT;
    if (contains(sets[2], descriptor)) events |= POLLPRI;
    if (events == 0) continue;
    if (list != NULL) list[length] = (struct pollfd){.fd = descriptor, .events = events};
    length++;
  }
  return length;
}

static int select_until(vt_thread *me, int count, set_word *const sets[3], int64_t deadline) {
  size_t size = (size_t)(count + WORD_BITS - 1) / WORD_BITS * sizeof(set_word);
  set_word *answers[3];
  for (int i = 0; i < 3; i++) answers[i] = sets[i] == NULL ? NULL : alloca(size + sizeof(set_word));
  nfds_t listed = list_selected(count, sets, NULL);
  struct pollfd *list = alloca((listed + 1) * sizeof *list);
  list_selected(count, sets, list);
  vt_outcome outcome = VT_WOKEN;
  for (;;) {
    for (int i = 0; i < 3; i++) {
      if (sets[i] != NULL) memcpy(answers[i], sets[i], size);
    }
    struct timespec none = {0};
    long found = vt_raw(SYS_pselect6, count, answers[0], answers[1], answers[2], &none, NULL);
    if (found == -EINTR) continue;
    if (found != 0 || deadline == at_once || outcome == VT_TIMED_OUT) {
      if (outcome != VT_TIMED_OUT) vt_count_poll(me);
      for (int i = 0; i < 3 && found >= 0; i++) {
        if (sets[i] != NULL) memcpy(sets[i], answers[i], size);
      }
      return (int)vt_result(found);
    }
    if (outcome == VT_INTERRUPTED) {
      errno = EINTR;
      return -1;
    }
    outcome = vt_wait_descriptors(me, list, listed, deadline);
  }
}

VT_INTERPOSE int select(int count, fd_set *readable, fd_set *writable, fd_set *exceptional, struct timeval *timeout) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.select(count, readable, writable, exceptional, timeout);
  set_word *sets[3] = {(set_word *)readable, (set_word *)writable, (set_word *)exceptional};
  int64_t deadline = VT_NEVER;
  if (timeout != NULL) {
    struct timespec time = {.tv_sec = timeout->tv_sec, .tv_nsec = timeout->tv_usec * 1000};
    deadline = after_time(&time);
  }
  int result = select_until(me, count, sets, deadline);
  if (timeout != NULL) {
    // Linux returns the remaining time.
    int64_t left = deadline > vt_now ? deadline - vt_now : 0;
    timeout->tv_sec = left / VT_SECOND;
    timeout->tv_usec = left % VT_SECOND / 1000;
  }
  return result;
}

VT_INTERPOSE int pselect(
  int count, fd_set *readable, fd_set *writable, fd_set *exceptional, const struct timespec *timeout,
  const sigset_t *mask) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.pselect(count, readable, writable, exceptional, timeout, mask);
  set_word *sets[3] = {(set_word *)readable, (set_word *)writable, (set_word *)exceptional};
  mask_scope scope = enter_mask(me, mask);
  int result = select_until(me, count, sets, after_time(timeout));
  leave_mask(me, scope);
  return result;
}

// MARK: epoll

static int epoll_until(vt_thread *me, int descriptor, struct epoll_event *events, int capacity, int64_t deadline) {
  struct pollfd wanted = {.fd = descriptor, .events = POLLIN};
  vt_outcome outcome = VT_WOKEN;
  for (;;) {
    long found = vt_raw(SYS_epoll_pwait, descriptor, events, capacity, 0, NULL, KERNEL_SIGNAL_SET);
    if (found != 0 || deadline == at_once || outcome == VT_TIMED_OUT) {
      if (outcome != VT_TIMED_OUT) vt_count_poll(me);
      return (int)vt_result(found);
    }
    if (outcome == VT_INTERRUPTED) {
      errno = EINTR;
      return -1;
    }
    outcome = vt_wait_descriptors(me, &wanted, 1, deadline);
  }
}

VT_INTERPOSE int epoll_wait(int descriptor, struct epoll_event *events, int capacity, int milliseconds) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.epoll_wait(descriptor, events, capacity, milliseconds);
  return epoll_until(me, descriptor, events, capacity, after_milliseconds(milliseconds));
}

VT_INTERPOSE int epoll_pwait(
  int descriptor, struct epoll_event *events, int capacity, int milliseconds, const sigset_t *mask) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.epoll_pwait(descriptor, events, capacity, milliseconds, mask);
  mask_scope scope = enter_mask(me, mask);
  int result = epoll_until(me, descriptor, events, capacity, after_milliseconds(milliseconds));
  leave_mask(me, scope);
  return result;
}

VT_INTERPOSE int epoll_pwait2(
  int descriptor, struct epoll_event *events, int capacity, const struct timespec *timeout, const sigset_t *mask) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return (int)vt_result(vt_raw(SYS_epoll_pwait2, descriptor, events, capacity, timeout, mask, KERNEL_SIGNAL_SET));
  mask_scope scope = enter_mask(me, mask);
  int result = epoll_until(me, descriptor, events, capacity, after_time(timeout));
  leave_mask(me, scope);
  return result;
}

// MARK: File locks

VT_INTERPOSE int flock(int descriptor, int operation) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.flock(descriptor, operation);
  for (;;) {
    long result = vt_raw(SYS_flock, descriptor, operation | LOCK_NB);
    if (result != -EWOULDBLOCK || (operation & LOCK_NB) != 0) return (int)vt_result(result);
    // There is no notification of a released file lock: try every millisecond.
    vt_wait(me, VT_WAIT_POLLING, NULL, vt_now + VT_MILLISECOND);
  }
}
