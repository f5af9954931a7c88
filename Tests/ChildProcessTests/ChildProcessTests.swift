import ChildProcess
import Foundation
import Testing

@Suite struct ChildProcessTests {
  @Test func `output, errors and status are separate, or joined in the order of writing`() throws {
    let command = ["sh", "-c", "echo one; echo two >&2; echo three; exit 7"]
    let apart = try ChildProcess.run(command)
    #expect(apart.text == "one\nthree\n")
    #expect(apart.errorText == "two\n")
    #expect(apart.status == 7)
    let joined = try ChildProcess.run(command, joinsErrors: true)
    #expect(joined.text == "one\ntwo\nthree\n")
    #expect(joined.errors.isEmpty)
  }

  @Test func `the status of a signal is 128 plus its number`() throws {
    #expect(try ChildProcess.run(["sh", "-c", "kill -9 $$"]).status == 137)
  }

  @Test func `a missing program is an error that names it`() {
    #expect {
      try ChildProcess.run(["/nowhere/program"])
    } throws: {
      "\($0)" == "cannot start /nowhere/program: No such file or directory"
    }
    #expect(throws: ChildProcess.StartError.self) { try ChildProcess.run(["no-such-program-in-path"]) }
    #expect(throws: ChildProcess.StartError.self) { try ChildProcess.run(["true"], directory: "/nowhere") }
  }

  @Test func `the working directory and the variables are the given ones`() throws {
    let outcome = try ChildProcess.run(
      ["/bin/sh", "-c", "pwd; env | grep -v '^_=\\|PWD\\|SHLVL'"], directory: "/usr",
      environment: ["A": "b c"])
    #expect(outcome.text == "/usr\nA=b c\n")
    #expect(try ChildProcess.run(["sh", "-c", "echo $PATH"]).text != "\n")
  }

  @Test func `both streams may be longer than a pipe's buffer`() throws {
    let outcome = try ChildProcess.run(
      ["sh", "-c", "head -c 300000 /dev/zero >&2; head -c 400000 /dev/zero; head -c 100000 /dev/zero >&2"])
    #expect(outcome.output.count == 400_000)
    #expect(outcome.errors.count == 400_000)
  }

  @Test func `the child has its streams and the given descriptors only`() throws {
    // A descriptor without close-on-exec, as a library might leave it.
    let stray = open("/dev/null", O_RDONLY)
    let given = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer {
      close(stray)
      close(given)
    }
    // NB: listing the folder would open a descriptor itself.
    let list = "for d in $(seq 0 40); do test -e /proc/$$/fd/$d && echo $d; done; true"
    #expect(try ChildProcess.run(["sh", "-c", list]).text == "0\n1\n2\n")
    let child = try ChildProcess(["sh", "-c", list], descriptors: [5: given, 9: given])
    #expect(child.finish().text == "0\n1\n2\n5\n9\n")
  }

  @Test func `signals that the caller's thread blocks are not blocked in the child`() throws {
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let blocked = try ChildProcess.run(["grep", "SigBlk", "/proc/self/status"]).text
    #expect(blocked == "SigBlk:\t0000000000000000\n")
  }

  @Test func `lines can be read while it runs`() throws {
    let child = try ChildProcess(["sh", "-c", "echo one; echo two; printf three"])
    #expect([child.line(), child.line(), child.line(), child.line()] == ["one", "two", "three", nil])
    #expect(child.finish().status == 0)
  }

  /// Foundation's `Process` hangs if a child inherits the socket of another one.
  @Test func `children that are started concurrently end by themselves`() async throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let long = try ChildProcess(["cat", "/dev/fd/3"], descriptors: [3: ends[0]])
    try await withThrowingTaskGroup(of: Int32.self) { group in
      for number in 0..<24 {
        group.addTask { try ChildProcess.run(["sh", "-c", "exit \(number)"]).status }
      }
      var ended: [Int32] = []
      for try await status in group { ended.append(status) }
      #expect(ended.sorted() == Array(0..<24))
    }
    ends.forEach { close($0) }
    #expect(long.finish().status == 0)
  }

  // MARK: A child that ends with this process

  @Test func `a supervised child has the same output, errors, status and signal`() throws {
    let outcome = try ChildProcess.run(
      ["sh", "-c", "pwd; echo $A; echo two >&2; exit 7"], directory: "/usr",
      environment: ["A": "b", "PATH": "/usr/bin:/bin"],
      endsWithUs: true)
    #expect(outcome.text == "/usr\nb\n" && outcome.errorText == "two\n" && outcome.status == 7)
    #expect(try ChildProcess.run(["sh", "-c", "kill -9 $$"], endsWithUs: true).status == 137)
    #expect(throws: ChildProcess.StartError.self) {
      try ChildProcess.run(["/nowhere/program"], endsWithUs: true)
    }
    #expect(throws: ChildProcess.StartError.self) {
      try ChildProcess.run(["true"], directory: "/nowhere", endsWithUs: true)
    }
  }

  @Test func `many supervised children at once do not block each other`() async throws {
    try await withThrowingTaskGroup(of: Int32.self) { group in
      for index in 0..<24 {
        group.addTask { try ChildProcess.run(["sh", "-c", "exit \(index)"], endsWithUs: true).status }
      }
      var statuses: Set<Int32> = []
      for try await status in group { statuses.insert(status) }
      #expect(statuses == Set(0..<24))
    }
  }
}
