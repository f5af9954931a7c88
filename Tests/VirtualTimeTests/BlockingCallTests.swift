import Testing

/// Every call that waits, in one process: each line is the virtual millisecond and what happened. The programs wait for whole
/// seconds, which do not pass in real time.
struct BlockingCallTests {
  private func expect(
    _ check: String, _ timeline: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let outcome = try Laboratory.shared.get().calls(check)
    #expect(outcome.output == timeline + "\n", sourceLocation: sourceLocation)
    #expect(outcome.errors == "", sourceLocation: sourceLocation)
    #expect(outcome.status == 0, sourceLocation: sourceLocation)
  }

  @Test func `sleeps take virtual time`() throws {
    try expect(
      "sleeps",
      """
      3000 nanosleep
      3500 usleep
      5500 sleep
      7000 clock_nanosleep, absolute
      8000 clock_nanosleep, relative
      8000 invalid: EINVAL
      """)
  }

  @Test func `all clocks agree and start at the device's epoch`() throws {
    try expect(
      "clocks",
      """
      0 a read takes 1 ns
      0 wall clock 1767260460
      0 agree: 1 1
      0 uptime 1000 s
      0 processors 4
      """)
  }

  @Test func `the device sets the wall clock`() throws {
    let outcome = try Laboratory.shared.get().run(
      "calls", ["clocks"],
      environment: ["CAROB_VIRTUAL": "1", "CAROB_TIME_EPOCH": "1800000000000000000"])
    #expect(outcome.output.contains("0 wall clock 1800000000\n"))
    #expect(outcome.output.contains("0 uptime 1000 s\n"))
  }

  @Test func `folders are listed in the order of names`() throws {
    try expect(
      "folders",
      """
      0 read: . .. a10 a9 b c k m y z, errno 0
      0 behind b: c
      0 from the start: .
      0 closed: 0
      0 walked: a10 a9 b c k m y z
      """)
  }

  @Test func `polling the clock lets time pass`() throws {
    try expect("polling", "2002 two seconds polled: 1")
  }

  @Test func `yielding in a loop lets time pass`() throws {
    try expect("yielding", "102 flag seen: 1")
  }

  @Test func `mutexes time out, hand over and detect their owner`() throws {
    try expect(
      "mutex",
      """
      0 other holds
      1001 timedlock: ETIMEDOUT
      2001 clocklock: ETIMEDOUT
      2001 trylock: EBUSY
      3000 other releases
      3000 lock: ok
      3000 error-checking again: EDEADLK
      3000 recursive again: ok
      """)
  }

  @Test func `conditions wait on the clock that they were created with`() throws {
    try expect(
      "condition",
      """
      1000 timedwait: ETIMEDOUT
      2000 clockwait: ETIMEDOUT
      3000 timedwait, monotonic: ETIMEDOUT
      7000 until the distant future: ok
      7000 invalid: EINVAL
      """)
  }

  @Test func `threads wake in the order in which they began to wait`() throws {
    try expect(
      "order",
      """
      2 signalled: 0 1 of 2
      2 all: 01234567
      """)
  }

  @Test func `read-write locks time out and admit readers together`() throws {
    try expect(
      "rwlock",
      """
      1000 timedrdlock: ETIMEDOUT
      2000 timedwrlock: ETIMEDOUT
      3000 clockrdlock: ETIMEDOUT
      4000 clockwrlock: ETIMEDOUT
      5000 reader in
      5000 reader in
      6000 wrlock: ok
      """)
  }

  @Test func `spin locks, barriers and once-only initialisation wait`() throws {
    try expect(
      "others",
      """
      700 spin lock
      2700 serial: after 2000
      2700 barrier passed
      4700 serial: after 2000
      4700 barrier passed
      5700 once: 1
      """)
  }

  @Test func `semaphores time out and are posted`() throws {
    try expect(
      "semaphore",
      """
      1000 timedwait: ETIMEDOUT
      2000 clockwait: ETIMEDOUT
      2000 trywait: EAGAIN
      5000 wait: ok
      """)
  }

  @Test func `a signal handler may post a semaphore`() throws {
    try expect("post-from-handler", "1000 wait: ok")
  }

  @Test func `a thread waits for a stream's lock whose holder waits`() throws {
    try expect(
      "streams",
      """
      1000 a written
      2000 b written
      3000 c written
      """)
  }

  @Test func `futexes wait, wake, move and inherit as the kernel's do`() throws {
    try expect(
      "futex",
      """
      1000 wait: ETIMEDOUT
      1000 other value: EAGAIN
      2000 bitset: ETIMEDOUT
      3000 bitset, wall clock: ETIMEDOUT
      4000 wake: 1
      4000 requeue: 2
      4000 woken: ok
      4000 woken: ok
      5000 wake requeued: 1
      5000 woken: ok
      5001 trylock: EAGAIN
      6000 lock: ok
      6000 lock again: EDEADLK
      """)
  }

