// Causes across deferral: what is handed to Dispatch carries the event in whose handling that happened. The journal sets the
// hooks; without them, or without a cause, every call goes through as it is.
//
// A block is replaced by one of ours that holds it and the cause, a function's context by one that holds both. Blocks made by
// dispatch_block_create (DispatchWorkItem) stay what they are, because Dispatch reads flags and groups from them; the
// block inside is replaced when they are made, so that such an item's cause is that of its creation.

#include "internal.h"

#include <dlfcn.h>
#include <stdlib.h>

static carob_vt_cause_hooks hooks;

VT_INTERPOSE void carob_vt_set_cause_hooks(const carob_vt_cause_hooks *set) {
  hooks = set == NULL ? (carob_vt_cause_hooks){0} : *set;
}

static uint64_t capture(void) { return hooks.capture != NULL && vt_calling_thread() != NULL ? hooks.capture() : 0; }

static void enter(uint64_t cause) {
  if (hooks.enter != NULL) hooks.enter(cause);
}

static void leave(void) {
  if (hooks.leave != NULL) hooks.leave();
}

/// libdispatch's own function, looked up once per call site.
#define VT_NEXT(type, name) ({ \
  static __typeof__(type) found; \
  if (found == NULL) found = (__typeof__(type))dlsym(RTLD_NEXT, name); \
  if (found == NULL) abort(); \
  found; \
})

// MARK: Blocks

/// The documented layout of a block (clang's Block ABI).
typedef struct block {
  void *class;
  int flags;
  int reserved;
  void (*invoke)(struct block *);
  const struct block_descriptor *descriptor;
} block;

typedef struct block_descriptor {
  unsigned long reserved;
  unsigned long size;
  void (*copy)(void *destination, const void *source);
  void (*dispose)(const void *disposed);
} block_descriptor;

/// What stands in for a block: itself a block, which captures the other one.
typedef struct {
  block head;
  block *inner;
  uint64_t cause;
} carrier;

static void *copy_block(const void *copied) { return VT_NEXT(void *(*)(const void *), "_Block_copy")(copied); }

static void copy_carrier(void *destination, const void *source) {
  ((carrier *)destination)->inner = copy_block(((const carrier *)source)->inner);
}

static void dispose_of_carrier(const void *disposed) {
  VT_NEXT(void (*)(const void *), "_Block_release")(((const carrier *)disposed)->inner);
}

static void invoke_carrier(block *self) {
  carrier *carried = (carrier *)self;
  enter(carried->cause);
  carried->inner->invoke(carried->inner);
  leave();
}

/// How Dispatch recognises the blocks that dispatch_block_create made: they all have this function.
static void (*work_item_invoke)(block *);

/// A carrier for `inner` on the caller's stack (Dispatch copies the blocks that it keeps), or `inner` itself.
static block *carry(block *inner, carrier *place) {
  static const block_descriptor descriptor = {
    .size = sizeof(carrier), .copy = copy_carrier, .dispose = dispose_of_carrier};
  enum { HAS_COPY_AND_DISPOSE = 1 << 25 };
  static void *stack_class;
  uint64_t cause = inner == NULL || inner->invoke == work_item_invoke ? 0 : capture();
  if (cause == 0) return inner;
  if (stack_class == NULL) stack_class = dlsym(RTLD_DEFAULT, "_NSConcreteStackBlock");
  if (stack_class == NULL) return inner;
  *place = (carrier){
    .head = {.class = stack_class, .flags = HAS_COPY_AND_DISPOSE, .invoke = invoke_carrier, .descriptor = &descriptor},
    .inner = inner, .cause = cause};
  return &place->head;
}

VT_INTERPOSE void dispatch_async(void *queue, block *work) {
  carrier place;
  VT_NEXT(void (*)(void *, block *), "dispatch_async")(queue, carry(work, &place));
}

VT_INTERPOSE void dispatch_barrier_async(void *queue, block *work) {
  carrier place;
  VT_NEXT(void (*)(void *, block *), "dispatch_barrier_async")(queue, carry(work, &place));
}

