// Carries causes along with deferred work: work that is submitted to Dispatch runs with the cause of its submitter. The journal
// sets the hooks; without them every call is passed through unchanged.
//
// A block is replaced by one of ours that holds it and the cause, a function's context by one that holds both. Blocks from
// dispatch_block_create (DispatchWorkItem) are not replaced, because Dispatch reads flags and groups from them. Instead the
// block inside is replaced when the item is created, so that the item's cause is the cause of its creation.

#include "internal.h"

DH_HIDDEN void dh_group_is_awaited(void *group);
DH_HIDDEN void dh_check_barrier(void *queue, const void *place);

static carob_dispatch_cause_hooks installed;
static const carob_dispatch_cause_hooks *hooks;

DH_INTERPOSE void carob_dispatch_set_cause_hooks(const carob_dispatch_cause_hooks *set) {
  // NB: work that was submitted before still calls the old hooks, so they are never freed.
  if (set != NULL) installed = *set;
  __atomic_store_n(&hooks, set == NULL ? NULL : &installed, __ATOMIC_RELEASE);
}

static bool is_carrying(void) { return __atomic_load_n(&hooks, __ATOMIC_ACQUIRE) != NULL; }

// MARK: Work items

/// The state of a DispatchWorkItem; owned by the block inside it.
typedef struct item_state {
  const block *item;
  bool has_begun;
  struct item_state *next;
} item_state;

static item_state *items;

bool dh_item_has_begun(block *item) {
  bool has_begun = true;
  pthread_mutex_lock(&dh_lock);
  for (item_state *state = items; state != NULL; state = state->next) {
    if (state->item == item) has_begun = __atomic_load_n(&state->has_begun, __ATOMIC_RELAXED);
  }
  pthread_mutex_unlock(&dh_lock);
  return has_begun;
}

static void forget(item_state *state) {
  pthread_mutex_lock(&dh_lock);
  for (item_state **link = &items; *link != NULL; link = &(*link)->next) {
    if (*link != state) continue;
    *link = state->next;
    break;
  }
  pthread_mutex_unlock(&dh_lock);
  free(state);
}

// MARK: Blocks

/// Replaces a block: itself a block, which captures the other one.
typedef struct {
  block head;
  block *inner;
  uint64_t cause;
  const void *place;
  dh_group *group;
  item_state *item;
  dh_file *file;
} carrier;

static void *copy_block(const void *copied) { return DH_NEXT(void *(*)(const void *), "_Block_copy")(copied); }

static void copy_carrier(void *destination, const void *source) {
  block *inner = ((const carrier *)source)->inner;
  if (inner != NULL) ((carrier *)destination)->inner = copy_block(inner);
}

static void dispose_of_carrier(const void *disposed) {
  const carrier *carried = disposed;
  if (carried->inner != NULL) DH_NEXT(void (*)(const void *), "_Block_release")(carried->inner);
  if (carried->item != NULL) forget(carried->item);
}

static uint64_t enter(uint64_t cause, const void *place) {
  return is_carrying() ? installed.enter(cause, place) : 0;
}

static void leave(uint64_t previous) {
  if (is_carrying()) installed.leave(previous);
}

// MARK: Quality of service

static void (*quality_noter)(unsigned quality);
static _Thread_local unsigned noted_quality;

DH_INTERPOSE void carob_dispatch_note_qualities(void (*note)(unsigned quality)) {
  __atomic_store_n(&quality_noter, note, __ATOMIC_RELEASE);
}

DH_INTERPOSE unsigned carob_dispatch_current_quality(void) {
  void *queue = DH_NEXT(void *(*)(void), "dispatch_get_current_queue")();
  return queue == NULL ? 0 : DH_NEXT(unsigned (*)(void *, int *), "dispatch_queue_get_qos_class")(queue, NULL);
}

