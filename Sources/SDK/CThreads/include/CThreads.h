#ifndef CAROB_THREADS_H
#define CAROB_THREADS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What Swift cannot say of threads: variables of a thread that are reached in one instruction, sleeping on a word, and
// the runtime's reference from an object that may be on its way out.

#ifdef __cplusplus
extern "C" {
#endif

/// A place in the app's sources, whose file's path is a literal.
typedef struct {
  uintptr_t start;
  int32_t length, line;
} carob_site;

/// What the runtime keeps for each thread.
typedef struct {
  /// The thread's `Hazards.Record`; NULL until it has one.
  void *record;
  /// The event in whose handling the thread is; 0 for none.
  uint64_t cause;
  /// Whether it is the thread that the process began with.
  bool is_main;
  /// Where the app registered what a timer runs at the moment.
  carob_site running;
} carob_thread_state;

// NB: the SDK's library is there when the process starts, so its variables lie at a known distance from the thread's
// block; without the model every access would be a call.
extern __thread carob_thread_state carob_thread __attribute__((tls_model("initial-exec"), visibility("hidden")));

static inline void *carob_thread_record(void) { return carob_thread.record; }
static inline void carob_thread_set_record(void *record) { carob_thread.record = record; }
static inline uint64_t carob_thread_cause(void) { return carob_thread.cause; }
static inline void carob_thread_set_cause(uint64_t cause) { carob_thread.cause = cause; }
static inline bool carob_thread_is_main(void) { return carob_thread.is_main; }

/// A reference to the object, or NULL if its deinitialization has begun. Its memory must exist.
// NB: the compiler reserves the runtime's own name; it is part of the runtime's stable interface.
extern void *carob_try_retain(void *object) __asm__("swift_tryRetain");

/// Says where the app registered what runs from now on; returns what ran until now.
static inline carob_site carob_thread_exchange_running(carob_site site) {
  carob_site before = carob_thread.running;
  carob_thread.running = site;
  return before;
}

// Whether somebody listens to the journal. Here and not in Swift, so that an app's code, too, asks in one instruction.
extern bool carob_is_recording_flag;

// A stale read only loses or adds an event at the very start: it is written before the app's code runs.
static inline bool carob_is_recording(void) { return __atomic_load_n(&carob_is_recording_flag, __ATOMIC_RELAXED); }
static inline void carob_set_recording(bool value) { __atomic_store_n(&carob_is_recording_flag, value, __ATOMIC_RELAXED); }

/// Sleeps while the word has this value, or a moment less.
void carob_sleep_on(uint32_t *word, uint32_t value);
/// Wakes one thread that sleeps on the word.
void carob_wake_one(uint32_t *word);

// MARK: Time

// The virtual-time layer, which the device preloads; NULL without it (CVirtualTime.h).
extern int64_t carob_vt_read_monotonic(void) __attribute__((weak));
extern void carob_vt_set_busy(int busy) __attribute__((weak));

/// Nanoseconds of the monotonic clock, for the SDK's own use: a read never counts as polling.
int64_t carob_monotonic_nanoseconds(void);

/// Says whether the main thread is in the midst of something.
static inline void carob_thread_set_busy(bool busy) {
  if (carob_vt_set_busy) carob_vt_set_busy(busy);
}

// MARK: The journal

/// Classes whose objects keep the name that the journal calls them by; one place for many.
extern uintptr_t carob_naming_classes[256] __attribute__((visibility("hidden")));

/// Whether the class is known to be one.
static inline bool carob_is_naming(uintptr_t cls) {
  return __atomic_load_n(&carob_naming_classes[(cls >> 4) & 255], __ATOMIC_RELAXED) == cls;
}
static inline void carob_set_naming(uintptr_t cls) {
  __atomic_store_n(&carob_naming_classes[(cls >> 4) & 255], cls, __ATOMIC_RELAXED);
}

// MARK: Messages

/// What a selector finds in a class: found once, and never freed.
typedef struct {
  /// The class; 0 once the class's table has changed.
  uintptr_t cls;
  uintptr_t selector;
  /// The closure of a method that takes one object or nothing and returns nothing: its code and its context. The code is
  /// NULL for every other method, and where there is none.
  void *code;
  void *context;
  /// The code for a sender that performs the message: NULL too if the class has its own way of performing.
  void *performed;
  /// The method; NULL for none.
  void *method;
} carob_found;

#define CAROB_FOUND_COUNT 2048

/// Where what was found is looked for first: one place for many pairs of class and selector. In C, so that it is there
/// without a question whether it has been made.
extern const carob_found *carob_found_places[CAROB_FOUND_COUNT] __attribute__((visibility("hidden")));

static inline const carob_found **carob_found_place(uintptr_t cls, uintptr_t selector) {
  return &carob_found_places[((cls >> 4) ^ (selector >> 5)) & (CAROB_FOUND_COUNT - 1)];
}

/// Whether this is what a message to an object of the class finds. The selector is the asker's to know.
static inline bool carob_found_is_for(const carob_found *found, uintptr_t cls) {
  return __atomic_load_n(&found->cls, __ATOMIC_RELAXED) == cls;
}

/// What is known already; NULL if it must be looked up.
static inline const carob_found *carob_find(uintptr_t cls, uintptr_t selector) {
  const carob_found *found = __atomic_load_n(carob_found_place(cls, selector), __ATOMIC_ACQUIRE);
  return found && found->selector == selector && carob_found_is_for(found, cls) ? found : NULL;
}

static inline void carob_keep_found(const carob_found *found, uintptr_t cls) {
  __atomic_store_n(carob_found_place(cls, found->selector), found, __ATOMIC_RELEASE);
}

/// Says that the class's table has changed.
static inline void carob_forget_found(carob_found *found) { __atomic_store_n(&found->cls, 0, __ATOMIC_RELAXED); }

/// The class of an object.
static inline uintptr_t carob_class(const void *object) { return *(const uintptr_t *)object; }

/// Calls the code, which is not NULL.
// OPTIMIZATION: as Swift calls a closure, but without a reference to its context, which is never freed. A method without
// arguments does not look at the register that the argument is in.
static inline void carob_call(const carob_found *found, void *code, void *target, void *argument) {
  typedef __attribute__((swiftcall)) void (*body)(void *, void *, __attribute__((swift_context)) void *);
  ((body)code)(target, argument, found->context);
}

// MARK: The stack

/// Where the functions begin that run on this thread, innermost first, without this one; how many were found.
size_t carob_running_functions(uintptr_t *starts, size_t capacity);

/// From now on a fatal signal writes the frames of its thread to standard error, a line `carob: frame LIBRARY OFFSET` for each,
/// separated by tabs, innermost first, before whoever handled it until now. Where a timer or a queue runs what the app registered,
/// `carob: frame @ FILE LINE` or `carob: frame @ LIBRARY OFFSET +` say where that was.
void carob_report_crashes(void);

/// Whether the toolchain's standard library, Foundation or Dispatch is mapped at the address.
bool carob_is_toolchains(const void *address);

// MARK: The processor

/// Has the processor fetch what lies there, because it will soon be changed.
static inline void carob_prefetch(const void *address) { __builtin_prefetch(address, 1); }

/// Tells the processor that the thread only waits.
static inline void carob_pause(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

#ifdef __cplusplus
}
#endif

#endif
