// The device gate: the device decides how far time may go. When no thread can run, the process writes the time of its next
// deadline, and reads how far the clock may jump. Until the answer comes the whole process waits: that is how an app is suspended.

#include "internal.h"

#include <fcntl.h>
#include <string.h>

bool vt_has_gate;
bool vt_is_paced;
int64_t vt_granted;

static int gate = -1;

/// Whether the main thread is working: carob_vt_set_busy.
static bool is_busy;

VT_INTERPOSE void carob_vt_set_busy(int busy) { is_busy = busy != 0; }

/// An answer that requests a description of all threads.
#define VT_DESCRIBE (INT64_MIN + 1)

/// The bits of a request's third word.
enum { BUSY = 1, MAIN_WAITS_FOR_DESCRIPTORS = 2 };

static int64_t state(void) {
  // It is also busy between two handlers that never end, for example blocks that submit each other: then it waits only because it
  // polls.
  bool pauses = vt_first_thread->state == VT_WAITING && vt_first_thread->kind == VT_WAIT_POLLING;
  if (!is_busy && !pauses) return 0;
  // The first thread is the main thread.
  bool waits = vt_first_thread->state == VT_WAITING && vt_first_thread->kind == VT_WAIT_DESCRIPTORS;
  return BUSY | (waits ? MAIN_WAITS_FOR_DESCRIPTORS : 0);
}

/// The app closed its end of the gate. It cannot continue, and must not seem to have exited normally.
static void lost_gate(void) {
  vt_report("the app closed descriptor %d, through which the device controls its time", gate);
  _exit(70);
}

void vt_gate_open(int descriptor) {
  gate = descriptor;
  vt_has_gate = true;
  vt_granted = vt_now;
  vt_raw(SYS_fcntl, gate, F_SETFD, FD_CLOEXEC);
}

/// Reads or writes all of `buffer`. If the device has closed the gate, the app exits.
static void transfer(long call, void *buffer, size_t length) {
  char *position = buffer;
  while (length > 0) {
    long moved = vt_raw(call, gate, position, length);
    if (moved == -EINTR) continue;
    if (moved == -EAGAIN) {
      struct pollfd wait = {.fd = gate, .events = call == SYS_read ? POLLIN : POLLOUT};
      vt_raw(SYS_ppoll, &wait, 1, NULL, NULL, 8);
      continue;
    }
    if (moved == -EBADF || moved == -EINVAL) lost_gate();
    if (moved <= 0) _exit(0);
    position += moved;
    length -= (size_t)moved;
  }
}

/// Waits until the device launches the app that this process was started for in advance, and takes the wall clock at device time 0
/// from it. Called by the host before it loads the app.
VT_INTERPOSE void carob_vt_wait_for_launch(void) {
  vt_start();
  if (!vt_has_gate) return;
  int64_t wall_clock;
  transfer(SYS_read, &wall_clock, sizeof wall_clock);
  vt_wall_clock_at_start = wall_clock;
}

/// OPTIMIZATION: the device usually answers within microseconds, much faster than a sleeping processor wakes up. So the thread
/// polls for a while before it sleeps, and yields the processor between polls.
static void look_for_answer(void) {
  const int64_t patience = VT_MILLISECOND / 10;
  int64_t begun = vt_real_clock(CLOCK_MONOTONIC);
  do {
    char first;
    long found = vt_raw(SYS_recvfrom, gate, &first, 1, MSG_DONTWAIT | MSG_PEEK, NULL, NULL);
    if (found != -EAGAIN) return;
    vt_raw(SYS_sched_yield);
  } while (vt_real_clock(CLOCK_MONOTONIC) - begun < patience);
}

void vt_gate_ask(int64_t next) {
  int64_t question[3] = {vt_now, next, state()};
  int64_t answer;
  // Without SIGPIPE, which would look like a crash of the app if the device has ended.
  char *position = (char *)question;
  size_t left = sizeof question;
  while (left > 0) {
    long sent = vt_raw(SYS_sendto, gate, position, left, MSG_NOSIGNAL, NULL, 0);
    if (sent == -ENOTSOCK) {
      transfer(SYS_write, position, left);
      break;
    }
    if (sent == -EINTR) continue;
    if (sent == -EBADF) lost_gate();
    if (sent <= 0) _exit(0);
    position += sent;
    left -= (size_t)sent;
  }
  if (!vt_is_paced) look_for_answer();
  transfer(SYS_read, &answer, sizeof answer);
  while (answer == VT_DESCRIBE) {
    // The device wants to report why the app does not become idle. Write the length and the text; the answer follows afterwards.
    size_t length;
    const char *text = vt_describe_for_device(&length);
    int64_t announced = (int64_t)length;
    transfer(SYS_write, &announced, sizeof announced);
    transfer(SYS_write, (void *)text, length);
    transfer(SYS_read, &answer, sizeof answer);
  }
  if (answer == INT64_MIN) {
    // From now on the device's clock runs in real time; the answer follows.
    vt_is_paced = true;
    transfer(SYS_read, &answer, sizeof answer);
  }
  if (answer < 0) {
    // The end of a suspension: time has passed. Pending input is handled before the deadlines that are due.
    answer = -answer;
    if (answer > vt_now) vt_now = answer;
  }
  vt_granted = answer;
  vt_counters.grants++;
  vt_progress++;
}