/// F-193. The main thread has its QoS class from the beginning.
static void note_quality(void) {
  void (*note)(unsigned) = __atomic_load_n(&quality_noter, __ATOMIC_ACQUIRE);
  if (note == NULL || dh_is_main_thread()) return;
  unsigned quality = carob_dispatch_current_quality();
  if (quality == noted_quality) return;
  noted_quality = quality;
  note(quality);
}

static _Thread_local const void *running_place;

DH_INTERPOSE const void *carob_dispatch_running_place(void) { return running_place; }

static void invoke_carrier(block *self) {
  carrier *carried = (carrier *)self;
  if (carried->file != NULL && (!dh_file_collect(carried->file) || carried->inner == NULL)) return;
  if (carried->item != NULL) __atomic_store_n(&carried->item->has_begun, true, __ATOMIC_RELAXED);
  bool carries = carried->cause != 0 || carried->place != NULL;
  uint64_t previous = carries ? enter(carried->cause, carried->place) : 0;
  const void *outer_place = running_place;
  if (carried->place != NULL) {
    running_place = carried->place;
    note_quality();
  }
  carried->inner->invoke(carried->inner);
  running_place = outer_place;
  if (carries) leave(previous);
  dh_group_task(carried->group, -1);
}

static void invoke_iteration(block *self, size_t index) {
  carrier *carried = (carrier *)self;
  uint64_t previous = enter(carried->cause, NULL);
  ((void (*)(block *, size_t))(void *)carried->inner->invoke)(carried->inner, index);
  leave(previous);
}

/// The function of all blocks from dispatch_block_create, by which Dispatch recognizes them.
static void (*work_item_invoke)(block *);
static bool is_work_item(const block *work) {
  return work->invoke == __atomic_load_n(&work_item_invoke, __ATOMIC_RELAXED);
}

/// A carrier on the caller's stack (Dispatch copies the blocks that it keeps).
static block *make_carrier(block *inner, uint64_t cause, const void *place, carrier *made) {
  static const block_descriptor descriptor = {
    .size = sizeof(carrier), .copy = copy_carrier, .dispose = dispose_of_carrier};
  enum { HAS_COPY_AND_DISPOSE = 1 << 25 };
  static void *known_class;
  void *stack_class = __atomic_load_n(&known_class, __ATOMIC_RELAXED);
  if (stack_class == NULL) {
    stack_class = dlsym(RTLD_DEFAULT, "_NSConcreteStackBlock");
    __atomic_store_n(&known_class, stack_class, __ATOMIC_RELAXED);
  }
  if (stack_class == NULL) return inner;
  *made = (carrier){
    .head = {.class = stack_class, .flags = HAS_COPY_AND_DISPOSE, .invoke = invoke_carrier, .descriptor = &descriptor},
    .inner = inner, .cause = cause, .place = place};
  return &made->head;
}

/// A carrier for `inner`, or `inner` itself if there is nothing to carry. `caller` is the interposed function's return address.
static block *carry(block *inner, const void *caller, carrier *made) {
  if (!is_carrying() || inner == NULL || is_work_item(inner)) return inner;
  // NB: some functions of libdispatch call other interposed ones with their arguments.
  if (inner->invoke == invoke_carrier) return inner;
  uint64_t cause = installed.capture();
  const void *place = dh_place(caller);
  return cause == 0 && place == NULL ? inner : make_carrier(inner, cause, place, made);
}

/// The same for work that ends before the call returns: it is not recorded as an event.
static block *carry_inside(block *inner, carrier *made) {
  uint64_t cause = is_carrying() && inner != NULL && !is_work_item(inner) ? installed.capture() : 0;
  return cause == 0 ? inner : make_carrier(inner, cause, NULL, made);
}

#define DH_CARRY(work) carry(work, DH_CALLER(), &(carrier){.cause = 0})

DH_INTERPOSE void dispatch_async(void *queue, block *work) {
  DH_NEXT(void (*)(void *, block *), "dispatch_async")(queue, DH_CARRY(work));
}

DH_INTERPOSE void dispatch_barrier_async(void *queue, block *work) {
  dh_check_barrier(queue, DH_PLACE());
  DH_NEXT(void (*)(void *, block *), "dispatch_barrier_async")(queue, DH_CARRY(work));
}

