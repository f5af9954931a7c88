// One check per blocking call: `calls NAME` prints what happened with the virtual milliseconds since the check began.
// Waits of whole seconds pass in no time, so a line's number shows both that time passed and that it was virtual.

#define _GNU_SOURCE 1
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <limits.h>
#include <linux/futex.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;
static int64_t began;

static int64_t now_on(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static void say(const char *format, ...) {
  char line[400];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  printf("%lld %s\n", (long long)((now_on(CLOCK_MONOTONIC) - began) / 1000000), line);
  fflush(stdout);
}

static struct timespec in(clockid_t clock, int milliseconds) {
  int64_t at = now_on(clock) + milliseconds * INT64_C(1000000);
  return (struct timespec){.tv_sec = at / 1000000000, .tv_nsec = at % 1000000000};
}

static const char *name_of(int error) { return error == 0 ? "ok" : strerrorname_np(error); }
static const char *failure(long result) { return result < 0 ? strerrorname_np(errno) : "ok"; }
static void milliseconds(int count) { usleep((useconds_t)count * 1000); }

typedef void *(*body)(void *);
static pthread_t begin(body start, void *argument) {
  pthread_t thread;
  pthread_create(&thread, NULL, start, argument);
  return thread;
}
static void end(pthread_t thread) { pthread_join(thread, NULL); }

// MARK: Sleeping and clocks

static void check_sleeps(void) {
  nanosleep(&(struct timespec){.tv_sec = 3}, NULL);
  say("nanosleep");
  usleep(500000);
  say("usleep");
  sleep(2);
  say("sleep");
  struct timespec at = in(CLOCK_REALTIME, 1500);
  clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &at, NULL);
  say("clock_nanosleep, absolute");
  clock_nanosleep(CLOCK_MONOTONIC, 0, &(struct timespec){.tv_sec = 1}, NULL);
  say("clock_nanosleep, relative");
  say("invalid: %s", failure(nanosleep(&(struct timespec){.tv_nsec = -1}, NULL)));
}

static void check_clocks(void) {
  int64_t first = now_on(CLOCK_MONOTONIC), second = now_on(CLOCK_MONOTONIC);
  say("a read takes %lld ns", (long long)(second - first));
  say("wall clock %lld", (long long)time(NULL));
  struct timeval day;
  gettimeofday(&day, NULL);
  struct timespec standard;
  timespec_get(&standard, TIME_UTC);
  say("agree: %d %d", day.tv_sec == time(NULL), standard.tv_sec == time(NULL));
  say("uptime %lld s", (long long)(now_on(CLOCK_MONOTONIC) / 1000000000));
  say("processors %ld", sysconf(_SC_NPROCESSORS_ONLN));
}

static void check_polling(void) {
  // A loop that only looks at the clock would never end if reading did not become waiting.
  int64_t until = now_on(CLOCK_MONOTONIC) + INT64_C(2000000000);
  while (now_on(CLOCK_MONOTONIC) < until) {}
  say("two seconds polled: %d", now_on(CLOCK_MONOTONIC) - until < 20000000);
}

static volatile int flag;
static void *set_flag(void *unused) { milliseconds(100); flag = 1; return unused; }
static void check_yielding(void) {
  pthread_t other = begin(set_flag, NULL);
  while (flag == 0) sched_yield();
  say("flag seen: %d", now_on(CLOCK_MONOTONIC) - began < 130000000);
  end(other);
}

// MARK: Locks

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void *hold_mutex(void *unused) {
  pthread_mutex_lock(&mutex);
  say("other holds");
  milliseconds(3000);
  say("other releases");
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void check_mutex(void) {
  pthread_t other = begin(hold_mutex, NULL);
  milliseconds(1);
  struct timespec at = in(CLOCK_REALTIME, 1000);
  say("timedlock: %s", name_of(pthread_mutex_timedlock(&mutex, &at)));
  at = in(CLOCK_MONOTONIC, 1000);
  say("clocklock: %s", name_of(pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &at)));
  say("trylock: %s", name_of(pthread_mutex_trylock(&mutex)));
  say("lock: %s", name_of(pthread_mutex_lock(&mutex)));
  pthread_mutex_unlock(&mutex);
  end(other);
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_t checking;
  pthread_mutex_init(&checking, &attributes);
  pthread_mutex_lock(&checking);
  say("error-checking again: %s", name_of(pthread_mutex_lock(&checking)));
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_t recursive;
  pthread_mutex_init(&recursive, &attributes);
  pthread_mutex_lock(&recursive);
  say("recursive again: %s", name_of(pthread_mutex_lock(&recursive)));
}

