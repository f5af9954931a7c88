#define _GNU_SOURCE
#include "sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <linux/securebits.h>
#include <net/if.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// NB: kernel constants are repeated here, since the headers of the building machine may be older than the running kernel.
enum { read_file = 1 << 2, read_folder = 1 << 3, execute = 1 << 0, write_file = 1 << 1 };
enum { all_of_version_5 = (1 << 16) - 1 };
enum { scope_abstract_sockets = 1 << 0, scope_signals = 1 << 1 };

struct ruleset {
  uint64_t files, network, scopes;
};

#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_add_rule 445
#define SYS_landlock_restrict_self 446
#endif
#ifndef SYS_mount_setattr
#define SYS_mount_setattr 442
#endif

int carob_landlock_version(void) {
  long version = syscall(SYS_landlock_create_ruleset, NULL, 0, 1U);
  return version < 0 ? 0 : (int)version;
}

int carob_sandbox_namespaces(void) { return CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC; }

static int write_text(const char *path, const char *text) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return errno;
  ssize_t count = write(file, text, strlen(text));
  int error = count < 0 ? errno : 0;
  close(file);
  return error;
}

// The app keeps its user and group ids.
static int keep_identity(const struct carob_sandbox *sandbox) {
  int error = write_text("/proc/self/setgroups", "deny");
  if (!error || error == ENOENT) error = write_text("/proc/self/uid_map", sandbox->users);
  return error ? error : write_text("/proc/self/gid_map", sandbox->groups);
}

static int raise_loopback(void) {
  int socket_of_any_kind = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (socket_of_any_kind < 0) return errno;
  struct ifreq loopback = {.ifr_name = "lo", .ifr_flags = IFF_UP | IFF_RUNNING};
  int error = ioctl(socket_of_any_kind, SIOCSIFFLAGS, &loopback) < 0 ? errno : 0;
  close(socket_of_any_kind);
  return error;
}

struct mount_change {
  uint64_t set, clear, propagation, namespace;
};

static int change_mounts(const char *path, uint64_t set, uint64_t clear, unsigned flags) {
  struct mount_change change = {set, clear, 0, 0};
  return syscall(SYS_mount_setattr, AT_FDCWD, path, flags, &change, sizeof change) < 0 ? errno : 0;
}

// Landlock does not limit changes of modes, owners, times and attributes, so everything except the container is mounted read-only.
static int freeze_files(const char *container) {
  const uint64_t read_only = 1;
  if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0) return errno;
  if (mount(container, container, NULL, MS_BIND | MS_REC, NULL) < 0) return errno;
  int error = change_mounts("/", read_only, 0, 0x8000 /* AT_RECURSIVE */);
  return error ? error : change_mounts(container, 0, read_only, 0x8000);
}

static int allow(int rules, const char *path, uint64_t rights) {
  int place = open(path, O_PATH | O_CLOEXEC);
  if (place < 0) return errno == ENOENT || errno == EACCES || errno == ENOTDIR ? 0 : errno;
  struct stat status;
  int error = fstat(place, &status) < 0 ? errno : 0;
  // Landlock refuses the rights of folders for a file.
  if (!error && !S_ISDIR(status.st_mode)) rights &= execute | write_file | read_file;
  struct landlock_path_beneath_attr rule = {.allowed_access = rights, .parent_fd = place};
  if (!error && syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0U) < 0) error = errno;
  close(place);
  return error;
}

static int limit_files_and_signals(const struct carob_sandbox *sandbox) {
  struct ruleset handled = {all_of_version_5, 0, scope_abstract_sockets | scope_signals};
  int rules = (int)syscall(SYS_landlock_create_ruleset, &handled, sizeof handled, 0U);
  if (rules < 0) return errno;
  int error = allow(rules, sandbox->container, all_of_version_5);
  for (const char *const *path = sandbox->readable; *path && !error; path++)
    error = allow(rules, *path, read_file | read_folder | execute);
  // Only its own process: the app must not see the command lines of others.
  if (!error) error = allow(rules, "/proc/self", read_file | read_folder);
  static const char *const devices[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"};
  for (size_t i = 0; i < sizeof devices / sizeof *devices && !error; i++)
    error = allow(rules, devices[i], read_file | write_file);
  if (!error && syscall(SYS_landlock_restrict_self, rules, 0U) < 0) error = errno;
  close(rules);
  return error;
}

#if defined(__x86_64__)
#define NATIVE_CALLS AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define NATIVE_CALLS AUDIT_ARCH_AARCH64
#endif

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define IF_EQUAL(value, then, otherwise) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, then, otherwise)
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define REFUSE(error) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error)
#define REFUSE_CALL(number) IF_EQUAL(number, 0, 1), REFUSE(EPERM)