// F-66: the deadline is Dispatch's own; here the block only gets its cause.
DH_INTERPOSE void dispatch_after(uint64_t when, void *queue, block *work) {
  DH_NEXT(void (*)(uint64_t, void *, block *), "dispatch_after")(when, queue, DH_CARRY(work));
}

DH_INTERPOSE void dispatch_group_async(void *group, void *queue, block *work) {
  carrier made;
  block *carried = carry(work, DH_CALLER(), &made);
  dh_group *record = work == NULL || is_work_item(work) ? NULL : dh_group_of(group);
  if (record != NULL) {
    if (carried == work) carried = make_carrier(work, 0, NULL, &made);
    made.group = record;
    dh_group_task(record, 1);
  }
  DH_NEXT(void (*)(void *, void *, block *), "dispatch_group_async")(group, queue, carried);
}

DH_INTERPOSE void dispatch_group_notify(void *group, void *queue, block *work) {
  dh_group_is_awaited(group);
  DH_NEXT(void (*)(void *, void *, block *), "dispatch_group_notify")(group, queue, DH_CARRY(work));
}

DH_INTERPOSE void dispatch_block_notify(block *item, void *queue, block *work) {
  DH_NEXT(void (*)(block *, void *, block *), "dispatch_block_notify")(item, queue, DH_CARRY(work));
}

static void set_event_handler(void *source, block *work) {
  DH_NEXT(void (*)(void *, block *), "dispatch_source_set_event_handler")(source, work);
}

DH_INTERPOSE void dispatch_source_set_event_handler(void *source, block *work) {
  carrier made;
  block *carried = carry(work, DH_CALLER(), &made);
  dh_file *file = dh_file_of(source);
  if (file != NULL) {
    if (carried == work) carried = make_carrier(work, 0, NULL, &made);
    made.file = file;
  }
  set_event_handler(source, carried);
}

void dh_file_set_default_handler(void *source, dh_file *file) {
  carrier made;
  block *reader = make_carrier(NULL, 0, NULL, &made);
  made.file = file;
  set_event_handler(source, reader);
}

DH_INTERPOSE void dispatch_source_set_cancel_handler(void *source, block *work) {
  DH_NEXT(void (*)(void *, block *), "dispatch_source_set_cancel_handler")(source, DH_CARRY(work));
}

DH_INTERPOSE void dispatch_source_set_registration_handler(void *source, block *work) {
  DH_NEXT(void (*)(void *, block *), "dispatch_source_set_registration_handler")(source, DH_CARRY(work));
}

// MARK: Making and cancelling work items

/// The block inside an item. It is always replaced while misuse is reported, to know whether the item has begun.
static block *carry_item(block *work, const void *caller, carrier *made, item_state **state) {
  block *carried = carry(work, caller, made);
  *state = NULL;
  if (!dh_is_watching() || work == NULL) return carried;
  if (carried == work) carried = make_carrier(work, 0, NULL, made);
  if (carried == work || (*state = calloc(1, sizeof **state)) == NULL) return carried;
  made->item = *state;
  return carried;
}

static block *made_item(block *item, item_state *state) {
  if (item != NULL) __atomic_store_n(&work_item_invoke, item->invoke, __ATOMIC_RELAXED);
  if (state == NULL) return item;
  pthread_mutex_lock(&dh_lock);
  state->item = item;
  state->next = items;
  items = state;
  pthread_mutex_unlock(&dh_lock);
  return item;
}

DH_INTERPOSE block *dispatch_block_create(unsigned long flags, block *work) {
  carrier made;
  item_state *state;
  block *carried = carry_item(work, DH_CALLER(), &made, &state);
  return made_item(DH_NEXT(block *(*)(unsigned long, block *), "dispatch_block_create")(flags, carried), state);
}

