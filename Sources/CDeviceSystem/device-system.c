#define _GNU_SOURCE
#include "device-system.h"

#include "child-process.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

struct app_start {
  const struct carob_spawn_request *request;
  const int *copies;
  pid_t parent;
  int *addresses_are_random;
  const char **unconfined;
  volatile int error;
};

// Runs in the child between vfork and exec: only calls that do not change the memory, which is shared with the parent.
static int exec_app(struct app_start *start) {
  const struct carob_spawn_request *request = start->request;
  const int *copies = start->copies;
  // The app is killed when the process that watches it ends, even if that is killed itself.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != start->parent) _exit(127);
  setpgid(0, 0);
  int count = request->time_gate < 0 ? 5 : 6;
  for (int i = 0; i < count; i++)
    if (copies[i] >= 0 && dup2(copies[i], i) < 0) return errno;
  if (close_range((unsigned)count, ~0U, 0) < 0) {
    long limit = sysconf(_SC_OPEN_MAX);
    for (int i = count; i < limit; i++) close(i);
  }
  if (request->directory && chdir(request->directory) < 0) return errno;
  if (request->fixed_addresses) {
    int before = personality(0xffffffff);
    if (before < 0 || personality((unsigned long)before | ADDR_NO_RANDOMIZE) < 0) *start->addresses_are_random = 1;
  }
  if (request->sandbox) {
    int error = carob_confine_self(request->sandbox, start->unconfined);
    if (error) return error;
    *start->unconfined = NULL;
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  execve(request->path, request->arguments, request->environment);
  return errno;
}

static int child_main(void *argument) {
  struct app_start *start = argument;
  start->error = exec_app(start);
  _exit(127);
}

// Like vfork, with namespaces for a sandbox.
static pid_t start_child(struct app_start *start) {
  if (!start->request->sandbox) {
    pid_t child = vfork();
    if (child == 0) child_main(start);
    if (child < 0) start->error = errno;
    return child;
  }
  const size_t length = 256 << 10;
  char *stack = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (stack == MAP_FAILED) {
    start->error = errno;
    return -1;
  }
  *start->unconfined = "make user, mount, network and IPC namespaces";
  pid_t child = clone(child_main, stack + length, CLONE_VM | CLONE_VFORK | SIGCHLD | carob_sandbox_namespaces(), start);
  if (child < 0) start->error = errno;
  munmap(stack, length);
  return child;
}

// The watching process's report about the start of the app.
struct report {
  int error, addresses_are_random;
  pid_t app;
  // NB: a string constant, which has the same address in both processes.
  const char *unconfined;
};

// Starts the app and waits for its end. The app's orphans become children of this process, and are killed with the app or the command.
static void watch_app(const struct carob_spawn_request *request, const int *copies, int lifeline, int result) {
  carob_child_prepare_to_watch();
  struct report report = {0};
  struct app_start start = {request, copies, getpid(), &report.addresses_are_random, &report.unconfined, 0};
  report.app = start_child(&start);
  report.error = start.error;
  ssize_t written = write(result, &report, sizeof report);
  if (report.error || written != sizeof report) _exit(127);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  carob_child_watch(report.app, lifeline, 1);
}

// Closes all descriptors of the command except these, in particular the lifelines of other children.
static void close_all_but(const int *kept, int count) {
  for (int number = 3; number < 65536;) {
    int next = 65536;
    bool is_kept = false;
    for (int i = 0; i < count; i++) {
      if (kept[i] == number) is_kept = true;
      if (kept[i] > number && kept[i] < next) next = kept[i];
    }
    if (is_kept) {
      number++;
    } else {
      if (close_range((unsigned)number, (unsigned)next - 1, 0) < 0) close(number++);
      else number = next;
    }
  }
}

static int start_watched(const struct carob_spawn_request *request, const int *copies, struct carob_spawned *spawned) {
  int lifeline[2], result[2];
  if (pipe2(lifeline, O_CLOEXEC) < 0) return errno;
  if (pipe2(result, O_CLOEXEC) < 0) {
    int error = errno;
    close(lifeline[0]);
    close(lifeline[1]);
    return error;
  }
  // Our signal handlers must not run in the new processes.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t watcher = fork();
  int error = watcher < 0 ? errno : 0;
  if (watcher == 0) {
    int kept[8] = {lifeline[0], result[1]};
    for (int i = 0; i < 6; i++) kept[2 + i] = copies[i];
    close_all_but(kept, 8);
    watch_app(request, copies, lifeline[0], result[1]);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  close(lifeline[0]);
  close(result[1]);
  struct report report = {.error = error};
  if (!error) {
    ssize_t count;
    while ((count = read(result[0], &report, sizeof report)) < 0 && errno == EINTR) {}
    // The watching process was killed before it could report.
    if (count != sizeof report) report.error = ECHILD;
    if (report.error)
      while (waitpid(watcher, NULL, 0) < 0 && errno == EINTR) {}
  }
  close(result[0]);
  spawned->watcher = watcher;
  spawned->app = report.app;
  spawned->lifeline = lifeline[1];
  spawned->addresses_are_random = report.addresses_are_random;
  spawned->unconfined = report.unconfined;
  if (report.error) close(lifeline[1]);
  return report.error;
}

int carob_spawn(const struct carob_spawn_request *request, struct carob_spawned *spawned) {
  // The source descriptors may be among 0 … 5 themselves: first copy them to higher numbers.
  int sources[6] = {request->standard_input, request->standard_output, request->standard_error,
                    request->device_socket, request->event_memory, request->time_gate};
  int copies[6] = {-1, -1, -1, -1, -1, -1};
  int error = 0;
  for (int i = 0; i < 6 && !error; i++) {
    if (sources[i] < 0) continue;
    copies[i] = fcntl(sources[i], F_DUPFD_CLOEXEC, 16);
    if (copies[i] < 0) error = errno;
  }
  *spawned = (struct carob_spawned){.watcher = -1, .app = -1, .lifeline = -1};
  if (!error) error = start_watched(request, copies, spawned);
  for (int i = 0; i < 6; i++)
    if (copies[i] >= 0) close(copies[i]);
  return error;
}

void *carob_shared_memory(size_t length, int *descriptor) {
  *descriptor = memfd_create("carob-events", MFD_CLOEXEC);
  if (*descriptor < 0) return NULL;
  if (ftruncate(*descriptor, (off_t)length) == 0) {
    void *memory = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, *descriptor, 0);
    if (memory != MAP_FAILED) return memory;
  }
  int error = errno;
  close(*descriptor);
  errno = error;
  return NULL;
}

int carob_open_child(pid_t pid) {
#ifdef SYS_pidfd_open
  return (int)syscall(SYS_pidfd_open, pid, 0);
#else
  (void)pid;
  return -1;
#endif
}

int carob_pipe(int ends[2]) {
  if (pipe2(ends, O_CLOEXEC) < 0) return -1;
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  return 0;
}

int carob_wake_descriptor(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

static const int watched[3] = {SIGINT, SIGTERM, SIGHUP};
static struct sigaction previous[3];
static int signal_pipe[2] = {-1, -1};

static void on_signal(int number) {
  int saved = errno;
  unsigned char byte = (unsigned char)number;
  ssize_t written = write(signal_pipe[1], &byte, 1);
  (void)written;
  errno = saved;
}

int carob_watch_signals(void) {
  if (signal_pipe[0] >= 0) return signal_pipe[0];
  if (pipe2(signal_pipe, O_CLOEXEC | O_NONBLOCK) < 0) return -1;
  struct sigaction action = {0};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < 3; i++) {
    sigaction(watched[i], &action, &previous[i]);
    // A command under nohup keeps running when its terminal is closed.
    if (watched[i] == SIGHUP && previous[i].sa_handler == SIG_IGN) sigaction(watched[i], &previous[i], NULL);
  }
  return signal_pipe[0];
}

void carob_unwatch_signals(void) {
  if (signal_pipe[0] < 0) return;
  for (int i = 0; i < 3; i++) sigaction(watched[i], &previous[i], NULL);
  unsigned char number;
  while (read(signal_pipe[0], &number, 1) == 1) raise(number);
  close(signal_pipe[0]);
  close(signal_pipe[1]);
  signal_pipe[0] = signal_pipe[1] = -1;
}

int carob_wifexited(int status) { return WIFEXITED(status); }
int carob_wexitstatus(int status) { return WEXITSTATUS(status); }
int carob_wtermsig(int status) { return WIFSIGNALED(status) ? WTERMSIG(status) : 0; }
const char *carob_signal_name(int number) { return sigabbrev_np(number); }