VT_INTERPOSE void dispatch_after(uint64_t when, void *queue, block *work) {
  carrier place;
  VT_NEXT(void (*)(uint64_t, void *, block *), "dispatch_after")(when, queue, carry(work, &place));
}

VT_INTERPOSE void dispatch_group_async(void *group, void *queue, block *work) {
  carrier place;
  VT_NEXT(void (*)(void *, void *, block *), "dispatch_group_async")(group, queue, carry(work, &place));
}

VT_INTERPOSE void dispatch_group_notify(void *group, void *queue, block *work) {
  carrier place;
  VT_NEXT(void (*)(void *, void *, block *), "dispatch_group_notify")(group, queue, carry(work, &place));
}

VT_INTERPOSE void dispatch_block_notify(block *item, void *queue, block *work) {
  carrier place;
  VT_NEXT(void (*)(block *, void *, block *), "dispatch_block_notify")(item, queue, carry(work, &place));
}

VT_INTERPOSE void dispatch_source_set_event_handler(void *source, block *work) {
  carrier place;
  VT_NEXT(void (*)(void *, block *), "dispatch_source_set_event_handler")(source, carry(work, &place));
}

VT_INTERPOSE block *dispatch_block_create(unsigned long flags, block *work) {
  carrier place;
  block *item = VT_NEXT(block *(*)(unsigned long, block *), "dispatch_block_create")(flags, carry(work, &place));
  if (item != NULL) work_item_invoke = item->invoke;
  return item;
}

VT_INTERPOSE block *dispatch_block_create_with_qos_class(unsigned long flags, unsigned qos, int priority, block *work) {
  carrier place;
  block *item = VT_NEXT(block *(*)(unsigned long, unsigned, int, block *), "dispatch_block_create_with_qos_class")(
    flags, qos, priority, carry(work, &place));
  if (item != NULL) work_item_invoke = item->invoke;
  return item;
}

// MARK: Functions

typedef void (*work_function)(void *context);

typedef struct {
  work_function work;
  void *context;
  uint64_t cause;
} errand;

static void run_errand(void *context) {
  errand run = *(errand *)context;
  free(context);
  enter(run.cause);
  run.work(run.context);
  leave();
}

/// Replaces function and context if there is a cause to carry. For work that runs exactly once.
static void send_on_errand(work_function *work, void **context) {
  uint64_t cause = capture();
  errand *sent = cause == 0 ? NULL : malloc(sizeof *sent);
  if (sent == NULL) return;
  *sent = (errand){.work = *work, .context = *context, .cause = cause};
  *context = sent;
  *work = run_errand;
}

VT_INTERPOSE void dispatch_async_f(void *queue, void *context, work_function work) {
  send_on_errand(&work, &context);
  VT_NEXT(void (*)(void *, void *, work_function), "dispatch_async_f")(queue, context, work);
}

VT_INTERPOSE void dispatch_barrier_async_f(void *queue, void *context, work_function work) {
  send_on_errand(&work, &context);
  VT_NEXT(void (*)(void *, void *, work_function), "dispatch_barrier_async_f")(queue, context, work);
}

VT_INTERPOSE void dispatch_after_f(uint64_t when, void *queue, void *context, work_function work) {
  send_on_errand(&work, &context);
  VT_NEXT(void (*)(uint64_t, void *, void *, work_function), "dispatch_after_f")(when, queue, context, work);
}

VT_INTERPOSE void dispatch_group_async_f(void *group, void *queue, void *context, work_function work) {
  send_on_errand(&work, &context);
  VT_NEXT(void (*)(void *, void *, void *, work_function), "dispatch_group_async_f")(group, queue, context, work);
}

VT_INTERPOSE void dispatch_group_notify_f(void *group, void *queue, void *context, work_function work) {
  send_on_errand(&work, &context);
  VT_NEXT(void (*)(void *, void *, void *, work_function), "dispatch_group_notify_f")(group, queue, context, work);
}
