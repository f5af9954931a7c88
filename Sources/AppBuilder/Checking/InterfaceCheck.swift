import AppProject
import Foundation
import InterfaceCompiler
import NibFormat

/// Compares storyboards and xibs with the classes that the sources declare.
///
/// A file that cannot be read is an error. A problem that would occur only when the file is loaded is a
/// warning, because the sources are searched by words: a class from a macro or a package would be missed.
struct InterfaceCheck {
  var target: Target
  var project: Project
  var outline: SourceOutline

  /// Outlets that SDK classes declare themselves.
  private static let frameworkOutlets: Set<String> = [
    "view", "delegate", "dataSource", "tableView", "collectionView", "searchDisplayController",
    "navigationItem",
    "tabBarItem", "toolbarItems", "window", "inputView", "inputAccessoryView", "backgroundView",
    "selectedBackgroundView", "multipleSelectionBackgroundView", "accessoryView", "editingAccessoryView",
    "titleView",
    "customView", "leftBarButtonItem", "rightBarButtonItem", "leftBarButtonItems", "rightBarButtonItems",
    "backBarButtonItem", "leftView", "rightView", "maskView", "mask", "refreshControl", "prefetchDataSource",
    "dragDelegate", "dropDelegate", "gestureRecognizers", "contentView", "imageView", "textLabel",
    "detailTextLabel",
    "splashViewController", "menu", "viewPrintFormatter", "coordinateSpace", "tableHeaderView",
    "tableFooterView",
  ]

  func check(_ resource: Resource) -> [Doctor.Finding] {
    let path = resource.path
    let document: NibDocument
    do {
      guard let xml = FileManager.default.contents(atPath: path) else {
        return [Doctor.Finding(path: path, severity: .error, message: "the file cannot be read")]
      }
      document = try NibCompiler.parse(xml: xml, path: AbsolutePath.relative(path, to: project.root))
    } catch let error as NibError {
      return [
        Doctor.Finding(
          path: path, line: error.line, column: error.column, severity: .error, message: error.message)
      ]
    } catch {
      return [Doctor.Finding(path: path, severity: .error, message: "\(error)")]
    }
    var findings = NibCompiler.check(document).map { finding in
      Doctor.Finding(path: path, line: finding.line, severity: .warning, message: finding.message)
    }
    func warn(_ line: Int, _ message: String) {
      findings.append(Doctor.Finding(path: path, line: line, severity: .warning, message: message))
    }
    let summary = document.summary
    let modules = Set(project.targets.map(\.moduleName))
    for use in summary.customClasses {
      if use.moduleProvider != "target", let module = use.module, outline.classes[use.name] != nil,
        !modules.contains(module)
      {
        warn(
          use.line,
          "the class “\(use.name)” is looked for in the module “\(module)”, and the project has only "
            + "\(modules.sorted().map { "“\($0)”" }.joined(separator: ", ")); the element becomes a plain \(use.element) when it "
            + "is loaded. Choose the module in the identity inspector, or “Inherit Module From Target”")
      }
    }
    for use in summary.customClasses where !isKnown(use) {
      let module = use.module.map { " of the module “\($0)”" } ?? ""
      warn(
        use.line,
        "no source of the project declares the class “\(use.name)”\(module); "
          + "the element becomes a plain \(use.element) when it is loaded")
    }
    for outlet in summary.outlets {
      guard let owner = outlet.ownerClass, let members = members(of: owner) else { continue }
      if members.contains(outlet.property) || Self.frameworkOutlets.contains(outlet.property) { continue }
      warn(
        outlet.line,
        "the class “\(owner)” has no property “\(outlet.property)”; loading ends with an exception "
          + "(not key value coding-compliant). Declare the outlet or remove the connection")
    }
    for action in summary.actions {
      guard let owner = action.destinationClass, let members = members(of: owner) else { continue }
      if !implements(action.selector, members) {
        warn(
          action.line,
          "the class “\(owner)” has no action “\(action.selector)”; "
            + "sending it ends with an exception (unrecognized selector)")
      }
    }
    let names = Set(
      project.targets.flatMap(\.storyboards).map { AbsolutePath.withoutEnding(AbsolutePath.name($0.path)) })
    for reference in summary.referencedStoryboards where !names.contains(reference.name) {
      warn(reference.line, "there is no storyboard “\(reference.name)” in the project")
    }
    return findings
  }

  private func isKnown(_ use: NibSummary.CustomClass) -> Bool {
    let name = use.name.split(separator: ".").last.map(String.init) ?? use.name
    if outline.classes[name] != nil { return true }
    return ["UI", "MK", "WK", "AV", "NS", "SK", "GL", "MTK", "SCN", "PDF", "_TtC"].contains {
      name.hasPrefix($0)
    }
  }

  /// The members of a class and its superclasses in the project; `nil` if one of these is unknown.
  private func members(of name: String) -> Set<String>? {
    guard var current = outline.classes[name] else { return nil }
    var members = current.members
    var seen: Set<String> = [name]
    while let superclass = current.superclass, seen.insert(superclass).inserted {
      if let next = outline.classes[superclass] {
        members.formUnion(next.members)
        current = next
      } else {
        // Extensions of SDK classes may add actions; classes of other modules may have any members.
        return superclass.hasPrefix("UI") || superclass == "NSObject" ? members : nil
      }
    }
    return members
  }

  /// Whether a method with one of the names could have the selector.
  private func implements(_ selector: String, _ members: Set<String>) -> Bool {
    let first = String(selector.prefix { $0 != ":" })
    return members.contains { member in
      member == first || (first.hasPrefix(member) && first.dropFirst(member.count).first?.isUppercase == true)
    }
  }
}
