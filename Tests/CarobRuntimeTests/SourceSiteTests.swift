import Glibc
import RuntimeTestSupport
import TestSupport
import Testing

@testable import CarobRuntime

/// Where an app registered something.
@Suite struct SourceSiteTests {
  @Test func `a place outside a known project is its file's name and line`() {
    #expect(SourceSite("/somewhere/App/Sub/View.swift", 14).text == "View.swift:14")
    #expect(SourceSite("View.swift", 1).text == "View.swift:1")
  }

  @Test func `a place of the SDK is none`() {
    let site = SourceSite("/home/me/carob/Sources/SDK/UIKit/UIView.swift", 9)
    #expect(site.text == nil)
    #expect(site.isOfSDK)
    #expect(!SourceSite("/home/me/App/UIView.swift", 9).isOfSDK)
    #expect(SourceSite.text("/x/Sources/SDK/A.swift", 1) == nil)
    #expect(SourceSite.text("/x/Sources/A.swift", 1) == "A.swift:1")
  }

  @Test func `a place without a file is none`() {
    #expect(SourceSite("", 3).text == nil)
    #expect(!SourceSite("", 3).isOfSDK)
  }

  @Test func `a place in the project is relative to it, also in a folder of the SDK's name`() async {
    for root in ["/home/me/Project", "/home/me/Project/"] {
      await #expect(processExitsWith: .success) { [root = root as String] in
        setenv("CAROB_PROJECT_ROOT", root, 1)
        #expect(SourceSite("/home/me/Project/Sub/View.swift", 14).text == "Sub/View.swift:14")
        #expect(SourceSite("/home/me/Project/Sources/SDK/View.swift", 2).text == "Sources/SDK/View.swift:2")
        #expect(!SourceSite("/home/me/Project/Sources/SDK/View.swift", 2).isOfSDK)
        #expect(SourceSite.text("/home/me/Project/Sources/SDK/View.swift", 2) == "Sources/SDK/View.swift:2")
        #expect(SourceSite("/home/me/ProjectX/Sources/SDK/View.swift", 2).isOfSDK)
        #expect(SourceSite("/home/me/Other/View.swift", 3).text == "View.swift:3")
      }
    }
    await #expect(processExitsWith: .success) {
      setenv("CAROB_PROJECT_ROOT", "", 1)
      #expect(SourceSite("/home/me/Project/Sub/View.swift", 14).text == "View.swift:14")
      #expect(SourceSite("/home/me/Sources/SDK/View.swift", 2).isOfSDK)
    }
  }

  @Test func `a thread's running place is set, and the previous one is returned`() {
    onThreads(1) { _ in
      let none = SourceSite.exchangeRunning(SourceSite("/a/First.swift", 1))
      #expect(none.text == nil)
      let first = SourceSite.exchangeRunning(SourceSite("/a/Second.swift", 2))
      #expect(first.text == "First.swift:1")
      let second = SourceSite.exchangeRunning(first)
      #expect(second.text == "Second.swift:2")
      #expect(SourceSite.exchangeRunning(none).text == "First.swift:1")
    }
  }

  @Test func `the line of an address in this program is found`() throws {
    struct Closure { let body: (Int) -> Int }
    let closure = Closure { $0 + 1 }
    let line = #line - 1
    // As a return address, which is behind the call.
    let address = unsafeBitCast(closure, to: (UInt, UInt).self).0 + 1
    let place = try #require(SourcePlace.pathAndLine(of: address))
    #expect(place.path.hasSuffix("SourceSiteTests.swift"))
    #expect(place.line == line)
    #expect(SourcePlace.text(of: address) == "SourceSiteTests.swift:\(line)")
    // The second time it is known.
    #expect(SourcePlace.pathAndLine(of: address)?.line == line)
    let other = Closure { $0 + 2 }
    let otherLine = #line - 1
    let third = Closure { $0 + 3 }
    for (closure, line) in [(other, otherLine), (third, otherLine + 2)] {
      let address = unsafeBitCast(closure, to: (UInt, UInt).self).0 + 1
      #expect(SourcePlace.pathAndLine(of: address)?.line == line)
    }
    #expect(SourcePlace.pathAndLine(of: 8) == nil)
    #expect(SourcePlace.text(of: 8) == nil)
  }
}