static void *signal_condition(void *unused) {
  milliseconds(4000);
  pthread_mutex_lock(&mutex);
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void check_condition(void) {
  pthread_mutex_lock(&mutex);
  struct timespec at = in(CLOCK_REALTIME, 1000);
  say("timedwait: %s", name_of(pthread_cond_timedwait(&condition, &mutex, &at)));
  at = in(CLOCK_MONOTONIC, 1000);
  say("clockwait: %s", name_of(pthread_cond_clockwait(&condition, &mutex, CLOCK_MONOTONIC, &at)));
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_t monotonic;
  pthread_cond_init(&monotonic, &attributes);
  at = in(CLOCK_MONOTONIC, 1000);
  say("timedwait, monotonic: %s", name_of(pthread_cond_timedwait(&monotonic, &mutex, &at)));
  pthread_t other = begin(signal_condition, NULL);
  struct timespec distant = {.tv_sec = INT64_C(64092211200)};
  say("until the distant future: %s", name_of(pthread_cond_timedwait(&condition, &mutex, &distant)));
  at.tv_nsec = 1000000000;
  say("invalid: %s", name_of(pthread_cond_timedwait(&condition, &mutex, &at)));
  pthread_mutex_unlock(&mutex);
  end(other);
}

static int waiting_order[8], waited;
static void *wait_in_order(void *number) {
  pthread_mutex_lock(&mutex);
  pthread_cond_wait(&condition, &mutex);
  waiting_order[waited++] = (int)(intptr_t)number;
  pthread_mutex_unlock(&mutex);
  return NULL;
}
static void check_order(void) {
  pthread_t others[8];
  for (intptr_t i = 0; i < 8; i++) others[i] = begin(wait_in_order, (void *)i);
  milliseconds(1);
  pthread_cond_signal(&condition);
  pthread_cond_signal(&condition);
  milliseconds(1);
  say("signalled: %d %d of %d", waiting_order[0], waiting_order[1], waited);
  pthread_cond_broadcast(&condition);
  for (int i = 0; i < 8; i++) end(others[i]);
  say("all: %d%d%d%d%d%d%d%d", waiting_order[0], waiting_order[1], waiting_order[2], waiting_order[3],
    waiting_order[4], waiting_order[5], waiting_order[6], waiting_order[7]);
}

static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static void *hold_rwlock(void *unused) {
  pthread_rwlock_wrlock(&rwlock);
  milliseconds(5000);
  pthread_rwlock_unlock(&rwlock);
  return unused;
}
static void *read_rwlock(void *unused) {
  pthread_rwlock_rdlock(&rwlock);
  say("reader in");
  milliseconds(1000);
  pthread_rwlock_unlock(&rwlock);
  return unused;
}
static void check_rwlock(void) {
  pthread_t writer = begin(hold_rwlock, NULL);
  milliseconds(1);
  struct timespec at = in(CLOCK_REALTIME, 999);
  say("timedrdlock: %s", name_of(pthread_rwlock_timedrdlock(&rwlock, &at)));
  at = in(CLOCK_REALTIME, 1000);
  say("timedwrlock: %s", name_of(pthread_rwlock_timedwrlock(&rwlock, &at)));
  at = in(CLOCK_MONOTONIC, 1000);
  say("clockrdlock: %s", name_of(pthread_rwlock_clockrdlock(&rwlock, CLOCK_MONOTONIC, &at)));
  at = in(CLOCK_MONOTONIC, 1000);
  say("clockwrlock: %s", name_of(pthread_rwlock_clockwrlock(&rwlock, CLOCK_MONOTONIC, &at)));
  pthread_t readers[2] = {begin(read_rwlock, NULL), begin(read_rwlock, NULL)};
  milliseconds(1500);
  say("wrlock: %s", name_of(pthread_rwlock_wrlock(&rwlock)));
  end(writer), end(readers[0]), end(readers[1]);
}

static pthread_spinlock_t spinlock;
static void *hold_spinlock(void *unused) {
  pthread_spin_lock(&spinlock);
  milliseconds(700);
  pthread_spin_unlock(&spinlock);
  return unused;
}
static pthread_barrier_t barrier;
static void *reach_barrier(void *delay) {
  milliseconds((int)(intptr_t)delay);
  int result = pthread_barrier_wait(&barrier);
  if (result == PTHREAD_BARRIER_SERIAL_THREAD) say("serial: after %d", (int)(intptr_t)delay);
  return NULL;
}
static int initialised;
static void initialise(void) { milliseconds(1000); initialised++; }
static pthread_once_t once = PTHREAD_ONCE_INIT;
static void *initialise_once(void *unused) { pthread_once(&once, initialise); return unused; }
static void check_others(void) {
  pthread_spin_init(&spinlock, 0);
  pthread_t other = begin(hold_spinlock, NULL);
  milliseconds(1);
  pthread_spin_lock(&spinlock);
  say("spin lock");
  end(other);
  pthread_barrier_init(&barrier, NULL, 3);
  for (int round = 0; round < 2; round++) {
    pthread_t first = begin(reach_barrier, (void *)1000), second = begin(reach_barrier, (void *)2000);
    pthread_barrier_wait(&barrier);
    say("barrier passed");
    end(first), end(second);
  }
  pthread_t another = begin(initialise_once, NULL);
  sched_yield();
  pthread_once(&once, initialise);
  say("once: %d", initialised);
  end(another);
}

static sem_t semaphore;
static void *post(void *unused) { milliseconds(3000); sem_post(&semaphore); return unused; }
static void check_semaphore(void) {
  sem_init(&semaphore, 0, 0);
  struct timespec at = in(CLOCK_REALTIME, 1000);
  say("timedwait: %s", failure(sem_timedwait(&semaphore, &at)));
  at = in(CLOCK_MONOTONIC, 1000);
  say("clockwait: %s", failure(sem_clockwait(&semaphore, CLOCK_MONOTONIC, &at)));
  say("trywait: %s", failure(sem_trywait(&semaphore)));
  pthread_t other = begin(post, NULL);
  say("wait: %s", failure(sem_wait(&semaphore)));
  end(other);
}

static void handle_by_posting(int signal) { (void)signal; sem_post(&semaphore); }
static void *signal_process(void *unused) { milliseconds(1000); kill(getpid(), SIGUSR1); return unused; }
static void check_post_from_handler(void) {
  sem_init(&semaphore, 0, 0);
  signal(SIGUSR1, handle_by_posting);
  pthread_t other = begin(signal_process, NULL);
  say("wait: %s", failure(sem_wait(&semaphore)));
  end(other);
}

static FILE *stream;
static ssize_t slow_write(void *cookie, const char *data, size_t length) {
  (void)cookie, (void)data;
  milliseconds(1000);
  return (ssize_t)length;
}
static void *write_stream(void *text) { fputs(text, stream); fflush(stream); say("%s written", (char *)text); return NULL; }
static void check_streams(void) {
  stream = fopencookie(NULL, "w", (cookie_io_functions_t){.write = slow_write});
  pthread_t others[3] = {begin(write_stream, "a"), begin(write_stream, "b"), begin(write_stream, "c")};
  for (int i = 0; i < 3; i++) end(others[i]);
}

// MARK: Futexes

static uint32_t word;
static void *wait_for_word(void *unused) {
  long result = syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
  say("woken: %s", failure(result));
  return unused;
}
static uint32_t pi_word, requeue_word;
static void *hold_pi(void *unused) {
  syscall(SYS_futex, &pi_word, FUTEX_LOCK_PI_PRIVATE, 0, NULL, NULL, 0);
  milliseconds(1000);
  syscall(SYS_futex, &pi_word, FUTEX_UNLOCK_PI_PRIVATE, 0, NULL, NULL, 0);
  return unused;
}
static void check_futex(void) {
  struct timespec second = {.tv_sec = 1};
  say("wait: %s", failure(syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, &second, NULL, 0)));
  say("other value: %s", failure(syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 7, &second, NULL, 0)));
  struct timespec at = in(CLOCK_MONOTONIC, 1000);
  say("bitset: %s", failure(syscall(SYS_futex, &word, FUTEX_WAIT_BITSET_PRIVATE, 0, &at, NULL, 1)));
  at = in(CLOCK_REALTIME, 1000);
  int on_wall_clock = FUTEX_WAIT_BITSET_PRIVATE | FUTEX_CLOCK_REALTIME;
  say("bitset, wall clock: %s", failure(syscall(SYS_futex, &word, on_wall_clock, 0, &at, NULL, 1)));
  pthread_t others[3] = {begin(wait_for_word, NULL), begin(wait_for_word, NULL), begin(wait_for_word, NULL)};
  milliseconds(1000);
  say("wake: %ld", syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0));
  say("requeue: %ld", syscall(SYS_futex, &word, FUTEX_CMP_REQUEUE_PRIVATE, 1, 10L, &requeue_word, 0));
  milliseconds(1000);
  say("wake requeued: %ld", syscall(SYS_futex, &requeue_word, FUTEX_WAKE_PRIVATE, 9, NULL, NULL, 0));
  for (int i = 0; i < 3; i++) end(others[i]);
  pthread_t holder = begin(hold_pi, NULL);
  milliseconds(1);
  say("trylock: %s", failure(syscall(SYS_futex, &pi_word, FUTEX_TRYLOCK_PI_PRIVATE, 0, NULL, NULL, 0)));
  say("lock: %s", failure(syscall(SYS_futex, &pi_word, FUTEX_LOCK_PI_PRIVATE, 0, NULL, NULL, 0)));
  say("lock again: %s", failure(syscall(SYS_futex, &pi_word, FUTEX_LOCK_PI_PRIVATE, 0, NULL, NULL, 0)));
  end(holder);
}

