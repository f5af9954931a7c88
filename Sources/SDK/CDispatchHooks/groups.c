// Groups: unbalanced enters (F-69, M-127 to M-129), and waiting for them on the main thread (M-131).

#include "internal.h"

/// One for each address that a group ever had; reset when another group is created at the address.
struct dh_group {
  void *group;
  int entered;
  int tasks;
  const void *first;
  /// Incremented when a balanced group is entered.
  uint64_t round;
  uint64_t checked_round;
  /// Where a work item was cancelled before it began, while the group was not empty.
  const void *cancelled;
  dh_group *next;
};

enum { BUCKETS = 256 };
static dh_group *buckets[BUCKETS];

static dh_group *find(void *group, bool makes) {
  dh_group **bucket = &buckets[((uint64_t)(uintptr_t)group * UINT64_C(0x9E3779B97F4A7C15)) >> 56];
  for (dh_group *record = *bucket; record != NULL; record = record->next) {
    if (record->group == group) return record;
  }
  dh_group *record = makes ? calloc(1, sizeof *record) : NULL;
  if (record == NULL) return NULL;
  record->group = group;
  record->next = *bucket;
  *bucket = record;
  return record;
}

dh_group *dh_group_of(void *group) {
  if (!dh_is_watching()) return NULL;
  pthread_mutex_lock(&dh_lock);
  dh_group *record = find(group, true);
  pthread_mutex_unlock(&dh_lock);
  return record;
}

void dh_group_task(dh_group *group, int change) {
  if (group != NULL) __atomic_add_fetch(&group->tasks, change, __ATOMIC_RELAXED);
}

void dh_groups_note_cancelled(const void *place) {
  pthread_mutex_lock(&dh_lock);
  for (int i = 0; i < BUCKETS; i++) {
    for (dh_group *record = buckets[i]; record != NULL; record = record->next) {
      if (record->entered > 0) record->cancelled = place;
    }
  }
  pthread_mutex_unlock(&dh_lock);
}

DH_INTERPOSE void *dispatch_group_create(void) {
  void *group = DH_NEXT(void *(*)(void), "dispatch_group_create")();
  if (!dh_is_watching()) return group;
  pthread_mutex_lock(&dh_lock);
  dh_group *record = find(group, false);
  if (record != NULL) {
    record->entered = 0;
    __atomic_store_n(&record->tasks, 0, __ATOMIC_RELAXED);
    record->cancelled = NULL;
    record->round++;
  }
  pthread_mutex_unlock(&dh_lock);
  return group;
}

DH_INTERPOSE void dispatch_group_enter(void *group) {
  if (dh_is_watching()) {
    const void *place = DH_PLACE();
    pthread_mutex_lock(&dh_lock);
    dh_group *record = find(group, true);
    if (record != NULL && record->entered++ == 0) {
      record->first = place;
      record->cancelled = NULL;
      record->round++;
    }
    pthread_mutex_unlock(&dh_lock);
  }
  DH_NEXT(void (*)(void *), "dispatch_group_enter")(group);
}

DH_INTERPOSE void dispatch_group_leave(void *group) {
  if (dh_is_watching()) {
    pthread_mutex_lock(&dh_lock);
    dh_group *record = find(group, false);
    if (record != NULL && record->entered > 0) record->entered--;
    pthread_mutex_unlock(&dh_lock);
  }
  DH_ASKING(DH_GROUP_LEAVE, group);
  DH_NEXT(void (*)(void *), "dispatch_group_leave")(group);
  DH_ASKED();
}

typedef struct {
  dh_group *record;
  uint64_t round;
} balance_check;

static void check_balance(void *context) {
  balance_check check = *(balance_check *)context;
  free(context);
  pthread_mutex_lock(&dh_lock);
  dh_group record = *check.record;
  pthread_mutex_unlock(&dh_lock);
  if (record.entered == 0 || record.round != check.round) return;
  if (record.cancelled != NULL) {
    dh_warn("M-129", record.cancelled, "cancelled item never leaves its group");
  } else {
    dh_warn("M-128", record.first, "group has %d unfinished enter%s; first at <place>", record.entered,
      record.entered == 1 ? "" : "s");
  }
}

/// Called when a thread waits for the group: if it has not become balanced after `DH_PATIENCE`, it may never.
static void watch_balance(void *group) {
  pthread_mutex_lock(&dh_lock);
  dh_group *record = find(group, false);
  bool begins = record != NULL && record->entered > 0 && record->checked_round != record->round;
  balance_check *check = begins ? malloc(sizeof *check) : NULL;
  if (check != NULL) {
    record->checked_round = record->round;
    *check = (balance_check){.record = record, .round = record->round};
  }
  pthread_mutex_unlock(&dh_lock);
  if (check != NULL) dh_check_later(check, check_balance);
}

/// Reports a wait without time-out that takes long (M-135).
typedef struct {
  const void *place;
  /// Set by the wait or the check, whichever ends first; the other one frees the record.
  bool is_over;
} patience;

static void check_patience(void *context) {
  patience *wait = context;
  if (__atomic_exchange_n(&wait->is_over, true, __ATOMIC_ACQ_REL)) {
    free(wait);
  } else {
    dh_warn("M-135", wait->place, "wait without timeout exceeded %ds", DH_PATIENCE);
  }
}

static patience *begin_patience(uint64_t timeout, const void *place) {
  if (!dh_reporter.is_strict || timeout != UINT64_MAX || place == NULL) return NULL;
  patience *wait = malloc(sizeof *wait);
  if (wait == NULL) return NULL;
  *wait = (patience){.place = place};
  dh_check_later(wait, check_patience);
  return wait;
}

static void end_patience(patience *wait) {
  if (wait != NULL && __atomic_exchange_n(&wait->is_over, true, __ATOMIC_ACQ_REL)) free(wait);
}

static const uint64_t now = 0;

DH_INTERPOSE long dispatch_group_wait(void *group, uint64_t timeout) {
  patience *wait = NULL;
  if (dh_is_watching() && timeout != now) {
    const void *place = DH_PLACE();
    pthread_mutex_lock(&dh_lock);
    dh_group *record = find(group, true);
    int count = record == NULL ? 0 : record->entered + __atomic_load_n(&record->tasks, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&dh_lock);
    if (count > 0 && place != NULL && dh_is_main_thread()) {
      dh_warn("M-131", place, "main thread waits for %d task%s; deadlock if one of them needs main", count,
        count == 1 ? "" : "s");
    }
    watch_balance(group);
    if (count > 0) wait = begin_patience(timeout, place);
  }
  long result = DH_NEXT(long (*)(void *, uint64_t), "dispatch_group_wait")(group, timeout);
  end_patience(wait);
  return result;
}

DH_INTERPOSE long dispatch_semaphore_wait(void *semaphore, uint64_t timeout) {
  long (*next)(void *, uint64_t) = DH_NEXT(long (*)(void *, uint64_t), "dispatch_semaphore_wait");
  patience *wait = NULL;
  if (dh_is_watching() && timeout != now && (dh_is_main_thread() || dh_reporter.is_strict)) {
    const void *place = DH_PLACE();
    if (place != NULL) {
      if (next(semaphore, now) == 0) return 0;
      if (dh_is_main_thread()) {
        dh_warn("M-131", place, "main thread waits for a semaphore; deadlock if the signaling code needs main");
      }
      wait = begin_patience(timeout, place);
    }
  }
  long result = next(semaphore, timeout);
  end_patience(wait);
  return result;
}

/// Called by the notifying functions (causes.c).
DH_HIDDEN void dh_group_is_awaited(void *group) {
  if (dh_is_watching()) watch_balance(group);
}
