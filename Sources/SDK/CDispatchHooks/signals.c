// A signal source reports its signal also while the program ignores it (F-194). libdispatch on Linux needs a handler of its own for that,
// which it installs when the first source for the signal is registered. The program's later calls would replace it; here it stays.

#include "internal.h"

#include <signal.h>
#include <string.h>

typedef struct {
  /// What the program has set, if it has.
  struct sigaction program;
  bool is_set;
  /// libdispatch's handler, and what it has replaced. It stays when the sources are cancelled, and has no effect then.
  struct sigaction dispatch, before;
  bool has_source;
} disposition;

static disposition dispositions[NSIG];

static int set_action(int signal, const struct sigaction *action, struct sigaction *previous) {
  return DH_NEXT(int (*)(int, const struct sigaction *, struct sigaction *), "sigaction")(signal, action, previous);
}

static bool has_source(int signal) {
  return signal > 0 && signal < NSIG && __atomic_load_n(&dispositions[signal].has_source, __ATOMIC_SEQ_CST);
}

static bool is_handler(const struct sigaction *action) {
  return (action->sa_flags & SA_SIGINFO) != 0 || (action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN);
}

static bool is_dispatchs(const struct sigaction *action) {
  return action->sa_flags == SA_RESTART && is_handler(action) && dh_is_of_dispatch((const void *)action->sa_handler);
}

static bool ignores(int signal, const struct sigaction *action) {
  if (is_handler(action)) return false;
  bool is_harmless = signal == SIGCHLD || signal == SIGCONT || signal == SIGURG || signal == SIGWINCH;
  return action->sa_handler == SIG_IGN || is_harmless;
}

static const struct sigaction *program_action(const disposition *state) {
  return __atomic_load_n(&state->is_set, __ATOMIC_SEQ_CST) ? &state->program : &state->before;
}

static void warn_of_handler(int signal, const void *place) {
  const char *name = sigabbrev_np(signal);
  dh_warn(
    "F-194", place, "SIG%s has a handler and a signal source: here only one of them gets each signal, on a device both do",
    name == NULL ? "" : name);
}

/// Sets the action of a signal that has a source.
static int apply(int signal, bool is_registration) {
  const disposition *state = &dispositions[signal];
  struct sigaction action = *program_action(state);
  if (is_registration || ignores(signal, &action)) {
    // An ignored SIGCHLD leaves no zombies.
    bool leaves_none = signal == SIGCHLD && !is_handler(&action)
      && (action.sa_handler == SIG_IGN || (action.sa_flags & SA_NOCLDWAIT) != 0);
    action = state->dispatch;
    if (leaves_none) action.sa_flags |= SA_NOCLDWAIT;
  }
  return set_action(signal, &action, NULL);
}

static int register_source(int signal, const struct sigaction *dispatch) {
  disposition *state = &dispositions[signal];
  if (set_action(signal, NULL, &state->before) != 0) return -1;
  state->dispatch = *dispatch;
  __atomic_store_n(&state->has_source, true, __ATOMIC_SEQ_CST);
  if (is_handler(program_action(state))) warn_of_handler(signal, NULL);
  return apply(signal, true);
}

/// Remembers what the program has set. If a source was registered meanwhile, on Dispatch's thread, its handler must not be lost.
static int remember(int signal, const struct sigaction *action, const void *caller) {
  if (signal <= 0 || signal >= NSIG) return 0;
  dispositions[signal].program = *action;
  __atomic_store_n(&dispositions[signal].is_set, true, __ATOMIC_SEQ_CST);
  if (!has_source(signal)) return 0;
  if (is_handler(action)) warn_of_handler(signal, dh_place(caller));
  return apply(signal, false);
}

static int replace(int signal, const struct sigaction *action, struct sigaction *previous, const void *caller) {
  struct sigaction before = *program_action(&dispositions[signal]);
  int result = action == NULL ? 0 : remember(signal, action, caller);
  if (result == 0 && previous != NULL) *previous = before;
  return result;
}

DH_INTERPOSE int sigaction(int signal, const struct sigaction *restrict action, struct sigaction *restrict previous) {
  if (has_source(signal)) return replace(signal, action, previous, DH_CALLER());
  if (action != NULL && signal > 0 && signal < NSIG && is_dispatchs(action)) return register_source(signal, action);
  // NB: `previous` may be the same variable as `action`.
  struct sigaction wanted = {0};
  if (action != NULL) wanted = *action;
  int result = set_action(signal, action, previous);
  return result != 0 || action == NULL ? result : remember(signal, &wanted, DH_CALLER());
}

DH_INTERPOSE sighandler_t signal(int signal, sighandler_t handler) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART}, previous;
  if (has_source(signal)) return replace(signal, &action, &previous, DH_CALLER()) == 0 ? previous.sa_handler : SIG_ERR;
  sighandler_t result = DH_NEXT(sighandler_t (*)(int, sighandler_t), "signal")(signal, handler);
  if (result != SIG_ERR) remember(signal, &action, DH_CALLER());
  return result;
}
