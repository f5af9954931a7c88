#ifndef CAROB_THREADS_H
#define CAROB_THREADS_H

#include <stdbool.h>
#include <stdint.h>

// What Swift cannot say of threads: variables of a thread that are reached in one instruction, sleeping on a word, and
// the runtime's reference from an object that may be on its way out.

#ifdef __cplusplus
extern "C" {
#endif

/// What the runtime keeps for each thread.
typedef struct {
  /// The thread's `Hazards.Record`; NULL until it has one.
  void *record;
  /// The event in whose handling the thread is; 0 for none.
  uint64_t cause;
  /// Whether it is the thread that started the app.
  bool is_main;
} carob_thread_state;

// NB: the SDK's library is there when the process starts, so its variables lie at a known distance from the thread's
// block; without the model every access would be a call.
extern __thread carob_thread_state carob_thread __attribute__((tls_model("initial-exec"), visibility("hidden")));

static inline void *carob_thread_record(void) { return carob_thread.record; }
static inline void carob_thread_set_record(void *record) { carob_thread.record = record; }
static inline uint64_t carob_thread_cause(void) { return carob_thread.cause; }
static inline void carob_thread_set_cause(uint64_t cause) { carob_thread.cause = cause; }
static inline bool carob_thread_is_main(void) { return carob_thread.is_main; }
static inline void carob_thread_set_main(void) { carob_thread.is_main = true; }

/// A reference to the object, or NULL if its deinitialization has begun. Its memory must exist.
// NB: the compiler reserves the runtime's own name; it is part of the runtime's stable interface.
extern void *carob_try_retain(void *object) __asm__("swift_tryRetain");

// Whether somebody listens to the journal. Here and not in Swift, so that an app's code, too, asks in one instruction.
extern bool carob_is_recording_flag;

// A stale read only loses or adds an event at the very start: it is written before the app's code runs.
static inline bool carob_is_recording(void) { return __atomic_load_n(&carob_is_recording_flag, __ATOMIC_RELAXED); }
static inline void carob_set_recording(bool value) { __atomic_store_n(&carob_is_recording_flag, value, __ATOMIC_RELAXED); }

/// Sleeps while the word has this value, or a moment less.
void carob_sleep_on(uint32_t *word, uint32_t value);
/// Wakes one thread that sleeps on the word.
void carob_wake_one(uint32_t *word);

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
