import Foundation
import TestSupport
import Testing

@testable import AppProject

struct XcodeProjectTests {
  @Test func `the two apps of HelloEvents are found with all their files`() throws {
    let project = try Project.read(repository + "/Examples/HelloEvents")
    #expect(project.form == .xcodeProject)
    #expect(project.apps.map(\.name) == ["HelloDelegate", "HelloScenes"])
    let app = try project.app(named: "HelloScenes")
    #expect(app.problems == [])
    #expect(
      app.sources.map { AbsolutePath.relative($0, to: project.root) } == [
        "HelloScenes/AppDelegate.swift", "HelloScenes/SceneDelegate.swift",
        "HelloScenes/ViewController.swift",
      ])
    #expect(
      app.storyboards.map(\.destination) == [
        "Base.lproj/Main.storyboard", "Base.lproj/LaunchScreen.storyboard",
      ])
    #expect(app.assetCatalogs.map(AbsolutePath.name) == ["Assets.xcassets"])
    #expect(app.moduleName == "HelloScenes")
    #expect(app.bundleIdentifier == "org.example.HelloScenes")
    #expect(app.swiftVersion == "5")
    #expect(app.defaultIsolation == "MainActor")
    #expect(app.approachableConcurrency)
    #expect(app.upcomingFeatures == ["MemberImportVisibility"])
    #expect(app.compilationConditions(.debug) == ["DEBUG"])
    #expect(app.compilationConditions(.release) == [])
  }

  @Test func `the six apps of ColorPicker share a folder, and each has one of its own`() throws {
    let project = try Project.read(repository + "/Examples/ColorPicker")
    #expect(
      project.apps.map(\.name)
        == ["Segue", "Delegate", "Closure", "TargetAction", "KVO", "Notification"].map {
          $0 + "ColorPicker"
        })
    for app in project.apps {
      #expect(app.problems == [])
      let names = app.sources.map { AbsolutePath.relative($0, to: project.root) }
      #expect(names.filter { $0.hasPrefix("Shared/") }.count == 3)
      #expect(names.contains("\(app.name)/ColorPickerViewController.swift"))
      #expect(
        app.storyboards.map(\.destination) == [
          "Base.lproj/LaunchScreen.storyboard", "Base.lproj/Main.storyboard",
        ])
      #expect(app.resources == [])
      #expect(try app.infoPlist()["UIApplicationSceneManifest"] != nil)
    }
  }

  @Test func `a generated Info plist is merged with the file`() throws {
    let app = try Project.read(repository + "/Examples/HelloEvents").app(named: "HelloScenes")
    let plist = PropertyValue.dictionary(try app.infoPlist())
    #expect(plist["CFBundleDisplayName"]?.string == "Hello Scenes")
    #expect(plist["CFBundlePackageType"]?.string == "APPL")
    #expect(plist["CFBundleIdentifier"]?.string == "org.example.HelloScenes")
    #expect(plist["UISupportedInterfaceOrientations"]?.array?.count == 3)
    #expect(plist["UISupportedInterfaceOrientations~ipad"]?.array?.count == 4)
    let configurations = plist["UIApplicationSceneManifest"]?["UISceneConfigurations"]
    let first = configurations?["UIWindowSceneSessionRoleApplication"]?.array?.first
    #expect(first?["UISceneDelegateClassName"]?.string == "HelloScenes.SceneDelegate")
  }

  @Test(
    arguments: [
      (nil, nil, nil), ("0730", nil, 9), ("1130", "8.0", 13), ("1020", "9.3", 12), ("1020", "13.0", 13),
      (nil, "12.4", 12),
      ("2600", "15.0", 26), ("nonsense", "", nil),
    ] as [(String?, String?, Int?)])
  func
    `E-626 what an app is linked with is the newer of its deployment target and of its project's last Xcode`(
      upgrade: String?, target: String?, release: Int?
    ) throws
  {
    var text = Self.synchronized
    if let upgrade {
      text = text.replacing(
        "isa = PBXProject;", with: "isa = PBXProject; attributes = {LastUpgradeCheck = \(upgrade); };")
    }
    if let target {
      text = text.replacing(
        "PRODUCT_NAME = \"My App\";",
        with: "PRODUCT_NAME = \"My App\"; IPHONEOS_DEPLOYMENT_TARGET = \"\(target)\";")
    }
    let folder = try TemporaryFolder(["App.xcodeproj/project.pbxproj": text, "Main Sources/A.swift": ""])
    #expect(try Project.read(folder.path + "/App.xcodeproj").app().linkedRelease() == release)
  }

  @Test func `the error for an unknown target lists the apps`() throws {
    let project = try Project.read(repository + "/Examples/HelloEvents")
    let problem = #expect(throws: ProjectProblem.self) { try project.app(named: "Hello") }
    #expect(problem?.message.contains("HelloDelegate, HelloScenes") == true)
  }

  @Test func `a synchronized folder contributes its files except the excluded ones`() throws {
    let folder = try TemporaryFolder([
      "App.xcodeproj/project.pbxproj": Self.synchronized,
      "Main Sources/Ünï code.swift": "", "Main Sources/Info.plist": "<plist><dict/></plist>",
      "Main Sources/Sub/B.swift": "", "Main Sources/Skipped.swift": "",
      "Main Sources/de.lproj/Localizable.strings": "",
      "Main Sources/Assets.xcassets/Contents.json": "{}", "Main Sources/notes.md": "",
      "Main Sources/data.json": "{}",
      "Main Sources/Raw/kept.md": "", "Shared/Used.swift": "", "Shared/Unused.swift": "",
    ])
    let app = try Project.read(folder.path).app()
    let names = app.sources.map { AbsolutePath.relative($0, to: folder.path) }
    #expect(names == ["Main Sources/Sub/B.swift", "Main Sources/Ünï code.swift", "Shared/Used.swift"])
    #expect(app.stringsFiles.map(\.destination) == ["de.lproj/Localizable.strings"])
    #expect(app.resources.map(\.destination) == ["Raw", "data.json"])
    #expect(app.assetCatalogs.count == 1)
    #expect(app.moduleName == "My_App")
  }

  @Test func `an error for a missing listed file has its line in the project file`() throws {
    let folder = try TemporaryFolder([
      "App.xcodeproj/project.pbxproj": Self.classic(file: "Gone.swift"), "Here.swift": "",
    ])
    let app = try Project.read(folder.path).app()
    let problem = try #require(app.problems.first)
    #expect(problem.kind == .missingFile)
    #expect(problem.path.hasSuffix("project.pbxproj"))
    #expect(problem.line == 5)
    #expect(problem.message.contains("Gone.swift"))
    #expect(throws: ProjectProblem.self) { try app.checkBuildable() }
  }

  @Test
  func `the modules that a bridging header imports are read, and Objective-C headers are rejected`() throws {
    let project = Self.synchronized.replacingOccurrences(
      of: "INFOPLIST_FILE", with: "SWIFT_OBJC_BRIDGING_HEADER = Bridge.h; INFOPLIST_FILE")
    #expect(project != Self.synchronized)
    let folder = try TemporaryFolder([
      "App.xcodeproj/project.pbxproj": project, "Main Sources/A.swift": "",
      "Bridge.h": """
      // A header.
      @import UIKit;
        #import <QuartzCore/QuartzCore.h>
      #import <UIKit/UIKit.h>
      #import <Unknown/Unknown.h>
      #import "Own.h"
      """,
    ])
    let app = try Project.read(folder.path).app()
    #expect(app.bridgedModules == ["UIKit", "QuartzCore"])
    #expect(app.problems.filter { $0.path.hasSuffix("Bridge.h") }.map(\.line) == [6])
  }

  @Test func `an Objective-C source is rejected by name`() throws {
    let folder = try TemporaryFolder([
      "App.xcodeproj/project.pbxproj": Self.classic(file: "Old.m"), "Old.m": "",
    ])
    let problem = try #require(try Project.read(folder.path).app().problems.first)
    #expect(problem.kind == .foreignLanguage)
    #expect(problem.message.contains("Old.m"))
    #expect(problem.message.contains("Objective-C"))
  }

  @Test func `a broken project file is reported with its line`() throws {
    let folder = try TemporaryFolder(["App.xcodeproj/project.pbxproj": "{\n objects = {\n x = ;\n}"])
    let problem = #expect(throws: ProjectProblem.self) { try Project.read(folder.path) }
    #expect(problem?.kind == .malformed)
    #expect(problem?.line == 3)
  }

  @Test func `a project folder without a project file is an error`() throws {
    let folder = try TemporaryFolder(["App.xcodeproj/project.xcworkspace/x": ""])
    let problem = #expect(throws: ProjectProblem.self) { try Project.read(folder.path + "/App.xcodeproj") }
    #expect(problem?.kind == .missingFile)
  }

  @Test func `a project file in XML format is read`() throws {
    let classic = try OpenStepParser.parse(Self.classic(file: "Here.swift")).value
    let folder = try TemporaryFolder(["App.xcodeproj/project.pbxproj": classic.xml(), "Here.swift": ""])
    #expect(try Project.read(folder.path).app().sources == [folder.path + "/Here.swift"])
  }

  @Test func `a workspace combines its projects and resolves linked products by name`() throws {
    let folder = try TemporaryFolder([
      "W.xcworkspace/contents.xcworkspacedata":
        "<Workspace version=\"1.0\"><FileRef location=\"group:App/App.xcodeproj\"/>"
        + "<Group location=\"container:Libs\"><FileRef location=\"group:Kit.xcodeproj\"/></Group></Workspace>",
      "App/App.xcodeproj/project.pbxproj": Self.classic(file: "Here.swift", links: "Kit.framework"),
      "App/Here.swift": "", "Libs/Kit.swift": "",
      "Libs/Kit.xcodeproj/project.pbxproj": Self.classic(
        file: "Kit.swift", name: "Kit", type: "com.apple.product-type.framework"),
    ])
    let project = try Project.read(folder.path)
    #expect(project.form == .workspace)
    let app = try project.app()
    #expect(project.dependencies(of: app).map(\.name) == ["Kit"])
  }

  @Test func `a project without an app target lists its targets`() throws {
    let folder = try TemporaryFolder([
      "Kit.xcodeproj/project.pbxproj": Self.classic(
        file: "Kit.swift", name: "Kit", type: "com.apple.product-type.framework"), "Kit.swift": "",
    ])
    let project = try Project.read(folder.path)
    let problem = #expect(throws: ProjectProblem.self) { try project.app() }
    #expect(problem?.kind == .noAppTarget)
    #expect(problem?.message.contains("Kit (a framework)") == true)
  }

  @Test func `a truncated or damaged project file never crashes the reader`() throws {
    let bytes = Array(Self.synchronized.utf8)
    let folder = try TemporaryFolder(["Main Sources/A.swift": ""])
    var generator = SeededRandom(seed: 7)
    for round in 0..<300 {
      var damaged = Array(bytes.prefix(round.isMultiple(of: 2) ? bytes.count : round * 7))
      for _ in 0..<4 where !damaged.isEmpty {
        damaged[Int.random(in: 0..<damaged.count, using: &generator)] =
          bytes[Int.random(in: 0..<bytes.count, using: &generator)]
      }
      try folder.write("App.xcodeproj/project.pbxproj", String(decoding: damaged, as: UTF8.self))
      _ = try? Project.read(folder.path + "/App.xcodeproj").app().infoPlist()
    }
  }

  @Test func `a model with versions belongs to the target that lists its version group`() throws {
    let project = Self.classic(file: "Notes.xcdatamodeld").replacing(
      "F = {isa = PBXFileReference; path = \"Notes.xcdatamodeld\";",
      with: """
        V = {isa = PBXFileReference; path = "Notes 2.xcdatamodel"; sourceTree = "<group>"; };
        F = {isa = XCVersionGroup; children = (V); currentVersion = V; path = Notes.xcdatamodeld; \
        versionGroupType = wrapper.xcdatamodel;
        """)
    let folder = try TemporaryFolder([
      "App.xcodeproj/project.pbxproj": project, "Notes.xcdatamodeld/Notes 2.xcdatamodel/contents": "<model/>",
    ])
    let target = try Project.read(folder.path).app()
    #expect(target.dataModels == [folder.path + "/Notes.xcdatamodeld"])
    #expect(target.problems == [])
  }

  static func classic(
    file: String, name: String = "App", type: String = "com.apple.product-type.application",
    links: String? = nil
  ) -> String {
    """
    // !$*UTF8*$!
    { archiveVersion = 1; objectVersion = 56; rootObject = P;
    objects = {
      G = {isa = PBXGroup; children = (F, L); sourceTree = "<group>"; };
      F = {isa = PBXFileReference; path = "\(file)"; sourceTree = "<group>"; };
      L = {isa = PBXFileReference; path = "\(links ?? "UIKit.framework")"; sourceTree = \
    \(links == nil ? "SDKROOT" : "BUILT_PRODUCTS_DIR"); };
      B = {isa = PBXBuildFile; fileRef = F; };
      BL = {isa = PBXBuildFile; fileRef = L; };
      S = {isa = PBXSourcesBuildPhase; files = (B); };
      K = {isa = PBXFrameworksBuildPhase; files = (BL); };
      C = {isa = XCBuildConfiguration; name = Debug; buildSettings = { PRODUCT_NAME = "$(TARGET_NAME)"; }; };
      CL = {isa = XCConfigurationList; buildConfigurations = (C); };
      T = {isa = PBXNativeTarget; name = \(name); buildPhases = (S, K); buildConfigurationList = CL; \
    productType = "\(type)"; };
      P = {isa = PBXProject; mainGroup = G; targets = (T); buildConfigurationList = CL; };
    }; }
    """
  }

  @Test(arguments: [
    ("3.0", "Default", true), ("3.0", "Off", false), ("4.0", "Default", false), ("4.0", "On", true),
    ("5.0", "", false),
  ])
  func `a Swift 3 project exposes members of its classes, a later one only with the setting`(
    version: String, inference: String, infers: Bool
  ) throws {
    let setting = inference.isEmpty ? "" : "SWIFT_SWIFT3_OBJC_INFERENCE = \(inference); "
    let project = Self.synchronized.replacing(
      "PRODUCT_NAME = \"My App\";", with: "PRODUCT_NAME = \"My App\"; SWIFT_VERSION = \(version); \(setting)")
    let folder = try TemporaryFolder(["App.xcodeproj/project.pbxproj": project])
    #expect(try Project.read(folder.path).app().infersObjC == infers)
  }

  @Test func `an embedded extension is reported as not run`() throws {
    let project = Self.classic(file: "App.swift")
      .replacing("buildPhases = (S, K);", with: "buildPhases = (S, K); dependencies = (D);")
      .replacing(
        "targets = (T);",
        with: """
          targets = (T, E); };
            D = {isa = PBXTargetDependency; target = E; };
            E = {isa = PBXNativeTarget; name = Banner; buildPhases = (); buildConfigurationList = CL;
                 productType = "com.apple.product-type.app-extension"; };
            Q = {isa = PBXGroup; children = ();
          """)
    let folder = try TemporaryFolder(["App.xcodeproj/project.pbxproj": project, "App.swift": ""])
    let app = try Project.read(folder.path).app()
    let problem = try #require(app.problems.first { $0.kind == .notRun })
    #expect(problem.severity == .warning && problem.line == 16)
    #expect(
      problem.message == "the app extension “Banner” is neither built nor run; “App” runs without it")
    #expect(app.dependencies.isEmpty)
  }

  static let synchronized = """
    // !$*UTF8*$!
    { objectVersion = 77; rootObject = P;
    objects = {
      G = {isa = PBXGroup; children = (M, H); sourceTree = "<group>"; };
      M = {isa = PBXFileSystemSynchronizedRootGroup; path = "Main Sources"; sourceTree = "<group>";
           exceptions = (X); explicitFolders = (Raw); };
      X = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet; target = T;
           membershipExceptions = (Info.plist, Skipped.swift); };
      H = {isa = PBXFileSystemSynchronizedRootGroup; path = Shared; sourceTree = "<group>"; exceptions = (Y); };
      Y = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet; target = T; membershipExceptions = (Used.swift); };
      C = {isa = XCBuildConfiguration; name = Debug; buildSettings = {
            PRODUCT_NAME = "My App"; INFOPLIST_FILE = "Main Sources/Info.plist"; }; };
      CL = {isa = XCConfigurationList; buildConfigurations = (C); };
      T = {isa = PBXNativeTarget; name = App; buildPhases = (); buildConfigurationList = CL;
           fileSystemSynchronizedGroups = (M); productType = "com.apple.product-type.application"; };
      P = {isa = PBXProject; mainGroup = G; targets = (T); buildConfigurationList = CL; };
    }; }
    """
}