// MARK: Threads

static pthread_key_t key;
static void destroy(void *value) {
  say("destructor %d", (int)(intptr_t)value);
  milliseconds(1000);
  if ((intptr_t)value < 3) pthread_setspecific(key, (void *)((intptr_t)value + 1));
}
static void *use_specific(void *unused) {
  pthread_setspecific(key, (void *)1);
  pthread_setname_np(pthread_self(), "specific");
  pthread_exit((void *)42);
  return unused;
}
static void *live(void *duration) { milliseconds((int)(intptr_t)duration); return duration; }
static void check_threads(void) {
  pthread_key_create(&key, destroy);
  void *result;
  pthread_t thread = begin(use_specific, NULL);
  pthread_join(thread, &result);
  say("joined: %d", (int)(intptr_t)result);
  thread = begin(live, (void *)3000);
  say("tryjoin: %s", name_of(pthread_tryjoin_np(thread, NULL)));
  struct timespec at = in(CLOCK_REALTIME, 1000);
  say("timedjoin: %s", name_of(pthread_timedjoin_np(thread, NULL, &at)));
  at = in(CLOCK_MONOTONIC, 1000);
  say("clockjoin: %s", name_of(pthread_clockjoin_np(thread, NULL, CLOCK_MONOTONIC, &at)));
  say("join: %s", name_of(pthread_join(thread, &result)));
  thread = begin(live, (void *)10);
  pthread_detach(thread);
  milliseconds(20);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  for (int i = 0; i < 200; i++) pthread_create(&thread, &attributes, live, (void *)1);
  milliseconds(20);
  say("many detached threads");
}

