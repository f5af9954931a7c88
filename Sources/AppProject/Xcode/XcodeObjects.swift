/// The objects of a `project.pbxproj` by identifier, with the resolved paths of its files.
struct XcodeObjects {
  /// One object and its line in the file.
  struct Object {
    var id: String
    var node: PropertyNode
    var kind: String { node["isa"]?.string ?? "" }
    var line: Int { node.line }
    subscript(key: String) -> PropertyNode? { node[key] }
  }

  /// The path of `project.pbxproj`.
  let file: String
  /// The folder that `SOURCE_ROOT` refers to.
  let sourceRoot: String
  let project: Object
  private let nodes: [String: PropertyNode]
  private var parents: [String: String] = [:]

  /// Reads the project file in the folder `projectPath`, which ends in `.xcodeproj`.
  init(projectPath: String) throws {
    file = projectPath + "/project.pbxproj"
    guard AbsolutePath.exists(file) else {
      throw ProjectProblem(
        .missingFile, path: projectPath,
        "the project has no project.pbxproj; the copy is incomplete, or this is not an Xcode project")
    }
    let top = try PropertyListFile.node(at: file)
    guard let objects = top["objects"]?.dictionary else {
      throw ProjectProblem(
        .malformed, path: file, line: top.line,
        "this is a property list without “objects”, so not an Xcode project file")
    }
    guard let rootID = top["rootObject"]?.string, let root = objects[rootID],
      root["isa"]?.string == "PBXProject"
    else {
      throw ProjectProblem(
        .malformed, path: file, line: top["rootObject"]?.line ?? top.line,
        "“rootObject” does not name an object of kind PBXProject in this file")
    }
    nodes = objects
    project = Object(id: rootID, node: root)
    sourceRoot = AbsolutePath.join(
      AbsolutePath.parent(projectPath), root["projectDirPath"]?.string ?? "")
    for (id, node) in objects.sorted(by: { $0.key < $1.key }) {
      for child in node["children"]?.strings ?? [] { parents[child] = id }
    }
  }

  subscript(id: String) -> Object? { nodes[id].map { Object(id: id, node: $0) } }

  /// The object that the value of `key` in `object` refers to.
  ///
  /// - Throws: `ProjectProblem` if the file does not define that object.
  func object(_ key: String, of object: Object) throws -> Object? {
    guard let reference = object[key], let id = reference.string else { return nil }
    if let found = self[id] { return found }
    throw dangling(id, line: reference.line, key: key, of: object)
  }

  /// The objects in the list `key` of `object`; like Xcode, this skips objects that do not exist.
  func objects(_ key: String, of object: Object) -> [Object] {
    (object[key]?.strings ?? []).compactMap { self[$0] }
  }

  /// All objects of a kind, in the order of the file.
  func all(_ kind: String) -> [Object] {
    nodes.filter { $0.value["isa"]?.string == kind }.map { Object(id: $0.key, node: $0.value) }
      .sorted { ($0.line, $0.id) < ($1.line, $1.id) }
  }

  private func dangling(_ id: String, line: Int, key: String, of object: Object) -> ProjectProblem {
    ProjectProblem(
      .malformed, path: file, line: line,
      "“\(key)” of \(object.kind) names the object \(id), which this file does not define")
  }

  /// The absolute path of a file reference or group; `nil` for files in an SDK or among the products.
  func path(of object: Object) -> String? {
    path(of: object, depth: 0)
  }

  private func path(of object: Object, depth: Int) -> String? {
    guard depth < 100 else { return nil }  // groups that contain each other
    let own = object["path"]?.string ?? ""
    switch object["sourceTree"]?.string ?? "<group>" {
    case "<absolute>": return AbsolutePath.standardized(own)
    case "SOURCE_ROOT": return AbsolutePath.join(sourceRoot, own)
    case "<group>":
      guard let parent = parents[object.id].flatMap({ self[$0] }) else {
        return AbsolutePath.join(sourceRoot, own)
      }
      return self.path(of: parent, depth: depth + 1).map { own.isEmpty ? $0 : AbsolutePath.join($0, own) }
    default: return nil
    }
  }
}
