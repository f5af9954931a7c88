#ifndef CAROB_DISPATCH_HOOKS_H
#define CAROB_DISPATCH_HOOKS_H

#include <stdint.h>

// Stands between the process and libdispatch: the executable names the SDK's library before libdispatch, so that these
// functions are found first. Decisions/0024-dispatch-is-watched-at-its-boundary.md says why.

#ifdef __cplusplus
extern "C" {
#endif

/// How the journal's causes follow what is deferred through Dispatch. Called on any thread.
typedef struct {
  /// The event in whose handling the calling thread is, 0 for none; called when work is handed over.
  uint64_t (*capture)(void);
  /// Called on the thread that is about to run the work, with what `capture` gave. `place` is the address in the app's
  /// code that handed a block over, NULL for everything else. Returns what `leave` is to restore.
  uint64_t (*enter)(uint64_t cause, const void *place);
  /// Called when the work has returned.
  void (*leave)(uint64_t previous);
} carob_dispatch_cause_hooks;

/// Installs the hooks, or removes them (NULL). Work that is under way keeps those with which it was handed over.
void carob_dispatch_set_cause_hooks(const carob_dispatch_cause_hooks *hooks);

/// Who hears of misuse. `place` is an address in the app's code, or NULL.
typedef struct {
  /// `<place>` in the text stands for the place.
  void (*warn)(const char *rule, const char *text, const void *place);
  /// Dispatch is about to end the process.
  void (*crash)(const char *text, const void *place);
  /// Also reports what may be legitimate.
  int is_strict;
} carob_dispatch_reporter;

/// Whether the address lies in a program or library (1), and not on the heap or a stack.
int carob_is_static_address(const void *address);

/// Whether the program or library of this path is the app's or a package's (1), and not the system's or the SDK's.
int carob_is_app_image(const char *path);

/// Begins to watch for misuse. Call once, before the app's code runs, on the main thread.
void carob_dispatch_watch(const carob_dispatch_reporter *reporter);

/// Where the app handed over the block that runs on this thread; NULL if none does.
const void *carob_dispatch_running_place(void);

/// The quality-of-service class (QOS_CLASS_…) of the queue whose work the calling thread runs, 0 if it has none.
unsigned carob_dispatch_current_quality(void);
/// Has the thread of a queue noted whenever it runs the app's work in another class than before.
void carob_dispatch_note_qualities(void (*note)(unsigned quality));

/// The next source that this thread makes for reading a descriptor reports the events of the file instead, those of the mask
/// (DispatchSource.FileSystemEvent).
void carob_dispatch_watch_file_next(uintptr_t mask);
/// Whether it does: 0 if the file cannot be watched, -1 if sources are made past these functions.
int carob_dispatch_made_file_source(void);

#ifdef __cplusplus
}
#endif

#endif