static void clean_up(void *unused) {
  (void)unused;
  say("cleanup, mutex held: %s", name_of(pthread_mutex_unlock(&mutex)));
}
static void *wait_until_cancelled(void *unused) {
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(clean_up, NULL);
  for (;;) pthread_cond_wait(&condition, &mutex);
  pthread_cleanup_pop(1);
  return unused;
}
static void *sleep_until_cancelled(void *unused) { sleep(1000); return unused; }
static void *refuse_cancellation(void *unused) {
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
  milliseconds(2000);
  say("refused");
  pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
  milliseconds(1000);
  return unused;
}
static void *read_until_cancelled(void *descriptor) { char c; read((int)(intptr_t)descriptor, &c, 1); return NULL; }
static void cancel(const char *what, body start, void *argument) {
  void *result;
  pthread_t thread = begin(start, argument);
  milliseconds(1000);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  say("%s: %s", what, result == PTHREAD_CANCELED ? "cancelled" : "not cancelled");
}
static void check_cancellation(void) {
  int ends[2];
  pipe(ends);
  cancel("condition", wait_until_cancelled, NULL);
  cancel("sleep", sleep_until_cancelled, NULL);
  cancel("refusing", refuse_cancellation, NULL);
  cancel("read", read_until_cancelled, (void *)(intptr_t)ends[0]);
}

static void *outlive_main(void *unused) { milliseconds(5000); say("after main"); return unused; }
static void check_main_exit(void) {
  begin(outlive_main, NULL);
  pthread_exit(NULL);
}

// MARK: Descriptors

static int ends[2];
static void *write_later(void *text) {
  milliseconds(3000);
  write(ends[1], text, strlen(text));
  return NULL;
}
static void check_poll(void) {
  pipe(ends);
  struct pollfd wanted = {.fd = ends[0], .events = POLLIN};
  say("poll: %d", poll(&wanted, 1, 1000));
  struct timespec second = {.tv_sec = 1};
  say("ppoll: %d", ppoll(&wanted, 1, &second, NULL));
  say("poll nothing: %d", poll(NULL, 0, 500));
  say("poll at once: %d", poll(&wanted, 1, 0));
  pthread_t other = begin(write_later, "x");
  say("poll forever: %d", poll(&wanted, 1, -1));
  end(other);
}
static int owned;
static void signal_owned(int unused) { (void)unused; eventfd_write(owned, 1); }
static int look(int timeout) {
  struct pollfd wanted = {.fd = owned, .events = POLLIN};
  return poll(&wanted, 1, timeout);
}
static void check_owned_eventfds(void) {
  void (*own)(int) = (void (*)(int))dlsym(RTLD_DEFAULT, "carob_vt_own_eventfd");
  eventfd_t value;
  owned = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  own(owned);
  say("quiet: %d", look(1000));
  say("quiet: %d", look(1000));
  eventfd_write(owned, 1);
  say("signalled: %d", look(0));
  say("not read: %d", look(1000));
  eventfd_read(owned, &value);
  say("read: %d", look(0));
  ends[1] = owned;
  pthread_t other = begin(write_later, "12345678");
  say("by a thread: %d", look(-1));
  end(other);
  eventfd_read(owned, &value);
  say("read: %d", look(0));
  signal(SIGUSR1, signal_owned);
  raise(SIGUSR1);
  say("by a handler: %d", look(1000));
  close(owned);
  owned = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  say("another: %d", look(1000));
  eventfd_write(dup(owned), 1);
  say("through a copy: %d", look(1000));
}
static void check_select(void) {
  pipe(ends);
  fd_set set;
  FD_ZERO(&set);
  FD_SET(ends[0], &set);
  struct timeval second = {.tv_sec = 1};
  int found = select(ends[0] + 1, &set, NULL, NULL, &second);
  say("select: %d, set %d, left %ld", found, FD_ISSET(ends[0], &set) != 0, second.tv_sec * 1000000 + second.tv_usec);
  FD_SET(ends[0], &set);
  found = pselect(ends[0] + 1, &set, NULL, NULL, &(struct timespec){.tv_sec = 1}, NULL);
  say("pselect: %d", found);
  pthread_t other = begin(write_later, "x");
  FD_SET(ends[0], &set);
  second.tv_sec = 10;
  found = select(ends[0] + 1, &set, NULL, NULL, &second);
  say("select: %d, set %d, left %ld s", found, FD_ISSET(ends[0], &set) != 0, second.tv_sec + (second.tv_usec > 500000));
  end(other);
}
static void check_epoll(void) {
  pipe(ends);
  int epoll = epoll_create1(0);
  epoll_ctl(epoll, EPOLL_CTL_ADD, ends[0], &(struct epoll_event){.events = EPOLLIN | EPOLLONESHOT, .data.u32 = 7});
  struct epoll_event event = {0};
  say("epoll_wait: %d", epoll_wait(epoll, &event, 1, 1000));
  say("epoll_pwait: %d", epoll_pwait(epoll, &event, 1, 1000, NULL));
  pthread_t other = begin(write_later, "x");
  say("epoll_wait: %d, %u", epoll_wait(epoll, &event, 1, -1), event.data.u32);
  say("one shot: %d", epoll_wait(epoll, &event, 1, 1000));
  end(other);
}
static void check_high_descriptors(void) {
  struct rlimit limit = {.rlim_cur = 8192, .rlim_max = 8192};
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max < 8192 ? limit.rlim_max : 8192;
  setrlimit(RLIMIT_NOFILE, &limit);
  pipe(ends);
  int high = fcntl(ends[0], F_DUPFD, 3000);
  pthread_t other = begin(write_later, "xy");
  char c;
  say("read: %zd", read(high, &c, 1));
  struct pollfd wanted = {.fd = high, .events = POLLIN};
  say("poll: %d", poll(&wanted, 1, -1));
  uint64_t set[4096 / 64] = {0};
  set[high / 64] |= UINT64_C(1) << high % 64;
  say("select: %d", select(high + 1, (fd_set *)set, NULL, NULL, NULL));
  end(other);
  int occupied[1100];
  for (int i = 0; i < 1100; i++) occupied[i] = dup(0);
  int timer = timerfd_create(CLOCK_MONOTONIC, 0);
  timerfd_settime(timer, 0, &(struct itimerspec){.it_value.tv_sec = 1}, NULL);
  uint64_t expirations;
  read(timer, &expirations, 8);
  say("timer %s: %d", timer > 1024 ? "above 1024" : "below", (int)expirations);
  (void)occupied;
}
static void check_timers(void) {
  int timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
  struct itimerspec periodic = {.it_value.tv_sec = 1, .it_interval.tv_nsec = 500000000}, left;
  timerfd_settime(timer, 0, &periodic, NULL);
  timerfd_gettime(timer, &left);
  say("left %ld", (left.it_value.tv_sec * 1000000000 + left.it_value.tv_nsec + 500000) / 1000000);
  uint64_t count;
  for (int i = 0; i < 3; i++) {
    read(timer, &count, sizeof count);
    say("expired %d", (int)count);
  }
  milliseconds(1700);
  read(timer, &count, sizeof count);
  say("missed %d", (int)count);
  struct timespec at = in(CLOCK_REALTIME, 1000);
  int wall = timerfd_create(CLOCK_REALTIME, TFD_NONBLOCK);
  timerfd_settime(wall, TFD_TIMER_ABSTIME, &(struct itimerspec){.it_value = at}, NULL);
  say("not yet: %s", failure(read(wall, &count, sizeof count)));
  struct pollfd wanted = {.fd = wall, .events = POLLIN};
  poll(&wanted, 1, -1);
  say("absolute: %s", failure(read(wall, &count, sizeof count)));
  timerfd_settime(timer, 0, &(struct itimerspec){0}, NULL);
  wanted.fd = timer;
  say("disarmed: %d", poll(&wanted, 1, 5000));
  close(timer);
  close(wall);
}
static void *drain_later(void *unused) {
  char buffer[100000];
  size_t total = 0;
  milliseconds(2000);
  while (total < 300000) {
    ssize_t got = read(ends[0], buffer, sizeof buffer);
    if (got <= 0) break;
    total += (size_t)got;
  }
  say("drained %zu", total);
  return unused;
}
static void check_pipes(void) {
  pipe(ends);
  pthread_t other = begin(drain_later, NULL);
  static char data[300000];
  say("written %zd", write(ends[1], data, sizeof data));
  end(other);
  int event = eventfd(0, 0);
  ends[1] = event;
  other = begin(write_later, "12345678");
  eventfd_t value;
  say("eventfd_read: %s", failure(eventfd_read(event, &value)));
  end(other);
  int descriptors[2];
  pipe(descriptors);
  ends[1] = descriptors[1];
  other = begin(write_later, "hello");
  char a[2], b[9];
  struct iovec parts[2] = {{a, sizeof a}, {b, sizeof b}};
  say("readv: %zd", readv(descriptors[0], parts, 2));
  end(other);
  signal(SIGPIPE, SIG_IGN);
  close(descriptors[0]);
  say("broken: %s", failure(write(descriptors[1], data, sizeof data)));
}

