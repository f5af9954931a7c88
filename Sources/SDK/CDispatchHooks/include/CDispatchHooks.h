#ifndef CAROB_DISPATCH_HOOKS_H
#define CAROB_DISPATCH_HOOKS_H

#include <stdint.h>

// Interposes functions of libdispatch: the executable links the SDK's library before libdispatch, so that the dynamic linker
// finds these functions first. Decisions/0024-dispatch-is-watched-at-its-boundary.md says why.

#ifdef __cplusplus
extern "C" {
#endif

/// How the journal's causes are carried along with work that is submitted to Dispatch. Called on any thread.
typedef struct {
  /// Returns the calling thread's cause, 0 for none; called when work is submitted.
  uint64_t (*capture)(void);
  /// Called on the thread that is about to run the work, with the result of `capture`. `place` is the address in the app's code
  /// that submitted a block; NULL for everything else. Returns the cause that `leave` restores.
  uint64_t (*enter)(uint64_t cause, const void *place);
  /// Called when the work has returned.
  void (*leave)(uint64_t previous);
} carob_dispatch_cause_hooks;

/// Installs the hooks, or removes them (NULL). Work that was already submitted keeps the hooks that were installed then.
void carob_dispatch_set_cause_hooks(const carob_dispatch_cause_hooks *hooks);

/// Receives reports of misuse. `place` is an address in the app's code, or NULL.
typedef struct {
  /// `<place>` in the text is to be replaced by the place.
  void (*warn)(const char *rule, const char *text, const void *place);
  /// Dispatch is about to end the process.
  void (*crash)(const char *text, const void *place);
  /// Whether to report also what may be intended.
  int is_strict;
} carob_dispatch_reporter;

/// Whether the address lies in a program or library (1), and not on the heap or a stack.
int carob_is_static_address(const void *address);

/// Whether the program or library of this path is the app's or a package's (1), and not the system's or the SDK's.
int carob_is_app_image(const char *path);

/// Starts to report misuse. Call it once, before the app's code runs, on the main thread.
void carob_dispatch_watch(const carob_dispatch_reporter *reporter);

/// Where the app submitted the block that runs on this thread; NULL if no such block runs.
const void *carob_dispatch_running_place(void);

/// The quality-of-service class (QOS_CLASS_…) of the queue whose work the calling thread runs, 0 if it has none.
unsigned carob_dispatch_current_quality(void);
/// Calls `note` on a queue's thread before the thread runs the app's work in another QoS class than last.
void carob_dispatch_note_qualities(void (*note)(unsigned quality));

/// Makes the next read source that this thread creates report events of the file instead: those in the mask
/// (DispatchSource.FileSystemEvent).
void carob_dispatch_watch_file_next(uintptr_t mask);
/// Whether that succeeded: 0 if the file cannot be watched, -1 if sources are created without calling these functions.
int carob_dispatch_made_file_source(void);

#ifdef __cplusplus
}
#endif

#endif