DH_INTERPOSE block *dispatch_block_create_with_qos_class(unsigned long flags, unsigned qos, int priority, block *work) {
  carrier made;
  item_state *state;
  block *carried = carry_item(work, DH_CALLER(), &made, &state);
  block *item = DH_NEXT(block *(*)(unsigned long, unsigned, int, block *), "dispatch_block_create_with_qos_class")(
    flags, qos, priority, carried);
  return made_item(item, state);
}

DH_INTERPOSE void dispatch_block_cancel(block *item) {
  if (dh_is_watching()) {
    const void *place = DH_PLACE();
    if (!dh_item_has_begun(item)) {
      dh_groups_note_cancelled(place);
    } else if (dh_reporter.is_strict && place != NULL) {
      // F-70
      dh_warn("M-136", place, "cancel() after start only sets isCancelled");
    }
  }
  DH_NEXT(void (*)(block *), "dispatch_block_cancel")(item);
}

// MARK: Work inside the call

DH_INTERPOSE void dispatch_sync(void *queue, block *work) {
  carrier made;
  DH_ASKING(DH_SYNC, queue);
  DH_NEXT(void (*)(void *, block *), "dispatch_sync")(queue, carry_inside(work, &made));
  DH_ASKED();
}

DH_INTERPOSE void dispatch_barrier_sync(void *queue, block *work) {
  carrier made;
  DH_ASKING(DH_SYNC, queue);
  dh_check_barrier(queue, DH_PLACE());
  DH_NEXT(void (*)(void *, block *), "dispatch_barrier_sync")(queue, carry_inside(work, &made));
  DH_ASKED();
}

DH_INTERPOSE void dispatch_apply(size_t iterations, void *queue, block *work) {
  carrier made;
  block *carried = carry_inside(work, &made);
  if (carried != work) carried->invoke = (void (*)(block *))(void *)invoke_iteration;
  DH_NEXT(void (*)(size_t, void *, block *), "dispatch_apply")(iterations, queue, carried);
}

// MARK: Functions

typedef struct {
  work_function work;
  void *context;
  uint64_t cause;
} errand;

static void run_errand(void *context) {
  errand run = *(errand *)context;
  free(context);
  uint64_t previous = enter(run.cause, NULL);
  run.work(run.context);
  leave(previous);
}

/// Replaces function and context if there is a cause to carry. For work that runs exactly once.
static void send_on_errand(work_function *work, void **context) {
  uint64_t cause = is_carrying() ? installed.capture() : 0;
  errand *sent = cause == 0 ? NULL : malloc(sizeof *sent);
  if (sent == NULL) return;
  *sent = (errand){.work = *work, .context = *context, .cause = cause};
  *context = sent;
  *work = run_errand;
}

DH_INTERPOSE void dispatch_async_f(void *queue, void *context, work_function work) {
  send_on_errand(&work, &context);
  DH_NEXT(void (*)(void *, void *, work_function), "dispatch_async_f")(queue, context, work);
}

DH_INTERPOSE void dispatch_barrier_async_f(void *queue, void *context, work_function work) {
  send_on_errand(&work, &context);
  DH_NEXT(void (*)(void *, void *, work_function), "dispatch_barrier_async_f")(queue, context, work);
}

DH_INTERPOSE void dispatch_after_f(uint64_t when, void *queue, void *context, work_function work) {
  send_on_errand(&work, &context);
  DH_NEXT(void (*)(uint64_t, void *, void *, work_function), "dispatch_after_f")(when, queue, context, work);
}

DH_INTERPOSE void dispatch_group_async_f(void *group, void *queue, void *context, work_function work) {
  send_on_errand(&work, &context);
  DH_NEXT(void (*)(void *, void *, void *, work_function), "dispatch_group_async_f")(group, queue, context, work);
}

DH_INTERPOSE void dispatch_group_notify_f(void *group, void *queue, void *context, work_function work) {
  dh_group_is_awaited(group);
  send_on_errand(&work, &context);
  DH_NEXT(void (*)(void *, void *, void *, work_function), "dispatch_group_notify_f")(group, queue, context, work);
}