// Limits what neither Landlock nor a namespace does: sockets with a path, which the session's services use; io_uring, which would
// bypass this filter; keyrings; input into the terminal.
static int limit_calls(void) {
#ifdef NATIVE_CALLS
  struct sock_filter program[] = {
    LOAD(arch),
    IF_EQUAL(NATIVE_CALLS, 1, 0),
    REFUSE(ENOSYS),
    LOAD(nr),
#if defined(__x86_64__)
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
    REFUSE(ENOSYS),
#endif
    REFUSE_CALL(425 /* io_uring_setup */),
    REFUSE_CALL(426 /* io_uring_enter */),
    REFUSE_CALL(427 /* io_uring_register */),
    REFUSE_CALL(SYS_add_key),
    REFUSE_CALL(SYS_request_key),
    REFUSE_CALL(SYS_keyctl),
    REFUSE_CALL(SYS_bpf),
    REFUSE_CALL(SYS_perf_event_open),
    REFUSE_CALL(SYS_userfaultfd),
    REFUSE_CALL(SYS_open_by_handle_at),
    REFUSE_CALL(SYS_mount_setattr),
    REFUSE_CALL(SYS_unshare),
    REFUSE_CALL(SYS_setns),
    IF_EQUAL(SYS_socket, 0, 6),
    LOAD(args[0]),
    IF_EQUAL(AF_INET, 2, 0),
    IF_EQUAL(AF_INET6, 1, 0),
    IF_EQUAL(AF_NETLINK, 0, 1),
    ALLOW,
    REFUSE(EPERM),
    // A datagram socket of a pair can send to other addresses.
    IF_EQUAL(SYS_socketpair, 0, 6),
    LOAD(args[1]),
    BPF_STMT(BPF_ALU | BPF_AND | BPF_K, 0xf),
    IF_EQUAL(SOCK_STREAM, 1, 0),
    IF_EQUAL(SOCK_SEQPACKET, 0, 1),
    ALLOW,
    REFUSE(EPERM),
    IF_EQUAL(SYS_ioctl, 0, 4),
    LOAD(args[1]),
    IF_EQUAL(0x5412 /* TIOCSTI */, 1, 0),
    IF_EQUAL(0x541c /* TIOCLINUX */, 0, 1),
    REFUSE(EPERM),
    ALLOW,
  };
  struct sock_fprog filter = {.len = sizeof program / sizeof *program, .filter = program};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) < 0 ? errno : 0;
#else
  return ENOSYS;
#endif
}

// Drops the capabilities that were necessary to set up the namespaces.
static int drop_capabilities(void) {
  if (prctl(PR_SET_SECUREBITS, SECBIT_NOROOT | SECBIT_NOROOT_LOCKED) < 0) return errno;
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct none[2] = {{0}};
  return syscall(SYS_capset, &header, none) < 0 ? errno : 0;
}

int carob_confine_self(const struct carob_sandbox *sandbox, const char **what) {
  int error;
  *what = "keep the user's identity in a user namespace";
  if ((error = keep_identity(sandbox))) return error;
  *what = "start the loopback of a network namespace";
  if ((error = raise_loopback())) return error;
  *what = "make the file systems of a mount namespace read-only";
  if ((error = freeze_files(sandbox->container))) return error;
  *what = "drop capabilities";
  if ((error = drop_capabilities())) return error;
  *what = "renounce new privileges";
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return errno;
  *what = "limit files and signals by Landlock";
  if ((error = limit_files_and_signals(sandbox))) return error;
  *what = "limit system calls by seccomp";
  return limit_calls();
}