// MARK: Sockets

static int pair[2];
static void *send_pieces(void *unused) {
  for (int i = 0; i < 3; i++) {
    milliseconds(1000);
    send(pair[1], "abcd", 4, 0);
  }
  return unused;
}
static void *receive_later(void *unused) {
  static char buffer[1 << 20];
  milliseconds(1000);
  size_t total = 0;
  ssize_t got;
  while ((got = recv(pair[1], buffer, sizeof buffer, 0)) > 0) total += (size_t)got;
  say("received %zu", total);
  return unused;
}
static void check_sockets(void) {
  socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
  pthread_t other = begin(send_pieces, NULL);
  char buffer[64];
  say("recv: %zd", recv(pair[0], buffer, sizeof buffer, 0));
  say("recv, all: %zd", recv(pair[0], buffer, 8, MSG_WAITALL));
  end(other);
  say("recv, not waiting: %s", failure(recv(pair[0], buffer, 8, MSG_DONTWAIT)));
  setsockopt(pair[0], SOL_SOCKET, SO_RCVTIMEO, &(struct timeval){.tv_sec = 2}, sizeof(struct timeval));
  say("recv, at most 2 s: %s", failure(recv(pair[0], buffer, 8, 0)));
  setsockopt(pair[0], SOL_SOCKET, SO_RCVTIMEO, &(struct timeval){0}, sizeof(struct timeval));
  other = begin(send_pieces, NULL);
  struct iovec part = {buffer, sizeof buffer};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  say("recvmsg: %zd", recvmsg(pair[0], &message, 0));
  end(other);
  static char data[1 << 20];
  other = begin(receive_later, NULL);
  say("send: %zd", send(pair[0], data, sizeof data, 0));
  struct iovec parts[2] = {{data, 500000}, {data, 500000}};
  message = (struct msghdr){.msg_iov = parts, .msg_iovlen = 2};
  say("sendmsg: %zd", sendmsg(pair[0], &message, 0));
  shutdown(pair[0], SHUT_WR);
  end(other);
}
static int listener;
static union { struct sockaddr any; struct sockaddr_in internet; struct sockaddr_un local; } address;
static socklen_t address_length;
static void *connect_later(void *unused) {
  milliseconds(1000);
  int client = socket(address.any.sa_family, SOCK_STREAM, 0);
  say("connect: %s", failure(connect(client, &address.any, address_length)));
  milliseconds(1000);
  send(client, "x", 1, 0);
  return unused;
}
static void serve(const char *what, int family) {
  listener = socket(family, SOCK_STREAM, 0);
  bind(listener, &address.any, address_length);
  listen(listener, 1);
  address_length = sizeof address;
  getsockname(listener, &address.any, &address_length);
  pthread_t other = begin(connect_later, NULL);
  int server = accept(listener, NULL, NULL);
  char c;
  say("%s accepted: %s", what, failure(server));
  say("%s received: %zd", what, recv(server, &c, 1, 0));
  end(other);
}
static void check_connections(void) {
  address.internet = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  address_length = sizeof address.internet;
  serve("TCP", AF_INET);
  address.local = (struct sockaddr_un){.sun_family = AF_UNIX};
  address_length = sizeof(sa_family_t);
  serve("Unix", AF_UNIX);
}

