import Foundation
import Testing

@testable import AppProject

struct FolderAndPackageTests {
  @Test func `a folder of sources is an app with a template's Info.plist entries`() throws {
    let folder = try TemporaryFolder(
      [
        "AppDelegate.swift": "@main class AppDelegate {}", "Sub/VC.swift": "",
        "Base.lproj/Main.storyboard": "<x/>",
        "build/Old.swift": "", ".hidden/H.swift": "", "City.gpx": "", "My AppTests/T.swift": "",
      ], name: "My App")
    let project = try Project.read(folder.path)
    #expect(project.form == .folder)
    let app = try project.app()
    #expect(app.name == "My App")
    #expect(app.moduleName == "My_App")
    #expect(
      app.sources.map { AbsolutePath.relative($0, to: folder.path) } == ["AppDelegate.swift", "Sub/VC.swift"])
    #expect(app.resources.map(\.destination) == ["City.gpx"])
    let plist = try app.infoPlist()
    #expect(plist["UIMainStoryboardFile"] == .string("Main"))
    #expect(plist["CFBundleIdentifier"] == .string("local.carob.My-App"))
    #expect(plist["CFBundleExecutable"] == .string("My App"))
    #expect(project.targets.map(\.kind) == [.app, .unitTests])
    #expect(project.targets.last?.testHost == app.id)
  }

  @Test func `links to folders cause no loops, and only the linked files occur twice`()
    throws
  {
    let folder = try TemporaryFolder([
      "App.swift": "@main class AppDelegate {}", "A/One.swift": "", "B/Two.swift": "",
    ])
    let links = [
      "Self": folder.path, "A/Up": folder.path, "A/Up2": folder.path + "/A", "A/Other": folder.path + "/B",
      "B/Back": folder.path + "/A",
    ]
    for (name, target) in links {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path + "/" + name, withDestinationPath: target)
    }
    let app = try Project.read(folder.path).app()
    #expect(
      app.sources.map { AbsolutePath.relative($0, to: folder.path) } == [
        "A/One.swift", "A/Other/Two.swift", "App.swift", "B/Back/One.swift", "B/Two.swift",
      ])
  }

  @Test func `a traversal of folders that all link to each other stops at a limit`() throws {
    let folder = try TemporaryFolder(["App.swift": "@main class AppDelegate {}"])
    for from in 0..<12 {
      try folder.write("F\(from)/Text.txt", "")
      for to in 0..<12 {
        try FileManager.default.createSymbolicLink(
          atPath: "\(folder.path)/F\(from)/L\(to)", withDestinationPath: "\(folder.path)/F\(to)")
      }
    }
    #expect(try Project.read(folder.path).app().resources.count <= 20_000)
  }

  @Test func `a scene delegate among the sources adds a scene manifest`() throws {
    let folder = try TemporaryFolder([
      "S.swift": "class Scene: UIResponder, UIWindowSceneDelegate {}", "Main.storyboard": "<x/>",
    ])
    let plist = PropertyValue.dictionary(try Project.read(folder.path).app().infoPlist())
    let configuration = plist["UIApplicationSceneManifest"]?["UISceneConfigurations"]?[
      "UIWindowSceneSessionRoleApplication"]?.array?.first
    #expect(configuration?["UISceneDelegateClassName"] == .string("Sample.Scene"))
    #expect(configuration?["UISceneStoryboardFile"] == .string("Main"))
    #expect(plist["UIMainStoryboardFile"] == nil)
  }

  @Test func `a folder whose app delegate uses names from before Swift 4.2 is read in the old language mode`()
    throws
  {
    func version(_ key: String) throws -> String {
      let delegate = """
        class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(_ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [\(key): Any]?) -> Bool
        }
        """
      let folder = try TemporaryFolder(["AppDelegate.swift": delegate, "VC.swift": ""])
      return try Project.read(folder.path).app().swiftVersion
    }
    #expect(try version("UIApplicationLaunchOptionsKey") == "4")
    #expect(try version("UIApplication.LaunchOptionsKey") == "5")
  }

  @Test func `an Info plist in the folder is used and not copied`() throws {
    let folder = try TemporaryFolder([
      "A.swift": "",
      "Info.plist":
        "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>K</key><string>$(PRODUCT_NAME)</string></dict></plist>",
    ])
    let app = try Project.read(folder.path).app()
    #expect(app.resources == [])
    #expect(try app.infoPlist()["K"] == .string("Sample"))
  }

  @Test func `values of an Info plist keep their types`() throws {
    let folder = try TemporaryFolder([
      "A.swift": "",
      "Info.plist": """
      <?xml version="1.0"?><plist version="1.0"><dict>
      <key>Flag</key><true/><key>Count</key><integer>3</integer><key>Part</key><real>0.5</real>
      <key>Day</key><date>2026-01-01T09:41:00Z</date><key>Bytes</key><data>AQI=</data>
      <key>List</key><array><false/><string>$(PRODUCT_NAME)</string></array>
      </dict></plist>
      """,
    ])
    let plist = try Project.read(folder.path).app().infoPlist()
    #expect(plist["Flag"] == .boolean(true))
    #expect(plist["Count"] == .integer(3))
    #expect(plist["Part"] == .real(0.5))
    #expect(plist["Day"] == .date(Date(timeIntervalSince1970: 1_767_260_460)))
    #expect(plist["Bytes"] == .data(Data([1, 2])))
    #expect(plist["List"] == .array([.boolean(false), .string("Sample")]))
    let written = PropertyValue.dictionary(plist).xml()
    let again = try PropertyListFile.read(Data(written.utf8), path: "Info.plist")
    #expect(again == .dictionary(plist))
  }

  @Test func `a broken Info plist is reported with its line`() throws {
    let folder = try TemporaryFolder([
      "A.swift": "",
      "Info.plist":
        "<?xml version=\"1.0\"?>\n<plist version=\"1.0\">\n<dict>\n<key>K</string>\n</dict></plist>",
    ])
    let app = try Project.read(folder.path).app()
    let problem = #expect(throws: ProjectProblem.self) { try app.infoPlist() }
    #expect(problem?.path.hasSuffix("Info.plist") == true)
    #expect(problem?.line == 4)
  }

  @Test func `an empty folder and a missing path are rejected`() throws {
    let folder = try TemporaryFolder()
    for path in [folder.path, folder.path + "/none", folder.path + "/none.xcodeproj"] {
      let problem = #expect(throws: ProjectProblem.self) { try Project.read(path) }
      #expect(problem?.kind == .noSuchProject)
    }
  }

  @Test func `a folder with several projects is ambiguous`() throws {
    let folder = try TemporaryFolder([
      "One/One.xcodeproj/project.pbxproj": "{}", "Two/Two.xcodeproj/project.pbxproj": "{}",
    ])
    let problem = #expect(throws: ProjectProblem.self) { try Project.read(folder.path) }
    #expect(problem?.kind == .ambiguous)
    #expect(problem?.message.contains("One/One.xcodeproj, Two/Two.xcodeproj") == true)
  }

  @Test func `an Objective-C file in a folder is rejected by name`() throws {
    let folder = try TemporaryFolder(["A.swift": "", "Old.mm": ""])
    #expect(try Project.read(folder.path).app().problems.first?.path.hasSuffix("Old.mm") == true)
  }

  @Test func `a package is read as an app for its executable and modules for its libraries`() throws {
    let folder = try TemporaryFolder([
      "Package.swift": """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Sample",
        targets: [
          .executableTarget(name: "App", dependencies: ["Kit"], resources: [.copy("Data")]),
          .target(name: "Kit", swiftSettings: [.define("KIT"), .swiftLanguageMode(.v5)]),
          .testTarget(name: "KitTests", dependencies: ["Kit"]),
        ])
      """,
      "Sources/App/main.swift": "", "Sources/App/Data/x.swift": "", "Sources/Kit/K.swift": "",
      "Tests/KitTests/T.swift": "",
    ])
    let project = try Project.read(folder.path, cache: folder.path + "-cache")
    let app = try project.app()
    #expect(app.sources.map(AbsolutePath.name) == ["main.swift"])
    #expect(app.resources.map(\.destination) == ["Data"])
    #expect(app.swiftVersion == "6")
    let kit = try #require(project.dependencies(of: app).first)
    #expect(kit.swiftVersion == "5")
    #expect(kit.compilationConditions(.release) == ["SWIFT_PACKAGE", "KIT"])
    #expect(project.targets.map(\.kind) == [.app, .framework, .unitTests])
  }

  @Test func `a manifest that does not compile is reported with its line`() throws {
    let folder = try TemporaryFolder([
      "Package.swift":
        "// swift-tools-version: 6.0\nimport PackageDescription\nlet package = Pakage(name: \"X\")\n"
    ])
    let problem = #expect(throws: ProjectProblem.self) {
      try Project.read(folder.path, cache: folder.path + "-cache")
    }
    #expect(problem?.line == 3)
  }
}
