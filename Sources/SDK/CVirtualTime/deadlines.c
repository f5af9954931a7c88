// The queue of deadlines: a binary heap ordered by time, then by order of arming.

#include "internal.h"

#include <stdlib.h>

static vt_deadline **heap;
static int count;
static int capacity;
static uint64_t armed;
uint64_t vt_event_count;

static bool is_before(const vt_deadline *a, const vt_deadline *b) {
  return a->time != b->time ? a->time < b->time : a->sequence < b->sequence;
}

static void place(int index, vt_deadline *deadline) {
  heap[index] = deadline;
  deadline->index = index;
}

static void rise(int index, vt_deadline *deadline) {
  while (index > 0) {
    int parent = (index - 1) / 2;
    if (!is_before(deadline, heap[parent])) break;
    place(index, heap[parent]);
    index = parent;
  }
  place(index, deadline);
}

static void sink(int index, vt_deadline *deadline) {
  for (;;) {
    int child = 2 * index + 1;
    if (child >= count) break;
    if (child + 1 < count && is_before(heap[child + 1], heap[child])) child++;
    if (!is_before(heap[child], deadline)) break;
    place(index, heap[child]);
    index = child;
  }
  place(index, deadline);
}

void vt_deadline_prepare(vt_deadline *deadline, void (*fire)(vt_deadline *)) {
  deadline->index = -1;
  deadline->fire = fire;
}

void vt_deadline_disarm(vt_deadline *deadline) {
  int index = deadline->index;
  if (index < 0) return;
  deadline->index = -1;
  vt_deadline *last = heap[--count];
  if (last == deadline) return;
  if (index > 0 && is_before(last, heap[(index - 1) / 2])) {
    rise(index, last);
  } else {
    sink(index, last);
  }
}

void vt_deadline_arm(vt_deadline *deadline, int64_t time) {
  vt_deadline_disarm(deadline);
  if (time == VT_NEVER) return;
  if (count == capacity) {
    capacity = capacity == 0 ? 64 : capacity * 2;
    heap = realloc(heap, (size_t)capacity * sizeof *heap);
    if (heap == NULL) abort();
  }
  deadline->time = time;
  deadline->sequence = ++armed;
  rise(count++, deadline);
}

int64_t vt_deadline_next(void) { return count == 0 ? VT_NEVER : heap[0]->time; }

bool vt_deadline_fire_due(void) {
  if (count == 0 || heap[0]->time > vt_now) return false;
  while (count > 0 && heap[0]->time <= vt_now) {
    vt_deadline *deadline = heap[0];
    vt_deadline_disarm(deadline);
    vt_event_count++;
    deadline->fire(deadline);
  }
  return true;
}