// MARK: Signals

static volatile sig_atomic_t handled;
static void handle(int signal) { handled = signal; }
static pthread_t main_thread;
static void *signal_main(void *unused) { milliseconds(1000); pthread_kill(main_thread, SIGUSR1); return unused; }
/// As libdispatch's handler does. The mask ends with the handler.
static void handle_and_block(int signal) {
  handled = signal;
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, NULL);
}
/// The main thread would have the processor's time to handle the signal meanwhile, but not the baton.
static void *signal_and_compute(void *unused) {
  milliseconds(1000);
  handled = 0;
  kill(getpid(), SIGUSR1);
  for (volatile long i = 0; i < 30000000; i++) {}
  say("handled at once: %d", handled);
  return unused;
}
static void check_signals(void) {
  main_thread = pthread_self();
  signal(SIGUSR1, handle);
  pthread_t other = begin(signal_main, NULL);
  say("pause: %s, handled %d", failure(pause()), handled);
  end(other);
  handled = 0;
  sigset_t none, usr1, previous;
  sigemptyset(&none);
  sigemptyset(&usr1);
  sigaddset(&usr1, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &usr1, &previous);
  other = begin(signal_main, NULL);
  int result = sigsuspend(&none);
  say("sigsuspend: %s, handled %d", failure(result), handled);
  end(other);
  other = begin(signal_main, NULL);
  int signal_number = 0;
  result = sigwait(&usr1, &signal_number);
  say("sigwait: %s %d", name_of(result), signal_number == SIGUSR1);
  end(other);
  say("sigtimedwait: %s", failure(sigtimedwait(&usr1, NULL, &(struct timespec){.tv_sec = 1})));
  kill(getpid(), SIGUSR1);
  say("sigwaitinfo: %d", sigwaitinfo(&usr1, NULL) == SIGUSR1);
  int descriptor = signalfd(-1, &usr1, 0);
  other = begin(signal_process, NULL);
  struct signalfd_siginfo information;
  say("signalfd: %zd", read(descriptor, &information, sizeof information) / (ssize_t)sizeof information);
  end(other);
  pthread_sigmask(SIG_SETMASK, &previous, NULL);
  other = begin(signal_main, NULL);
  struct timespec rest;
  result = nanosleep(&(struct timespec){.tv_sec = 5}, &rest);
  say("nanosleep: %s, left %ld s", failure(result), rest.tv_sec + (rest.tv_nsec > 500000000));
  end(other);
  signal(SIGUSR1, handle_and_block);
  for (int i = 0; i < 2; i++) {
    other = begin(signal_and_compute, NULL);
    say("pause: %s", failure(pause()));
    end(other);
  }
  signal(SIGALRM, handle);
  alarm(2);
  say("alarm: %s, handled %d", failure(pause()), handled == SIGALRM);
  struct itimerval every = {.it_value.tv_sec = 1, .it_interval.tv_usec = 500000};
  setitimer(ITIMER_REAL, &every, NULL);
  for (int i = 0; i < 3; i++) {
    pause();
    say("interval timer");
  }
}

// MARK: Processes

static int run(const char *command, int *status) {
  char *arguments[] = {"sh", "-c", (char *)command, NULL};
  pid_t child;
  int failed = posix_spawn(&child, "/bin/sh", NULL, NULL, arguments, environ);
  if (failed != 0) return failed;
  return waitpid(child, status, 0) == child ? 0 : errno;
}
static void *tick(void *unused) { for (int i = 0; i < 5; i++) { milliseconds(1000); say("tick"); } return unused; }
static void check_processes(void) {
  int status = 0;
  setenv("CAROB_VIRTUAL", "1", 1);
  pthread_t other = begin(tick, NULL);
  int result = run("sleep 0.2; test -z \"$LD_PRELOAD$CAROB_VIRTUAL$CAROB_TIME_FD\"", &status);
  say("waitpid: %s, status %d", name_of(result), WEXITSTATUS(status));
  end(other);
  result = system("sleep 0.1; test -z \"$LD_PRELOAD\"");
  say("system: %d", result);
  char *arguments[] = {"sh", "-c", "sleep 0.1; exit 3", NULL};
  pid_t child;
  posix_spawnp(&child, "sh", NULL, NULL, arguments, environ);
  siginfo_t information = {0};
  result = waitid(P_PID, (id_t)child, &information, WEXITED);
  say("waitid: %s, status %d", failure(result), information.si_status);
  struct timespec before, after;
  child = fork();
  if (child == 0) {
    syscall(SYS_clock_gettime, CLOCK_REALTIME, &before);
    clock_gettime(CLOCK_REALTIME, &after);
    _exit(after.tv_sec - before.tv_sec <= 1 ? 5 : 6);
  }
  say("fork: %s", failure(waitpid(child, &status, 0)));
  say("its clock is real: %d", WEXITSTATUS(status));
}

