import ChildProcess
import Foundation
import Testing

/// The test acts as the device: what the process requests, and that its time does not exceed what was granted.
struct GateTests {
  /// A program with a gate and a socket of its own, as the device starts apps.
  final class FakeDevice {
    let child: ChildProcess
    private let gate: Int32
    private let wire: Int32

    struct Question: Equatable {
      /// In nanoseconds since the device started.
      let now: Int64
      let next: Int64
      /// 1: the main thread is working, 2: it waits for descriptors meanwhile.
      let state: Int64
    }

    init(_ program: String, _ arguments: [String], start: Int64) throws {
      var gates: [Int32] = [0, 0]
      var wires: [Int32] = [0, 0]
      let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
      _ = socketpair(AF_UNIX, kind, 0, &gates)
      _ = socketpair(AF_UNIX, kind, 0, &wires)
      child = try Laboratory.shared.get().start(
        program, arguments,
        environment: ["CAROB_TIME_FD": "100", "CAROB_DEVICE_FD": "101", "CAROB_TIME_START": String(start)],
        descriptors: [100: gates[1], 101: wires[1]])
      close(gates[1])
      close(wires[1])
      gate = gates[0]
      wire = wires[0]
    }

    deinit {
      close(gate)
      close(wire)
    }

    /// The next request; nil if the process has closed the gate.
    func question() -> Question? {
      var numbers: [Int64] = [0, 0, 0]
      let count = numbers.withUnsafeMutableBytes { recv(gate, $0.baseAddress, 24, Int32(MSG_WAITALL)) }
      return count == 24 ? Question(now: numbers[0], next: numbers[1], state: numbers[2]) : nil
    }

    func grant(_ limit: Int64) {
      var answer = limit
      _ = Glibc.send(gate, &answer, 8, Int32(MSG_NOSIGNAL))
    }

    /// Requests a description of the process's threads instead of answering.
    func description() -> String {
      grant(.min + 1)
      var length: Int64 = 0
      guard recv(gate, &length, 8, Int32(MSG_WAITALL)) == 8, length >= 0, length < 1 << 20 else { return "" }
      var bytes = [UInt8](repeating: 0, count: Int(length))
      let count = recv(gate, &bytes, bytes.count, Int32(MSG_WAITALL))
      return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    func send(_ text: String) { _ = Glibc.send(wire, text, text.utf8.count, Int32(MSG_NOSIGNAL)) }

    /// The program's output and status after its end.
    func finish() -> Outcome { Outcome(child.finish()) }

    /// Closes the device's end of the gate.
    func disappear() { shutdown(gate, Int32(SHUT_RDWR)) }
  }

  private let second: Int64 = 1_000_000_000

  @Test func `time does not exceed the grant, and input comes before time`() throws {
    let device = try FakeDevice("calls", ["device"], start: 5 * second)
    // The program waits for input or a second.
    var asked = try #require(device.question())
    #expect(asked.now / 1000 == 5 * second / 1000)
    #expect(asked.next / 1000 == 6 * second / 1000)
    // Less than it requested: it requests again, from there.
    device.grant(5 * second + second / 2)
    asked = try #require(device.question())
    #expect(asked.now == 5 * second + second / 2)
    #expect(asked.next / 1000 == 6 * second / 1000)
    // Input at the present instant.
    device.send("a")
    device.grant(asked.now)
    #expect(device.child.line() == "5500 a")
    asked = try #require(device.question())
    #expect(asked.now / 1000 == (5 * second + second / 2) / 1000)
    #expect(asked.next / 1000 == (6 * second + second / 2) / 1000)
    // Input comes before the time that was granted.
    device.send("b")
    device.grant(asked.next)
    #expect(device.child.line() == "5500 b")
    // Within that grant time passes without another request.
    asked = try #require(device.question())
    device.grant(20 * second)
    #expect(device.child.line() == "6500 -")
    #expect(device.child.line() == "7500 -")
    device.send("q")
    device.grant(20 * second)
    let rest = device.finish()
    #expect(rest.status == 0)
    #expect(rest.errors == "")
  }

