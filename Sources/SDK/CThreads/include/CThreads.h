#ifndef CAROB_THREADS_H
#define CAROB_THREADS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What Swift cannot express: thread-local variables that are accessed in one instruction, futexes, and a retain of an object
// that may be in deinitialization.

#ifdef __cplusplus
extern "C" {
#endif

/// A place in the app's sources. `start` is the address of the file's path, a literal.
typedef struct {
  uintptr_t start;
  int32_t length, line;
} carob_site;

/// The runtime's state of a thread.
typedef struct {
  /// The thread's `Hazards.Record`; NULL until it has one.
  void *record;
  /// The event whose handler the thread runs; 0 for none.
  uint64_t cause;
  /// Whether it is the main thread.
  bool is_main;
  /// Where the app registered what the thread runs.
  carob_site running;
} carob_thread_state;

// NB: the SDK's library is loaded when the process starts, so its variables have a fixed offset in the thread's block. Without
// the TLS model every access would be a call.
extern __thread carob_thread_state carob_thread __attribute__((tls_model("initial-exec"), visibility("hidden")));

static inline void *carob_thread_record(void) { return carob_thread.record; }
static inline void carob_thread_set_record(void *record) { carob_thread.record = record; }
static inline uint64_t carob_thread_cause(void) { return carob_thread.cause; }
static inline void carob_thread_set_cause(uint64_t cause) { carob_thread.cause = cause; }
static inline bool carob_thread_is_main(void) { return carob_thread.is_main; }

/// A reference to the object, or NULL if its deinitialization has begun. Its memory must exist.
// NB: the compiler reserves the runtime's own name; it is part of the runtime's stable interface.
extern void *carob_try_retain(void *object) __asm__("swift_tryRetain");
extern void carob_release(void *object) __asm__("swift_release");
extern bool carob_runtime_is_unique(const void *object) __asm__("swift_isUniquelyReferenced_nonNull_native");

/// Whether the object's deinitialization has not begun. Its memory must exist. Unlike `carob_try_retain` it only reads, unless the object
/// has a side table.
// NB: the second word of an object has its reference counts; bit 63 is set if they are elsewhere, bit 32 when deinitialization has begun.
static inline bool carob_is_alive(void *object) {
  uint64_t counts = __atomic_load_n((uint64_t *)object + 1, __ATOMIC_RELAXED);
  if (!(counts >> 63)) return !(counts >> 32 & 1);
  if (!carob_try_retain(object)) return false;
  carob_release(object);
  return true;
}

/// Whether this is the only reference to the object, which must exist.
// NB: the layout is described above: all bits from the 32nd are 0 if there is no other reference, no side table, and deinitialization has not
// begun. The runtime answers for an object with a side table.
static inline bool carob_is_unique(const void *object) {
  uint64_t counts = __atomic_load_n((const uint64_t *)object + 1, __ATOMIC_ACQUIRE);
  return !(counts >> 32) || (counts >> 63 && carob_runtime_is_unique(object));
}

/// Sets where the app registered what the thread runs from now on; returns the previous place.
static inline carob_site carob_thread_exchange_running(carob_site site) {
  carob_site before = carob_thread.running;
  carob_thread.running = site;
  return before;
}

// Whether the journal records. In C, so that also an app's code reads it in one instruction.
extern bool carob_is_recording_flag;

// Relaxed, because it is written before the app's code runs: a stale read only loses or adds an event at the start.
static inline bool carob_is_recording(void) { return __atomic_load_n(&carob_is_recording_flag, __ATOMIC_RELAXED); }
static inline void carob_set_recording(bool value) { __atomic_store_n(&carob_is_recording_flag, value, __ATOMIC_RELAXED); }

/// Sleeps while the word has this value. May return earlier.
void carob_sleep_on(uint32_t *word, uint32_t value);
/// Wakes one thread that sleeps on the word.
void carob_wake_one(uint32_t *word);

// MARK: Time

// Functions of the virtual-time layer, which the device preloads; NULL without it (CVirtualTime.h).
extern int64_t carob_vt_read_monotonic(void) __attribute__((weak));
extern void carob_vt_set_busy(int busy) __attribute__((weak));

/// Nanoseconds of the monotonic clock, for the SDK's own use: reads do not count as polling.
int64_t carob_monotonic_nanoseconds(void);

/// Tells the virtual-time layer whether the main thread is working or idle.
static inline void carob_thread_set_busy(bool busy) {
  if (carob_vt_set_busy) carob_vt_set_busy(busy);
}

// MARK: The journal

/// A cache of classes whose objects store their name in the journal; several classes share an entry.
extern uintptr_t carob_naming_classes[256] __attribute__((visibility("hidden")));

/// Whether the class is in the cache.
static inline bool carob_is_naming(uintptr_t cls) {
  return __atomic_load_n(&carob_naming_classes[(cls >> 4) & 255], __ATOMIC_RELAXED) == cls;
}
static inline void carob_set_naming(uintptr_t cls) {
  __atomic_store_n(&carob_naming_classes[(cls >> 4) & 255], cls, __ATOMIC_RELAXED);
}

// MARK: Messages

/// The result of looking up a selector in a class. Made once, and never freed.
typedef struct {
  /// The class; 0 after the class's table has changed.
  uintptr_t cls;
  uintptr_t selector;
  /// Code and context of the closure of a method that takes one object or nothing and returns nothing. The code is NULL for
  /// every other method, and if there is no method.
  void *code;
  void *context;
  /// The same code for `perform(_:with:)`; NULL also if the class overrides that.
  void *performed;
  /// The method; NULL for none.
  void *method;
  /// Whether objects of the class respond to the selector: by the method, or by an accessor of a framework's property.
  bool responds;
  /// Whether a search of the responder chain for the selector passes over objects of the class: they do not respond, and the class overrides
  /// nothing that the search would call.
  bool passed_over;
} carob_found;

#define CAROB_FOUND_COUNT 2048

/// A cache of results; several pairs of class and selector share an entry. In C, so that no access has to check whether it is
/// initialized.
extern const carob_found *carob_found_places[CAROB_FOUND_COUNT] __attribute__((visibility("hidden")));

static inline const carob_found **carob_found_place(uintptr_t cls, uintptr_t selector) {
  return &carob_found_places[((cls >> 4) ^ (selector >> 5)) & (CAROB_FOUND_COUNT - 1)];
}

/// Whether this is a result for the class. The caller knows that the selector is right.
static inline bool carob_found_is_for(const carob_found *found, uintptr_t cls) {
  return __atomic_load_n(&found->cls, __ATOMIC_RELAXED) == cls;
}

/// The cached result; NULL if it must be looked up.
static inline const carob_found *carob_find(uintptr_t cls, uintptr_t selector) {
  const carob_found *found = __atomic_load_n(carob_found_place(cls, selector), __ATOMIC_ACQUIRE);
  return found && found->selector == selector && carob_found_is_for(found, cls) ? found : NULL;
}

static inline void carob_keep_found(const carob_found *found, uintptr_t cls) {
  __atomic_store_n(carob_found_place(cls, found->selector), found, __ATOMIC_RELEASE);
}

/// Marks the result as outdated, because the class's table has changed.
static inline void carob_forget_found(carob_found *found) { __atomic_store_n(&found->cls, 0, __ATOMIC_RELAXED); }

/// The class of an object.
static inline uintptr_t carob_class(const void *object) { return *(const uintptr_t *)object; }

/// Calls a closure that takes up to two objects and returns nothing. The caller keeps its context.
// OPTIMIZATION: as Swift calls a closure, but without retaining its context. A closure with fewer arguments ignores the registers of the others.
static inline void carob_call_closure(void *code, void *context, void *first, void *second) {
  typedef __attribute__((swiftcall)) void (*body)(void *, void *, __attribute__((swift_context)) void *);
  ((body)code)(first, second, context);
}

/// Calls the code, which is not NULL. Its context is never freed.
static inline void carob_call(const carob_found *found, void *code, void *target, void *argument) {
  carob_call_closure(code, found->context, target, argument);
}

// MARK: The stack

/// Stores the start addresses of the functions on this thread's stack, innermost first, without this one; returns their number.
size_t carob_running_functions(uintptr_t *starts, size_t capacity);

/// Installs handlers of fatal signals that write the frames of the thread to standard error, innermost first, a line
/// `carob: frame LIBRARY OFFSET` for each, separated by tabs. Then the previous handler runs. If a timer or a queue runs what the app
/// registered, `carob: frame @ FILE LINE` or `carob: frame @ LIBRARY OFFSET +` tells where it was registered.
void carob_report_crashes(void);

/// Whether the address belongs to the toolchain's standard library, Foundation or Dispatch.
bool carob_is_toolchains(const void *address);

// MARK: The processor

/// Prefetches the memory for writing.
static inline void carob_prefetch(const void *address) { __builtin_prefetch(address, 1); }
/// Prefetches the memory for reading.
static inline void carob_prefetch_for_reading(const void *address) { __builtin_prefetch(address, 0); }

/// Tells the processor that the thread is spinning.
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