// MARK: Entropy

static void check_entropy(void) {
  uint64_t numbers[4] = {0};
  getrandom(&numbers[0], 8, 0);
  getentropy(&numbers[1], 8);
  syscall(SYS_getrandom, &numbers[2], 8, 0);
  int descriptor = open("/dev/urandom", O_RDONLY);
  read(descriptor, &numbers[3], 8);
  close(descriptor);
  char name[] = "/tmp/carob-vt-XXXXXX";
  int file = mkstemp(name);
  printf("%016llx %016llx %016llx %016llx", (long long)numbers[0], (long long)numbers[1], (long long)numbers[2], (long long)numbers[3]);
  FILE *device = fopen("/dev/urandom", "r");
  fread(numbers, 8, 1, device);
  fclose(device);
  printf(" %016llx %s\n", (long long)numbers[0], file >= 0 ? name : "no file");
  close(file);
  unlink(name);
}

static void check_folders(void) {
  char folder[] = "/tmp/carob-folders-XXXXXX", path[64];
  if (mkdtemp(folder) == NULL) return say("no folder");
  static const char *const names[] = {"m", "b", "z", "a10", "a9", "k", "c", "y"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    snprintf(path, sizeof path, "%s/%s", folder, names[i]);
    close(open(path, O_CREAT | O_WRONLY, 0600));
  }
  char line[200] = "";
  DIR *stream = opendir(folder);
  long third = 0;
  errno = 0;
  for (struct dirent *entry; (entry = readdir(stream)) != NULL;) {
    strcat(strcat(line, " "), entry->d_name);
    if (third == 0 && strcmp(entry->d_name, "b") == 0) third = telldir(stream);
  }
  say("read:%s, errno %d", line, errno);
  seekdir(stream, third);
  say("behind b: %s", readdir(stream)->d_name);
  rewinddir(stream);
  say("from the start: %s", readdir(stream)->d_name);
  say("closed: %d", closedir(stream));
  line[0] = '\0';
  char *roots[] = {folder, NULL};
  FTS *walk = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
  for (FTSENT *entry; (entry = fts_read(walk)) != NULL;)
    if (entry->fts_info == FTS_F) strcat(strcat(line, " "), entry->fts_name);
  fts_close(walk);
  say("walked:%s", line);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    snprintf(path, sizeof path, "%s/%s", folder, names[i]);
    unlink(path);
  }
  rmdir(folder);
}

static void check_file_lock(void) {
  char name[] = "/tmp/carob-vt-XXXXXX";
  int first = mkstemp(name), second = open(name, O_RDWR);
  flock(first, LOCK_EX);
  say("not waiting: %s", failure(flock(second, LOCK_EX | LOCK_NB)));
  ends[1] = first;
  pthread_t other = begin(set_flag, NULL);
  end(other);
  flock(first, LOCK_UN);
  say("lock: %s", failure(flock(second, LOCK_EX)));
  unlink(name);
}

static void *(*nothing)(void *);
static void check_memory(void) {
  // Addresses come out the same in every run: one heap, threads that end before others go on.
  void *small = malloc(100);
  pthread_t thread = begin(live, (void *)1);
  end(thread);
  thread = begin(live, (void *)1);
  void *large = malloc(100000);
  printf("%p %p %p\n", small, large, (void *)thread);
  end(thread);
  (void)nothing;
}

// MARK: Reports

static void *lock_both(void *unused) { pthread_mutex_lock(&mutex); sem_wait(&semaphore); return unused; }
static void check_deadlock(void) {
  sem_init(&semaphore, 0, 0);
  begin(lock_both, NULL);
  milliseconds(1);
  pthread_mutex_lock(&mutex);
  say("not reached");
}
static volatile int never;
static void check_spinning(void) { while (never == 0) {} }

static void check_outside(void) {
  void (*hold)(int) = (void (*)(int))dlsym(RTLD_DEFAULT, "carob_vt_hold");
  hold(1);
  milliseconds(1000);
  say("the clock went on");
}

/// Nobody waits for the child.
static void check_left_child(void) {
  char *arguments[] = {"true", NULL};
  pid_t process;
  posix_spawn(&process, "/bin/true", NULL, NULL, arguments, environ);
  milliseconds(1000);
  say("the clock went on");
}

static void check_self(void) {
  int (*check)(void) = (int (*)(void))dlsym(RTLD_DEFAULT, "carob_vt_self_check");
  int (*active)(void) = (int (*)(void))dlsym(RTLD_DEFAULT, "carob_vt_active");
  int64_t (*now)(void) = (int64_t (*)(void))dlsym(RTLD_DEFAULT, "carob_vt_now");
  int64_t first = now == NULL ? 0 : now(), second = now == NULL ? 0 : now();
  printf("check %d active %d now %lld %d\n", check == NULL ? -1 : check(), active == NULL ? -1 : active(),
    (long long)first, first == second);
}

// MARK: With a device

/// Waits for bytes on the descriptor CAROB_DEVICE_FD and for time, and says both: the gate tests play the device.
static void check_device(void) {
  int device = atoi(getenv("CAROB_DEVICE_FD"));
  int64_t (*now)(void) = (int64_t (*)(void))dlsym(RTLD_DEFAULT, "carob_vt_now");
  for (;;) {
    struct pollfd wanted = {.fd = device, .events = POLLIN};
    int found = poll(&wanted, 1, 1000);
    char byte = '-';
    if (found > 0 && read(device, &byte, 1) != 1) break;
    printf("%lld %c\n", (long long)(now() / 1000000), byte);
    fflush(stdout);
    if (byte == 'q') break;
    if (byte == 'w') {
      read(device, &byte, 1);
      printf("%lld waited for %c\n", (long long)(now() / 1000000), byte);
      fflush(stdout);
    }
  }
}