/// Compiles C code to a library, and loads it while `body` runs.
private func withLibrary(
  _ code: String, _ name: String, _ mode: Int32,
  _ body: (_ handle: UnsafeMutableRawPointer, _ source: String) throws -> Void
) throws {
  let base = "/tmp/\(name)-\(getpid())"
  let (source, library) = ("\(base).c", "\(base).so")
  let file = try #require(fopen(source, "w"))
  fputs(code, file)
  fclose(file)
  defer {
    unlink(source)
    unlink(library)
  }
  let words = ["clang", "-shared", "-fPIC", "-g", "-o", library, source]
  var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
  defer { arguments.forEach { free($0) } }
  var (process, status): (pid_t, Int32) = (0, 0)
  try #require(posix_spawnp(&process, "clang", nil, nil, &arguments, environ) == 0)
  waitpid(process, &status, 0)
  try body(#require(dlopen(library, mode)), source)
}

@Suite struct LateLibraryTests {
  @Test func `the line of an address in a library that was loaded later is found`() throws {
    _ = SourcePlace.pathAndLine(of: 8)
    try withLibrary("int carob_late(void) {\n  return 1;\n}\n", "carob-late", RTLD_NOW) { handle, source in
      let function = try #require(dlsym(handle, "carob_late"))
      let place = SourcePlace.pathAndLine(of: UInt(bitPattern: function) + 1)
      #expect(place?.path == source)
      #expect(place?.line == 1)
    }
  }
}

/// What the virtual-time layer is told, with a library in its place that remembers it.
@Suite struct VirtualTimeLayerTests {
  private static let layer = """
    static unsigned long (*capture)(void);
    static void (*enter)(unsigned long);
    static int owned = -1;
    void carob_vt_set_cause_hooks(const void *hooks) {
      capture = hooks ? ((void **)hooks)[0] : 0;
      enter = hooks ? ((void **)hooks)[1] : 0;
    }
    void carob_vt_own_eventfd(int descriptor) { owned = descriptor; }
    int carob_test_has_hooks(void) { return capture && enter; }
    unsigned long carob_test_capture(void) { return capture(); }
    void carob_test_enter(unsigned long cause) { enter(cause); }
    int carob_test_owned(void) { return owned; }
    """

  private static func function<Function>(_ name: String, _ type: Function.Type) throws -> Function {
    unsafeBitCast(try #require(dlsym(nil, name)), to: type)
  }

  @Test func `threads that the layer creates carry causes as long as the journal records`() async {
    await #expect(processExitsWith: .success) {
      try withLibrary(Self.layer, "carob-layer", RTLD_NOW | RTLD_GLOBAL) { _, _ in
        let hasHooks = try Self.function("carob_test_has_hooks", (@convention(c) () -> Int32).self)
        let capture = try Self.function("carob_test_capture", (@convention(c) () -> UInt64).self)
        let enter = try Self.function("carob_test_enter", (@convention(c) (UInt64) -> Void).self)
        #expect(hasHooks() == 0)
        Journal.start(JournalRecorder.ignoringEverything())
        try #require(hasHooks() == 1)
        #expect(capture() == 0)
        Journal.deliverRegistered(.timer, "tick") {
          #expect(Journal.cause != 0)
          #expect(capture() == Journal.cause)
          enter(77)
          #expect(Journal.cause == 77)
        }
        Journal.stop()
        #expect(hasHooks() == 0)
      }
    }
  }

  @Test func `the layer is told which event descriptors only this process signals`() async {
    await #expect(processExitsWith: .success) {
      try withLibrary(Self.layer, "carob-layer", RTLD_NOW | RTLD_GLOBAL) { _, _ in
        let owned = try Self.function("carob_test_owned", (@convention(c) () -> Int32).self)
        #expect(owned() == -1)
        VirtualTime.own(eventDescriptor: 12)
        #expect(owned() == 12)
      }
    }
  }
}

