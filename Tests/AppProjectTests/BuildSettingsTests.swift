import Testing

@testable import AppProject

struct BuildSettingsTests {
  @Test func `references in parentheses, in braces and as bare words are expanded`() {
    let settings = BuildSettings(levels: [["A": "x", "B": "$(A)-${A}-$A", "C": "<$(B)>"]])
    #expect(settings["C"] == "<x-x-x>")
    #expect(settings.expand("$(NOWHERE)|$(A)") == "|x")
  }

  @Test func `a higher level overrides lower ones and can refer to the inherited value`() {
    let settings = BuildSettings(levels: [["F": "a"], ["F": "$(inherited) b"], ["F": "$(F) c"]])
    #expect(settings["F"] == "a b c")
  }

  @Test func `a reference sees the final value of another setting`() {
    let settings = BuildSettings(levels: [["NAME": "low", "ID": "org.$(NAME)"], ["NAME": "high"]])
    #expect(settings["ID"] == "org.high")
  }

  @Test func `modifiers change the value`() {
    let settings = BuildSettings(levels: [["N": "My App 2é", "E": "", "P": "/a/b.swift"]])
    #expect(settings.expand("$(N:lower)") == "my app 2é")
    #expect(settings.expand("$(N:rfc1034identifier)") == "My-App-2-")
    #expect(settings.expand("$(N:c99extidentifier)") == "My_App_2é")
    #expect(settings.expand("$(N:rfc1034identifier:lower)") == "my-app-2-")
    #expect(settings.expand("$(E:default=d)$(X:default=e)") == "de")
    #expect(settings.expand("$(P:file)|$(P:base)|$(P:dir)|$(P:suffix)") == "b.swift|b|/a|.swift")
  }

  @Test func `nested references compute the names of settings`() {
    let settings = BuildSettings(levels: [["KEY": "DEBUG", "ID_DEBUG": "d", "ID": "$(ID_$(KEY))"]])
    #expect(settings["ID"] == "d")
  }

  @Test func `circular references are resolved without a loop`() {
    let settings = BuildSettings(levels: [["A": "$(B)", "B": "$(A)x"]])
    #expect(settings["A"] == "x")
  }

  @Test func `settings that double each other and deep references stay within the limits`() {
    var level = ["A0": "word"]
    for i in 1...60 { level["A\(i)"] = "$(A\(i - 1))$(A\(i - 1))" }
    let doubling = BuildSettings(levels: [level])
    #expect(doubling["A3"] == String(repeating: "word", count: 8))
    #expect(doubling.expansion(of: "$(A60)") == nil)
    #expect(doubling.expand("$(A60)") == "$(A60)")
    #expect(doubling.firstBeyondBounds() != nil)

    let deep = String(repeating: "$(", count: 100_000) + String(repeating: ")", count: 100_000)
    #expect(BuildSettings().expansion(of: deep) == nil)
    #expect(BuildSettings(levels: [["DEEP": deep, "GOOD": "1"]]).firstBeyondBounds() == "DEEP")
    #expect(BuildSettings().expansion(of: String(repeating: "$(", count: 100_000)) != nil)

    var chain = ["B0": "end"]
    for i in 1...10_000 { chain["B\(i)"] = "$(B\(i - 1))" }
    #expect(BuildSettings(levels: [chain]).expansion(of: "$(B10000)") == nil)
    #expect(BuildSettings(levels: [chain])["B50"] == "end")
  }

  @Test
  func `configuration files that include each other twice, and values that double, are rejected`() throws {
    var files = ["0.xcconfig": "A = x\n", "Long.xcconfig": "A = word\n"]
    for i in 1...30 {
      files["\(i).xcconfig"] = "#include \"\(i - 1).xcconfig\"\n#include \"\(i - 1).xcconfig\"\n"
      files["Long.xcconfig"]! += "A = $(inherited)$(inherited)\n"
    }
    let folder = try TemporaryFolder(files)
    let includes = #expect(throws: ProjectProblem.self) {
      try ConfigurationFile.read(folder.path + "/30.xcconfig", resolve: { $0 })
    }
    #expect(includes?.message.contains("more than 1000 configuration files") == true)
    let long = #expect(throws: ProjectProblem.self) {
      try ConfigurationFile.read(folder.path + "/Long.xcconfig", resolve: { $0 })
    }
    #expect(long?.line == 19)
  }

  @Test func `a value with a true condition replaces only the unconditional value of its own level`() {
    let settings = BuildSettings(levels: [
      ["S": "low", "S[sdk=iphonesimulator*]": "simulator", "T": "t", "T[sdk=iphoneos*]": "device"],
      ["U": "$(S)"],
    ])
    #expect(settings["S"] == "simulator")
    #expect(settings["T"] == "t")
    #expect(settings["U"] == "simulator")
  }

  @Test func `lists are split as in a shell`() {
    #expect(BuildSettings(levels: [["L": #"-D A "b c" d\ e"#]]).list("L") == ["-D", "A", "b c", "d e"])
  }

  @Test func `a configuration file includes others and overrides them`() throws {
    let folder = try TemporaryFolder([
      "Base.xcconfig": "A = 1 // one\nB = base\n",
      "App.xcconfig":
        "#include \"Base.xcconfig\"\n#include? \"None.xcconfig\"\nA = $(inherited) 2\nC[sdk=iphoneos*] = 3;\n",
    ])
    let settings = try ConfigurationFile.read(folder.path + "/App.xcconfig", resolve: { $0 })
    #expect(settings == ["A": "1 2", "B": "base", "C[sdk=iphoneos*]": "3"])
  }

  @Test func `a configuration file that includes itself is an error`() throws {
    let folder = try TemporaryFolder(["A.xcconfig": "#include \"A.xcconfig\"\n"])
    #expect(throws: ProjectProblem.self) {
      try ConfigurationFile.read(folder.path + "/A.xcconfig", resolve: { $0 })
    }
  }
}