/// Waits in the midst of something, then for its device, then rests.
static void check_busy(void) {
  void (*set_busy)(int) = (void (*)(int))dlsym(RTLD_DEFAULT, "carob_vt_set_busy");
  int device = atoi(getenv("CAROB_DEVICE_FD"));
  struct pollfd wanted = {.fd = device, .events = POLLIN};
  set_busy(1);
  milliseconds(1000);
  poll(&wanted, 1, 1000);
  set_busy(0);
  poll(&wanted, 1, 1000);
}

/// Ten thousand reads of the clock by the SDK, then one wait.
static void check_own_reads(void) {
  int64_t (*read_clock)(void) = (int64_t (*)(void))dlsym(RTLD_DEFAULT, "carob_vt_read_monotonic");
  int64_t first = read_clock(), last = first;
  for (int i = 0; i < 10000; i++) last = read_clock();
  printf("ticked %lld\n", (long long)(last - first));
}

// MARK: A crash whose report takes long

static void report_slowly(int signal) {
  struct timespec begun, now;
  syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &begun);
  do syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
  while (now.tv_sec - begun.tv_sec < 4);
  struct sigaction standard = {.sa_handler = SIG_DFL};
  sigaction(signal, &standard, NULL);
}

static void check_slow_crash(void) {
  struct sigaction action = {.sa_handler = report_slowly};
  sigfillset(&action.sa_mask);
  sigaction(SIGSEGV, &action, NULL);
  raise(SIGSEGV);
  volatile int *nowhere = NULL;
  *nowhere = 1;
}

// MARK: The watchdog

/// Uses the processor for `seconds` without calling anything that the library stands in front of.
static void use_processor(double seconds) {
  struct timespec begun, current;
  long (*real)(long, ...) = (long (*)(long, ...))dlsym(dlopen("libc.so.6", RTLD_LAZY), "syscall");
  real(SYS_clock_gettime, CLOCK_MONOTONIC, &begun);
  do real(SYS_clock_gettime, CLOCK_MONOTONIC, &current);
  while ((double)(current.tv_sec - begun.tv_sec) + (double)(current.tv_nsec - begun.tv_nsec) * 1e-9 < seconds);
}

static void check_late_start(void) {
  use_processor(0.4);
  say("begins");
}

/// A signal of the watchdog's kind every 50 real microseconds must not be noticed.
static void check_ticks(void) {
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGRTMAX - 2};
  struct itimerspec setting = {.it_interval.tv_nsec = 50000, .it_value.tv_nsec = 50000};
  int timer = 0, interrupted = 0;
  syscall(SYS_timer_create, CLOCK_MONOTONIC, &event, &timer);
  pipe(ends);
  syscall(SYS_timer_settime, timer, 0, &setting, NULL);
  for (int i = 0; i < 20000; i++) {
    struct pollfd asked = {.fd = ends[0], .events = POLLIN};
    interrupted += poll(&asked, 1, 0) != 0;
    fd_set set;
    FD_ZERO(&set);
    FD_SET(ends[0], &set);
    struct timeval none = {0};
    interrupted += select(ends[0] + 1, &set, NULL, NULL, &none) != 0;
  }
  setting = (struct itimerspec){0};
  syscall(SYS_timer_settime, timer, 0, &setting, NULL);
  printf("%d\n", interrupted);
}

static const struct { const char *name; void (*run)(void); } checks[] = {
  {"sleeps", check_sleeps}, {"clocks", check_clocks}, {"polling", check_polling}, {"yielding", check_yielding},
  {"mutex", check_mutex}, {"condition", check_condition}, {"order", check_order}, {"rwlock", check_rwlock},
  {"others", check_others}, {"semaphore", check_semaphore}, {"post-from-handler", check_post_from_handler},
  {"streams", check_streams}, {"futex", check_futex}, {"threads", check_threads},
  {"cancellation", check_cancellation}, {"main-exit", check_main_exit}, {"poll", check_poll},
  {"owned-eventfds", check_owned_eventfds},
  {"select", check_select}, {"epoll", check_epoll}, {"high-descriptors", check_high_descriptors},
  {"timers", check_timers}, {"pipes", check_pipes}, {"sockets", check_sockets}, {"connections", check_connections},
  {"signals", check_signals}, {"processes", check_processes}, {"entropy", check_entropy},
  {"folders", check_folders}, {"file-lock", check_file_lock}, {"memory", check_memory}, {"deadlock", check_deadlock},
  {"spinning", check_spinning}, {"outside", check_outside}, {"left-child", check_left_child}, {"self", check_self}, {"device", check_device},
  {"slow-crash", check_slow_crash}, {"busy", check_busy}, {"own-reads", check_own_reads},
  {"late-start", check_late_start}, {"ticks", check_ticks},
};

int main(int count, char **arguments) {
  began = now_on(CLOCK_MONOTONIC);
  for (size_t i = 0; count > 1 && i < sizeof checks / sizeof *checks; i++) {
    if (strcmp(checks[i].name, arguments[1]) != 0) continue;
    checks[i].run();
    return 0;
  }
  fprintf(stderr, "no such check\n");
  return 2;
}
