// Sockets: every call is made without blocking; when it would have blocked, the thread waits for the descriptor.

#include "internal.h"

#include <alloca.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/uio.h>

/// When a receive or send on the socket times out, according to SO_RCVTIMEO or SO_SNDTIMEO.
static int64_t socket_deadline(int descriptor, int option) {
  struct timeval limit = {0};
  socklen_t size = sizeof limit;
  if (vt_raw(SYS_getsockopt, descriptor, SOL_SOCKET, option, &limit, &size) != 0) return VT_NEVER;
  int64_t duration = limit.tv_sec * VT_SECOND + limit.tv_usec * 1000;
  return duration == 0 ? VT_NEVER : vt_deadline_after(duration);
}

int vt_await_descriptor(vt_thread *me, int descriptor, short events, int64_t deadline) __attribute__((visibility("hidden")));

/// After a call that would have blocked: waits, if the socket and the call are in blocking mode.
/// Returns 0 to try again, else the error number.
static int await_socket(vt_thread *me, int descriptor, int flags, short events, int64_t *deadline) {
  if ((flags & MSG_DONTWAIT) != 0 || !vt_is_blocking(descriptor)) {
    vt_count_poll(me);
    return EAGAIN;
  }
  if (*deadline == 0) *deadline = socket_deadline(descriptor, events == POLLIN ? SO_RCVTIMEO : SO_SNDTIMEO);
  return vt_await_descriptor(me, descriptor, events, *deadline);
}

static ssize_t fail(int error) {
  errno = error;
  return -1;
}

// MARK: Receiving

VT_INTERPOSE ssize_t recvfrom(
  int descriptor, void *restrict buffer, size_t length, int flags, struct sockaddr *restrict address,
  socklen_t *restrict address_length) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.recvfrom(descriptor, buffer, length, flags, address, address_length);
  size_t received = 0;
  int64_t deadline = 0;
  for (;;) {
    long result = vt_raw(
      SYS_recvfrom, descriptor, (char *)buffer + received, length - received, flags | MSG_DONTWAIT, address,
      address_length);
    if (result > 0 && (flags & MSG_WAITALL) != 0 && (flags & MSG_PEEK) == 0) {
      received += (size_t)result;
      if (received < length) continue;
      return (ssize_t)received;
    }
    if (result != -EAGAIN) {
      if (received > 0) return (ssize_t)received + (result > 0 ? result : 0);
      return vt_result(result);
    }
    int error = await_socket(me, descriptor, flags, POLLIN, &deadline);
    if (error != 0) return received > 0 ? (ssize_t)received : fail(error);
  }
}

VT_INTERPOSE ssize_t recv(int descriptor, void *buffer, size_t length, int flags) {
  if (vt_calling_thread() == NULL) return vt_real.recv(descriptor, buffer, length, flags);
  return recvfrom(descriptor, buffer, length, flags, NULL, NULL);
}

VT_INTERPOSE ssize_t __recv_chk(int descriptor, void *buffer, size_t length, size_t size, int flags) {
  return recv(descriptor, buffer, length < size ? length : size, flags);
}

VT_INTERPOSE ssize_t recvmsg(int descriptor, struct msghdr *message, int flags) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.recvmsg(descriptor, message, flags);
  // NB: MSG_WAITALL with several buffers is treated as one receive; the caller gets a short count.
  int64_t deadline = 0;
  for (;;) {
    struct msghdr attempt = *message;
    long result = vt_raw(SYS_recvmsg, descriptor, &attempt, (flags & ~MSG_WAITALL) | MSG_DONTWAIT);
    if (result != -EAGAIN) {
      *message = attempt;
      return vt_result(result);
    }
    int error = await_socket(me, descriptor, flags, POLLIN, &deadline);
    if (error != 0) return fail(error);
  }
}

// MARK: Sending

VT_INTERPOSE ssize_t sendto(
  int descriptor, const void *buffer, size_t length, int flags, const struct sockaddr *address,
  socklen_t address_length) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.sendto(descriptor, buffer, length, flags, address, address_length);
  size_t sent = 0;
  int64_t deadline = 0;
  for (;;) {
    long result = vt_raw(
      SYS_sendto, descriptor, (const char *)buffer + sent, length - sent, flags | MSG_DONTWAIT, address,
      address_length);
    if (result >= 0) {
      sent += (size_t)result;
      if (sent >= length || (flags & MSG_DONTWAIT) != 0 || !vt_is_blocking(descriptor)) return (ssize_t)sent;
      continue;
    }
    if (result != -EAGAIN) return sent > 0 ? (ssize_t)sent : vt_result(result);
    int error = await_socket(me, descriptor, flags, POLLOUT, &deadline);
    if (error != 0) return sent > 0 ? (ssize_t)sent : fail(error);
  }
}