  @Test func `a clock in real time is set to the present time, after input`() throws {
    let device = try FakeDevice("calls", ["device"], start: 5 * second)
    var asked = try #require(device.question())
    device.send("a")
    device.grant(.min)
    device.grant(-(5 * second + second / 4))
    #expect(device.child.line() == "5250 a")
    asked = try #require(device.question())
    #expect(asked.next / 1000 == (6 * second + second / 4) / 1000)
    // Late: the deadline fires at the present time, and once.
    device.grant(-(9 * second))
    #expect(device.child.line() == "9000 -")
    asked = try #require(device.question())
    #expect(asked.now / 1000 == 9 * second / 1000)
    device.send("q")
    device.grant(-asked.now)
    #expect(device.finish().status == 0)
  }

  @Test func `a process that waits for input only reports no deadline`() throws {
    let device = try FakeDevice("calls", ["device"], start: 0)
    var asked = try #require(device.question())
    device.send("w")
    device.grant(asked.now)
    #expect(device.child.line() == "0 w")
    asked = try #require(device.question())
    #expect(asked.next == Int64.max)
    // The script waits: time passes nevertheless.
    device.grant(7 * second)
    asked = try #require(device.question())
    #expect(asked.now == 7 * second)
    #expect(asked.next == Int64.max)
    device.send("z")
    device.grant(asked.now)
    #expect(device.child.line() == "7000 waited for z")
    asked = try #require(device.question())
    device.send("q")
    device.grant(asked.now)
    #expect(device.finish().status == 0)
  }

  @Test func `a process with a gate does not report a deadlock`() throws {
    let device = try FakeDevice("calls", ["deadlock"], start: 0)
    var asked = try #require(device.question())
    device.grant(asked.next)
    asked = try #require(device.question())
    #expect(asked.next == Int64.max)
    device.disappear()
    #expect(device.finish().status == 0)
  }

  @Test func `a process describes its threads, and continues as without the request`() throws {
    let device = try FakeDevice("calls", ["deadlock"], start: 0)
    var asked = try #require(device.question())
    device.grant(asked.next)
    asked = try #require(device.question())
    for _ in 1...2 {
      let lines = device.description().split(separator: "\n").map {
        $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      }
      let threads = lines.filter { $0.first == "thread" }
      // The main thread waits for the lock that the other one holds, which waits for a semaphore that nobody signals.
      #expect(threads.count == 2)
      #expect(threads.first?[1] == "0" && threads.first?[3] == "1")
      #expect(threads.last?[1] == "1" && threads.last?[3] == "-1")
      #expect(lines.contains { $0.first == "frame" && $0[1].hasSuffix("/calls") })
    }
    device.grant(asked.now)
    let again = try #require(device.question())
    #expect(again == asked)
    device.disappear()
    #expect(device.finish().status == 0)
  }

  @Test func `a wait in a handler is distinguished from an idle run loop`() throws {
    let device = try FakeDevice("calls", ["busy"], start: 0)
    var states: [Int64] = []
    while let asked = device.question() {
      states.append(asked.state)
      device.grant(asked.next)
    }
    #expect(states == [1, 3, 0])
    #expect(device.finish().status == 0)
  }

  @Test func `the SDK's own reads of the clock tick and do not count as polling`() throws {
    let outcome = try Laboratory.shared.get().calls("own-reads")
    #expect(outcome.output == "ticked 10000\n")
  }

  @Test func `the process exits without an error when the device has ended`() throws {
    let device = try FakeDevice("calls", ["device"], start: 0)
    _ = try #require(device.question())
    device.disappear()
    let outcome = device.finish()
    #expect(outcome.status == 0)
    #expect(outcome.output == "")
    #expect(outcome.errors == "")
  }

  @Test func `the proof program behaves the same under a gate`() throws {
    let laboratory = try Laboratory.shared.get()
    let alone = try laboratory.run("proof", environment: ["CAROB_VIRTUAL": "1", "CAROB_SEED": "1"])
    let device = try FakeDevice("proof", [], start: 0)
    while let asked = device.question() { device.grant(asked.next) }
    let gated = device.finish()
    let times = { (text: String) in text.split(separator: "\n").filter { !$0.contains("addresses") } }
    #expect(times(gated.output) == times(alone.output))
  }
}
