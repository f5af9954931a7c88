// Child processes run in real time, without virtual time. The clock does not jump while one runs.

#include "internal.h"

#include <alloca.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>

typedef struct {
  pid_t process;
  /// Readable when the child has ended; -1 if the kernel does not support such descriptors.
  int descriptor;
  /// It has ended, but the program has not waited for it yet.
  bool has_ended;
} child;

static child *children;
static int child_count, child_capacity;

static int open_process(pid_t process) { return (int)vt_raw(SYS_pidfd_open, process, 0); }

static void remember(pid_t process) {
  if (child_count == child_capacity) {
    child_capacity = child_capacity * 2 + 8;
    children = realloc(children, (size_t)child_capacity * sizeof *children);
    if (children == NULL) abort();
  }
  children[child_count++] = (child){.process = process, .descriptor = open_process(process)};
  vt_external_work_begin();
}

static void forget(pid_t process) {
  for (int i = 0; i < child_count; i++) {
    if (children[i].process != process) continue;
    if (children[i].descriptor >= 0) vt_raw(SYS_close, children[i].descriptor);
    if (!children[i].has_ended) vt_external_work_end();
    children[i] = children[--child_count];
    return;
  }
}

void vt_release_ended_children(void) {
  for (int i = 0; i < child_count; i++) {
    if (children[i].has_ended || children[i].descriptor < 0) continue;
    struct pollfd wanted = {.fd = children[i].descriptor, .events = POLLIN};
    struct timespec at_once = {0, 0};
    if (vt_raw(SYS_ppoll, &wanted, 1, &at_once, NULL, 0) <= 0) continue;
    children[i].has_ended = true;
    vt_external_work_end();
  }
}

// MARK: Starting

static bool is_ours(const char *variable) {
  static const char *const names[] = {"CAROB_TIME_FD=", "CAROB_TIME_START=", "CAROB_VIRTUAL=", "CAROB_DEVICE_FD="};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (strncmp(variable, names[i], strlen(names[i])) == 0) return true;
  }
  return strncmp(variable, "LD_PRELOAD=", 11) == 0 && strstr(variable, "CarobVirtualTime") != NULL;
}

typedef __typeof__(&posix_spawn) spawn_function;

static int spawn(
  spawn_function function, pid_t *result, const char *path, const posix_spawn_file_actions_t *actions,
  const posix_spawnattr_t *attributes, char *const arguments[], char *const environment[]) {
  size_t count = 0;
  while (environment != NULL && environment[count] != NULL) count++;
  char **kept = malloc((count + 1) * sizeof *kept);
  if (kept == NULL) return ENOMEM;
  size_t length = 0;
  for (size_t i = 0; i < count; i++) {
    if (!is_ours(environment[i])) kept[length++] = environment[i];
  }
  kept[length] = NULL;
  pid_t process = 0;
  int failure = function(&process, path, actions, attributes, arguments, kept);
  free(kept);
  if (failure != 0) return failure;
  remember(process);
  if (result != NULL) *result = process;
  return 0;
}

VT_INTERPOSE int posix_spawn(
  pid_t *restrict process, const char *restrict path, const posix_spawn_file_actions_t *restrict actions,
  const posix_spawnattr_t *restrict attributes, char *const arguments[restrict], char *const environment[restrict]) {
  if (vt_calling_thread() == NULL) return vt_real.posix_spawn(process, path, actions, attributes, arguments, environment);
  return spawn(vt_real.posix_spawn, process, path, actions, attributes, arguments, environment);
}

VT_INTERPOSE int posix_spawnp(
  pid_t *restrict process, const char *restrict path, const posix_spawn_file_actions_t *restrict actions,
  const posix_spawnattr_t *restrict attributes, char *const arguments[restrict], char *const environment[restrict]) {
  if (vt_calling_thread() == NULL) return vt_real.posix_spawnp(process, path, actions, attributes, arguments, environment);
  return spawn(vt_real.posix_spawnp, process, path, actions, attributes, arguments, environment);
}

// MARK: Waiting

/// Waits until a child that `process` stands for has ended: that child, or any known one.
/// Returns false if none is known: then only the kernel can wait for it.
static bool await_child(vt_thread *me, pid_t process) {
  struct pollfd *wanted = alloca((size_t)(child_count + 1) * sizeof *wanted);
  nfds_t count = 0;
  for (int i = 0; i < child_count; i++) {
    if ((process <= 0 || children[i].process == process) && children[i].descriptor >= 0) {
      wanted[count++] = (struct pollfd){.fd = children[i].descriptor, .events = POLLIN};
    }
  }
  if (count == 0) return false;
  vt_wait_descriptors(me, wanted, count, VT_NEVER);
  return true;
}

VT_INTERPOSE pid_t wait4(pid_t process, int *status, int options, struct rusage *usage) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.wait4(process, status, options, usage);
  for (;;) {
    long result = vt_raw(SYS_wait4, process, status, options | WNOHANG, usage);
    if (result > 0) {
      if (status == NULL || WIFEXITED(*status) || WIFSIGNALED(*status)) forget((pid_t)result);
      return (pid_t)result;
    }
    if (result < 0) return (pid_t)vt_result(result);
    if ((options & WNOHANG) != 0) {
      vt_count_poll(me);
      return 0;
    }
    // Stopped and continued children, and children of fork(): the kernel waits, and blocks the whole process.
    if ((options & (WUNTRACED | WCONTINUED)) != 0 || !await_child(me, process)) {
      result = vt_raw(SYS_wait4, process, status, options, usage);
      if (result > 0) forget((pid_t)result);
      return (pid_t)vt_result(result);
    }
  }
}

VT_INTERPOSE pid_t waitpid(pid_t process, int *status, int options) {
  if (vt_calling_thread() == NULL) return vt_real.waitpid(process, status, options);
  return wait4(process, status, options, NULL);
}

VT_INTERPOSE pid_t wait(int *status) {
  if (vt_calling_thread() == NULL) return vt_real.wait(status);
  return wait4(-1, status, 0, NULL);
}

VT_INTERPOSE int waitid(idtype_t type, id_t process, siginfo_t *information, int options) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.waitid(type, process, information, options);
  siginfo_t found;
  for (;;) {
    memset(&found, 0, sizeof found);
    long result = vt_raw(SYS_waitid, type, process, &found, options | WNOHANG, NULL);
    if (result == 0 && found.si_pid == 0 && (options & WNOHANG) == 0) {
      bool is_known = (options & (WSTOPPED | WCONTINUED)) == 0 && (type == P_PID || type == P_ALL)
        && await_child(me, type == P_PID ? (pid_t)process : -1);
      if (is_known) continue;
      result = vt_raw(SYS_waitid, type, process, &found, options, NULL);
    } else if (result == 0 && found.si_pid == 0) {
      vt_count_poll(me);
    }
    bool has_ended = found.si_code == CLD_EXITED || found.si_code == CLD_KILLED || found.si_code == CLD_DUMPED;
    if (result == 0 && found.si_pid != 0 && has_ended && (options & WNOWAIT) == 0) forget(found.si_pid);
    if (result == 0 && information != NULL) *information = found;
    return (int)vt_result(result);
  }
}
