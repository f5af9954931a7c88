// Sources that are not resumed (M-134), releases, and barriers that have no effect (M-132).

#include "internal.h"

#include <string.h>

// MARK: Sources

/// A source that has not been resumed yet.
typedef struct dormant {
  void *source;
  const void *place;
  uint64_t number;
  struct dormant *next;
} dormant;

static dormant *dormants;
static uint64_t created;

/// Unlinks the record of a source. Call with the lock held.
static dormant *take(void *source) {
  for (dormant **link = &dormants; *link != NULL; link = &(*link)->next) {
    if ((*link)->source != source) continue;
    dormant *found = *link;
    __atomic_store_n(link, found->next, __ATOMIC_RELAXED);
    return found;
  }
  return NULL;
}

bool dh_source_is_dormant(void *object, const void **place) {
  for (dormant *source = dormants; source != NULL; source = source->next) {
    if (source->source != object) continue;
    *place = source->place;
    return true;
  }
  return false;
}

static void check_dormant(void *context) {
  uint64_t number = (uint64_t)(uintptr_t)context;
  const void *place = NULL;
  pthread_mutex_lock(&dh_lock);
  for (dormant *source = dormants; source != NULL; source = source->next) {
    if (source->number == number) place = source->place;
  }
  pthread_mutex_unlock(&dh_lock);
  if (place != NULL) dh_warn("M-134", place, "source was created but not resumed");
}

static void give_file(void *source, dh_file *file) {
  if (source == NULL) return dh_file_forget(file);
  dh_file_made(file, source);
  DH_NEXT(void (*)(void *, void *), "dispatch_set_context")(source, file);
  DH_NEXT(void (*)(void *, work_function), "dispatch_set_finalizer_f")(source, dh_file_forget);
  dh_file_set_default_handler(source, file);
}

DH_INTERPOSE uintptr_t dispatch_source_get_data(void *source) {
  dh_file *file = dh_file_of(source);
  if (file != NULL) return dh_file_events(file);
  return DH_NEXT(uintptr_t (*)(void *), "dispatch_source_get_data")(source);
}

DH_INTERPOSE uintptr_t dispatch_source_get_mask(void *source) {
  dh_file *file = dh_file_of(source);
  if (file != NULL) return dh_file_mask(file);
  return DH_NEXT(uintptr_t (*)(void *), "dispatch_source_get_mask")(source);
}

DH_INTERPOSE uintptr_t dispatch_source_get_handle(void *source) {
  dh_file *file = dh_file_of(source);
  if (file != NULL) return (uintptr_t)dh_file_descriptor(file);
  return DH_NEXT(uintptr_t (*)(void *), "dispatch_source_get_handle")(source);
}

DH_INTERPOSE void *dispatch_source_create(const void *type, uintptr_t handle, uintptr_t mask, void *queue) {
  dh_file *file;
  int notifier = dh_file_begin(handle, &file);
  void *source = DH_NEXT(void *(*)(const void *, uintptr_t, uintptr_t, void *), "dispatch_source_create")(
    type, file == NULL ? handle : (uintptr_t)notifier, mask, queue);
  if (file != NULL) give_file(source, file);
  const void *place = dh_is_watching() && source != NULL ? DH_PLACE() : NULL;
  dormant *record = place != NULL ? malloc(sizeof *record) : NULL;
  if (record == NULL) return source;
  pthread_mutex_lock(&dh_lock);
  free(take(source));
  *record = (dormant){.source = source, .place = place, .number = ++created, .next = dormants};
  __atomic_store_n(&dormants, record, __ATOMIC_RELAXED);
  uint64_t number = record->number;
  pthread_mutex_unlock(&dh_lock);
  dh_check_later((void *)(uintptr_t)number, check_dormant);
  return source;
}

static void wake(void *object) {
  if (__atomic_load_n(&dormants, __ATOMIC_RELAXED) == NULL) return;
  pthread_mutex_lock(&dh_lock);
  free(take(object));
  pthread_mutex_unlock(&dh_lock);
}