/// The device's side of the process.
@Suite struct ProcessTests {
  @Test func `why time is not virtual is said in words`() {
    let problems = (0...5).map { fault in VirtualTime.problem(isAskedFor: true) { fault } }
    #expect(problems[0] == nil)
    #expect(problems.dropFirst().allSatisfy { $0?.isEmpty == false })
    #expect(Set(problems.map { $0 ?? "" }).count == 6)
    #expect(problems[5]?.contains("5") == true)
    #expect(VirtualTime.problem(isAskedFor: true, check: nil)?.contains("LD_PRELOAD") == true)
    #expect(VirtualTime.problem(isAskedFor: false, check: nil) == nil)
    #expect(VirtualTime.problem(isAskedFor: false) { 0 } == nil)
  }

  @Test func `virtual time is asked for by the environment`() async {
    #expect(!VirtualTime.isAskedFor)
    #expect(VirtualTime.problem == nil)
    VirtualTime.own(eventDescriptor: -1)
    VirtualTime.setBusy(true)
    VirtualTime.setBusy(false)
    await #expect(processExitsWith: .success) {
      setenv("CAROB_TIME_FD", "9", 1)
      #expect(VirtualTime.isAskedFor)
      #expect(VirtualTime.problem?.contains("LD_PRELOAD") == true)
    }
    #expect(VirtualTime.exitStatus == EX_OSERR)
  }

  @Test func `the clock counts seconds from its origin`() async {
    let nanoseconds = Clock.nanoseconds
    #expect(Clock.nanoseconds >= nanoseconds)
    Clock.noteThatAppReads()
    await #expect(processExitsWith: .success) {
      Clock.origin = Clock.nanoseconds
      #expect(Clock.now >= 0 && Clock.now < 60)
      Clock.origin &-= 3_600_000_000_000
      #expect(Clock.now >= 3600 && Clock.now < 3660)
      Clock.origin = Clock.nanoseconds + 7_200_000_000_000
      #expect(Clock.now < -7100)
    }
  }

  @Test func `a crash names its frames`() async {
    let silent = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { abort() }
    #expect(!warnings(of: silent).contains { $0.hasPrefix("carob: frame\t") })
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      CrashFrames.report()
      abort()
    }
    #expect(warnings(of: result).contains { $0.hasPrefix("carob: frame\t") })
  }

  @Test func `a global is static, an object is not`() {
    let object = Log()
    #expect(
      Diagnostics.isStatic(
        UnsafeRawPointer(unsafeBitCast(Log.self as AnyClass, to: UnsafePointer<UInt>.self))))
    #expect(!Diagnostics.isStatic(UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())))
    withExtendedLifetime(object) {}
  }
}

@Suite struct DeviceSwitchTests {
  @Test func `the media delay is kept`() async {
    await #expect(processExitsWith: .success) {
      #expect(DeviceSwitches.mediaDelay == 0.75)
      DeviceSwitches.mediaDelay = 2
      #expect(DeviceSwitches.mediaDelay == 2)
    }
  }

  @Test func `a music command goes to the player that the app used first`() async {
    await #expect(processExitsWith: .success) {
      #expect(DeviceSwitches.music("play") == "the app uses no music player")
      #expect(DeviceSwitches.music("dance") == "there is no music command 'dance'")
      let log = Log()
      DeviceSwitches.installMusicPlayer {
        log("first \($0)")
        return $0 == .next ? "the queue is empty" : nil
      }
      DeviceSwitches.installMusicPlayer {
        log("second \($0)")
        return nil
      }
      for command in ["play", "pause", "stop", "next", "previous"] {
        #expect(DeviceSwitches.music(command) == (command == "next" ? "the queue is empty" : nil))
      }
      #expect(log.events == ["first play", "first pause", "first stop", "first next", "first previous"])
      #expect(DeviceSwitches.MusicCommand.allCases.count == 5)
    }
  }
}