VT_INTERPOSE ssize_t send(int descriptor, const void *buffer, size_t length, int flags) {
  if (vt_calling_thread() == NULL) return vt_real.send(descriptor, buffer, length, flags);
  return sendto(descriptor, buffer, length, flags, NULL, 0);
}

VT_INTERPOSE ssize_t sendmsg(int descriptor, const struct msghdr *message, int flags) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.sendmsg(descriptor, message, flags);
  struct msghdr rest = *message;
  struct iovec *parts = alloca((rest.msg_iovlen + 1) * sizeof *parts);
  memcpy(parts, rest.msg_iov, rest.msg_iovlen * sizeof *parts);
  rest.msg_iov = parts;
  ssize_t sent = 0;
  int64_t deadline = 0;
  for (;;) {
    long result = vt_raw(SYS_sendmsg, descriptor, &rest, flags | MSG_DONTWAIT);
    if (result >= 0) {
      sent += result;
      for (size_t left = (size_t)result; rest.msg_iovlen > 0;) {
        if (left < rest.msg_iov->iov_len) {
          rest.msg_iov->iov_base = (char *)rest.msg_iov->iov_base + left;
          rest.msg_iov->iov_len -= left;
          break;
        }
        left -= rest.msg_iov->iov_len;
        rest.msg_iov++;
        rest.msg_iovlen--;
      }
      if (rest.msg_iovlen == 0 || (flags & MSG_DONTWAIT) != 0 || !vt_is_blocking(descriptor)) return sent;
      // Descriptors and credentials were sent with the first bytes.
      rest.msg_control = NULL;
      rest.msg_controllen = 0;
      continue;
    }
    if (result != -EAGAIN) return sent > 0 ? sent : vt_result(result);
    int error = await_socket(me, descriptor, flags, POLLOUT, &deadline);
    if (error != 0) return sent > 0 ? sent : fail(error);
  }
}

// MARK: Connecting

VT_INTERPOSE int accept4(
  int descriptor, struct sockaddr *restrict address, socklen_t *restrict address_length, int flags) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.accept4(descriptor, address, address_length, flags);
  int64_t deadline = 0;
  while (!vt_is_ready(descriptor, POLLIN)) {
    int error = await_socket(me, descriptor, 0, POLLIN, &deadline);
    if (error != 0) return (int)fail(error);
  }
  return (int)vt_result(vt_raw(SYS_accept4, descriptor, address, address_length, flags));
}

VT_INTERPOSE int accept(int descriptor, struct sockaddr *restrict address, socklen_t *restrict address_length) {
  if (vt_calling_thread() == NULL) return vt_real.accept(descriptor, address, address_length);
  return accept4(descriptor, address, address_length, 0);
}

VT_INTERPOSE int connect(int descriptor, const struct sockaddr *address, socklen_t address_length) {
  vt_thread *me = vt_calling_thread();
  if (me == NULL) return vt_real.connect(descriptor, address, address_length);
  long flags = vt_raw(SYS_fcntl, descriptor, F_GETFL);
  if (flags < 0 || (flags & O_NONBLOCK) != 0) return (int)vt_result(vt_raw(SYS_connect, descriptor, address, address_length));
  vt_raw(SYS_fcntl, descriptor, F_SETFL, flags | O_NONBLOCK);
  long result;
  // There is no notification when a Unix socket's full queue has room again.
  while ((result = vt_raw(SYS_connect, descriptor, address, address_length)) == -EAGAIN) {
    vt_wait(me, VT_WAIT_POLLING, NULL, vt_now + VT_MILLISECOND);
  }
  if (result == -EINPROGRESS) {
    vt_external_work_begin();
    struct pollfd wanted = {.fd = descriptor, .events = POLLOUT};
    while (!vt_is_ready(descriptor, POLLOUT)) vt_wait_descriptors(me, &wanted, 1, VT_NEVER);
    vt_external_work_end();
    int error = 0;
    socklen_t size = sizeof error;
    vt_raw(SYS_getsockopt, descriptor, SOL_SOCKET, SO_ERROR, &error, &size);
    result = -error;
  }
  vt_raw(SYS_fcntl, descriptor, F_SETFL, flags);
  return (int)vt_result(result);
}