// MARK: Suspended objects

/// A suspension that has not been resumed yet.
typedef struct suspension {
  void *object;
  const void *place;
  struct suspension *next;
} suspension;

static suspension *suspensions;

bool dh_is_suspended(void *object, const void **place) {
  for (suspension *known = suspensions; known != NULL; known = known->next) {
    if (known->object != object) continue;
    *place = known->place;
    return true;
  }
  return false;
}

static void end_suspension(void *object) {
  if (__atomic_load_n(&suspensions, __ATOMIC_RELAXED) == NULL) return;
  pthread_mutex_lock(&dh_lock);
  for (suspension **link = &suspensions; *link != NULL; link = &(*link)->next) {
    suspension *found = *link;
    if (found->object != object) continue;
    __atomic_store_n(link, found->next, __ATOMIC_RELAXED);
    free(found);
    break;
  }
  pthread_mutex_unlock(&dh_lock);
}

DH_INTERPOSE void dispatch_suspend(void *object) {
  suspension *begun = dh_is_watching() ? malloc(sizeof *begun) : NULL;
  if (begun != NULL) {
    const void *place = DH_PLACE();
    pthread_mutex_lock(&dh_lock);
    *begun = (suspension){.object = object, .place = place, .next = suspensions};
    __atomic_store_n(&suspensions, begun, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&dh_lock);
  }
  DH_NEXT(void (*)(void *), "dispatch_suspend")(object);
}

DH_INTERPOSE void dispatch_resume(void *object) {
  wake(object);
  end_suspension(object);
  DH_ASKING(DH_RESUME, object);
  DH_NEXT(void (*)(void *), "dispatch_resume")(object);
  DH_ASKED();
}

DH_INTERPOSE void dispatch_activate(void *object) {
  wake(object);
  DH_NEXT(void (*)(void *), "dispatch_activate")(object);
}

DH_INTERPOSE void dispatch_release(void *object) {
  DH_ASKING(DH_RELEASE, object);
  DH_NEXT(void (*)(void *), "dispatch_release")(object);
  DH_ASKED();
}

// MARK: Barriers

/// The layout that libdispatch publishes for debuggers, up to the width.
typedef struct {
  uint16_t version, label, label_size, flags, flags_size, serial_number, serial_number_size, width, width_size;
} queue_offsets;

static bool is_serial(const void *queue) {
  static const queue_offsets *known;
  const queue_offsets *offsets = __atomic_load_n(&known, __ATOMIC_RELAXED);
  if (offsets == NULL) {
    offsets = dlsym(RTLD_NEXT, "dispatch_queue_offsets");
    __atomic_store_n(&known, offsets, __ATOMIC_RELAXED);
  }
  if (offsets == NULL || offsets->width_size != sizeof(uint16_t)) return false;
  uint16_t width;
  memcpy(&width, (const char *)queue + offsets->width, sizeof width);
  return width == 1;
}

static bool is_global(const void *queue) {
  static const long classes[] = {0x21, 0x19, 0x15, 0x11, 0x09, 0};
  void *(*global)(long, unsigned long) = DH_NEXT(void *(*)(long, unsigned long), "dispatch_get_global_queue");
  for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
    if (queue == global(classes[i], 0)) return true;
  }
  return false;
}

// M-132: on such a queue a barrier is a block like any other (F-71).
DH_HIDDEN void dh_check_barrier(void *queue, const void *place) {
  if (place == NULL || !dh_is_watching()) return;
  const char *kind = is_global(queue) ? "a global queue" : is_serial(queue) ? "a serial queue" : NULL;
  if (kind == NULL) return;
  const char *label = DH_NEXT(const char *(*)(void *), "dispatch_queue_get_label")(queue);
  dh_warn("M-132", place, "barrier has no effect on %s (\"%s\")", kind, label == NULL ? "" : label);
}