  @Test func `threads end after their destructors and are joined then`() throws {
    try expect(
      "threads",
      """
      0 destructor 1
      1000 destructor 2
      2000 destructor 3
      3000 joined: 42
      3000 tryjoin: EBUSY
      4000 timedjoin: ETIMEDOUT
      5000 clockjoin: ETIMEDOUT
      6000 join: ok
      6040 many detached threads
      """)
  }

  @Test func `waits are cancellation points`() throws {
    try expect(
      "cancellation",
      """
      1000 cleanup, mutex held: ok
      1000 condition: cancelled
      2000 sleep: cancelled
      4000 refused
      5000 refusing: not cancelled
      6000 read: cancelled
      """)
  }

  @Test func `the process outlives its main thread`() throws {
    try expect("main-exit", "5000 after main")
  }

  @Test func `poll waits for time and for descriptors`() throws {
    try expect(
      "poll",
      """
      1000 poll: 0
      2000 ppoll: 0
      2500 poll nothing: 0
      2500 poll at once: 0
      5500 poll forever: 1
      """)
  }

  @Test func `a signal of an eventfd that a loop owns is noticed at once, from any thread`() throws {
    try expect(
      "owned-eventfds",
      """
      1000 quiet: 0
      2000 quiet: 0
      2000 signalled: 1
      2000 not read: 1
      2000 read: 0
      5000 by a thread: 1
      5000 read: 0
      5000 by a handler: 1
      6000 another: 0
      6000 through a copy: 1
      """)
  }

  @Test func `select waits and returns the remaining time`() throws {
    try expect(
      "select",
      """
      1000 select: 0, set 0, left 0
      2000 pselect: 0
      5000 select: 1, set 1, left 7 s
      """)
  }

  @Test func `epoll waits and reports a one-shot descriptor once`() throws {
    try expect(
      "epoll",
      """
      1000 epoll_wait: 0
      2000 epoll_pwait: 0
      5000 epoll_wait: 1, 7
      6000 one shot: 0
      """)
  }

  @Test func `descriptors above 1024 work like the others`() throws {
    try expect(
      "high-descriptors",
      """
      3000 read: 1
      3000 poll: 1
      3000 select: 1
      4000 timer above 1024: 1
      """)
  }

  @Test func `timer descriptors expire, repeat, count and are disarmed`() throws {
    try expect(
      "timers",
      """
      0 left 1000
      1000 expired 1
      1500 expired 1
      2000 expired 1
      3700 missed 3
      3700 not yet: EAGAIN
      4700 absolute: ok
      9700 disarmed: 0
      """)
  }

  @Test func `writes to a full pipe wait until it is drained`() throws {
    try expect(
      "pipes",
      """
      2000 written 300000
      2000 drained 300000
      5000 eventfd_read: ok
      8000 readv: 5
      8000 broken: EPIPE
      """)
  }

  @Test func `sockets wait to receive and to send`() throws {
    try expect(
      "sockets",
      """
      1000 recv: 4
      3000 recv, all: 8
      3000 recv, not waiting: EAGAIN
      5000 recv, at most 2 s: EAGAIN
      6000 recvmsg: 4
      9000 send: 1048576
      9000 sendmsg: 1000000
      9000 received 2048576
      """)
  }

  @Test func `servers wait for connections`() throws {
    try expect(
      "connections",
      """
      1000 connect: ok
      1000 TCP accepted: ok
      2000 TCP received: 1
      3000 connect: ok
      3000 Unix accepted: ok
      4000 Unix received: 1
      """)
  }

  @Test func `signals interrupt, are waited for and come from alarms`() throws {
    try expect(
      "signals",
      """
      1000 pause: EINTR, handled 10
      2000 sigsuspend: EINTR, handled 10
      3000 sigwait: ok 1
      4000 sigtimedwait: EAGAIN
      4000 sigwaitinfo: 1
      5000 signalfd: 1
      6000 nanosleep: EINTR, left 4 s
      7000 handled at once: 0
      7000 pause: EINTR
      8000 handled at once: 0
      8000 pause: EINTR
      10000 alarm: EINTR, handled 1
      11000 interval timer
      11500 interval timer
      12000 interval timer
      """)
  }

  @Test func `child processes run in real time while the clock stands still`() throws {
    try expect(
      "processes",
      """
      0 waitpid: ok, status 0
      1000 tick
      2000 tick
      3000 tick
      4000 tick
      5000 tick
      5000 system: 0
      5000 waitid: ok, status 3
      5000 fork: ok
      5000 its clock is real: 5
      """)
  }

  @Test func `a lock of a file waits for its holder`() throws {
    try expect(
      "file-lock",
      """
      0 not waiting: EAGAIN
      100 lock: ok
      """)
  }
}
