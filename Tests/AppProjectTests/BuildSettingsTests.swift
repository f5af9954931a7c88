import Testing

@testable import AppProject

struct BuildSettingsTests {
  @Test func `references in parentheses, braces and bare words are filled in`() {
    let settings = BuildSettings(levels: [["A": "x", "B": "$(A)-${A}-$A", "C": "<$(B)>"]])
    #expect(settings["C"] == "<x-x-x>")
    #expect(settings.expand("$(NOWHERE)|$(A)") == "|x")
  }

  @Test func `a higher level wins and can name what it inherits`() {
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

  @Test func `nested references name settings by settings`() {
    let settings = BuildSettings(levels: [["KEY": "DEBUG", "ID_DEBUG": "d", "ID": "$(ID_$(KEY))"]])
    #expect(settings["ID"] == "d")
  }

  @Test func `circles end`() {
    let settings = BuildSettings(levels: [["A": "$(B)", "B": "$(A)x"]])
    #expect(settings["A"] == "x")
  }

  @Test func `a condition that holds replaces the unconditional value of its level only`() {
    let settings = BuildSettings(levels: [
      ["S": "low", "S[sdk=iphonesimulator*]": "simulator", "T": "t", "T[sdk=iphoneos*]": "device"],
      ["U": "$(S)"],
    ])
    #expect(settings["S"] == "simulator")
    #expect(settings["T"] == "t")
    #expect(settings["U"] == "simulator")
  }

  @Test func `lists are split as a shell does`() {
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
