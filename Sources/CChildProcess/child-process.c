#define _GNU_SOURCE
#include "child-process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

int carob_child_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC) == 0 ? 0 : errno; }

// The descriptors that the child shall have, by numbers above all that they will get, so that none stands in another's way.
static int add_descriptors(posix_spawn_file_actions_t *actions, const struct carob_child_request *request, int *copies) {
  int end = request->count ? request->numbers[request->count - 1] + 1 : 3;
  for (int i = 0; i < request->count; i++)
    if ((copies[i] = fcntl(request->descriptors[i], F_DUPFD_CLOEXEC, end)) < 0) return errno;
  int error = 0;
  for (int i = 0, number = 3; number < end && !error; number++) {
    if (request->numbers[i] == number)
      error = posix_spawn_file_actions_adddup2(actions, copies[i++], number);
    else
      error = posix_spawn_file_actions_addclose(actions, number);
  }
  return error ? error : posix_spawn_file_actions_addclosefrom_np(actions, end);
}

int carob_child_start(const struct carob_child_request *request, pid_t *child) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  int *copies = malloc(sizeof(int) * (size_t)(request->count + 1));
  for (int i = 0; i < request->count; i++) copies[i] = -1;

  int error = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  if (!error) error = posix_spawn_file_actions_adddup2(&actions, request->output, 1);
  if (!error) error = posix_spawn_file_actions_adddup2(&actions, request->errors, 2);
  if (!error) error = add_descriptors(&actions, request, copies);
  if (!error && request->directory) error = posix_spawn_file_actions_addchdir_np(&actions, request->directory);
  // The caller's thread may be a worker of Dispatch, which blocks all signals.
  sigset_t none;
  sigemptyset(&none);
  if (!error) error = posix_spawnattr_setsigmask(&attributes, &none);
  // Nor does it ignore what the command ignores.
  sigset_t pipes;
  sigemptyset(&pipes);
  sigaddset(&pipes, SIGPIPE);
  if (!error) error = posix_spawnattr_setsigdefault(&attributes, &pipes);
  if (!error) error = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  if (!error) error = posix_spawnp(child, request->command[0], &actions, &attributes, request->command, request->environment);

  for (int i = 0; i < request->count; i++)
    if (copies[i] >= 0) close(copies[i]);
  free(copies);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

// MARK: A child that ends with this process

// In the child, between fork and exec: nothing but system calls.
static void run_program(const struct carob_child_request *request, int report) {
  int input = open("/dev/null", O_RDONLY);
  if (dup2(input, 0) >= 0 && dup2(request->output, 1) >= 0 && dup2(request->errors, 2) >= 0 &&
      (request->directory == NULL || chdir(request->directory) == 0))
    execvpe(request->command[0], request->command, request->environment);
  int error = errno;
  ssize_t written = write(report, &error, sizeof error);
  (void)written;
  _exit(127);
}

// Ends as the program ended.
static _Noreturn void end_as(int status) {
  if (WIFEXITED(status)) _exit(WEXITSTATUS(status));
  // The program has left its memory image, if anyone wants it.
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  signal(WTERMSIG(status), SIG_DFL);
  raise(WTERMSIG(status));
  _exit(128 + WTERMSIG(status));
}

// Kills all children of this process; answers whether the kernel lists them.
static bool kill_children(void) {
  int list = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
  if (list < 0) return false;
  char bytes[4096];
  ssize_t count;
  pid_t child = 0;
  while ((count = read(list, bytes, sizeof bytes)) > 0)
    for (ssize_t i = 0; i < count; i++) {
      if (bytes[i] >= '0' && bytes[i] <= '9') {
        child = child * 10 + (bytes[i] - '0');
      } else if (child > 0) {
        kill(child, SIGKILL);
        child = 0;
      }
    }
  close(list);
  return true;
}

// Ends all that the program has started, whatever groups and sessions those made for themselves (a compiler's driver does):
// they become this process's children as their parents end.
static void end_children(void) {
  while (kill_children() && (waitpid(-1, NULL, 0) > 0 || errno == EINTR)) {}
}

static void end_all(pid_t program) {
  kill(program, SIGKILL);
  while (waitpid(program, NULL, 0) < 0 && errno == EINTR) {}
  end_children();
}

void carob_child_watch(pid_t program, int life, int ends_rest) {
  // The streams are the program's now: their ends must be seen.
  int ending = (int)syscall(SYS_pidfd_open, program, 0);
  for (int number = 0; number < 1024; number++)
    if (number != life && number != ending) close(number);
  syscall(SYS_close_range, 1024, ~0U, 0);
  struct pollfd wanted[2] = {{.fd = ending, .events = POLLIN}, {.fd = life, .events = 0}};
  int status;
  while (waitpid(program, &status, WNOHANG) == 0) {
    // NB: without descriptors of processes (before Linux 5.3) the end is looked for now and then.
    int found = poll(wanted, 2, ending < 0 ? 50 : -1);
    if (found > 0 && wanted[1].revents != 0) {
      end_all(program);
      // Where the kernel keeps no such lists, the group at least goes.
      kill(0, SIGKILL);
    }
  }
  if (ends_rest) end_children();
  end_as(status);
}

void carob_child_prepare_to_watch(void) {
  setpgid(0, 0);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
}

static void watch(const struct carob_child_request *request, int life, int report) {
  carob_child_prepare_to_watch();
  sigset_t signals;
  sigemptyset(&signals);
  sigprocmask(SIG_SETMASK, &signals, NULL);
  pid_t program = fork();
  if (program == 0) run_program(request, report);
  if (program < 0) {
    int error = errno;
    ssize_t written = write(report, &error, sizeof error);
    (void)written;
    _exit(127);
  }
  carob_child_watch(program, life, 0);
}

int carob_child_start_supervised(const struct carob_child_request *request, pid_t *child, int *lifeline) {
  int life[2], report[2];
  if (pipe2(life, O_CLOEXEC) != 0) return errno;
  if (pipe2(report, O_CLOEXEC) != 0) {
    int error = errno;
    close(life[0]);
    close(life[1]);
    return error;
  }
  pid_t watcher = fork();
  if (watcher == 0) {
    // What this process has open must not be held open here, the lifelines of other children above all.
    int kept[] = {life[0], report[1], request->output, request->errors};
    for (int number = 3; number < 65536; number++) {
      bool is_kept = false;
      for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) is_kept = is_kept || kept[i] == number;
      if (is_kept) continue;
      // The rest at once, where the kernel can.
      int next = 65536;
      for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if (kept[i] > number && kept[i] < next) next = kept[i];
      if (syscall(SYS_close_range, number, next - 1, 0) == 0) number = next - 1;
      else close(number);
    }
    watch(request, life[0], report[1]);
  }
  int error = watcher < 0 ? errno : 0;
  close(life[0]);
  close(report[1]);
  // Nothing comes if the program was started: both ends are then closed.
  int told = 0;
  ssize_t count = 0;
  if (!error)
    while ((count = read(report[0], &told, sizeof told)) < 0 && errno == EINTR) {}
  close(report[0]);
  if (count == sizeof told) {
    error = told;
    while (waitpid(watcher, NULL, 0) < 0 && errno == EINTR) {}
  }
  if (error) {
    close(life[1]);
    return error;
  }
  *child = watcher;
  *lifeline = life[1];
  return 0;
}
