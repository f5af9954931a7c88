/// What other files of the module need to know about one file. Cached between builds.
struct FileIndex: Codable {
  var types: [TypeRecord] = []
  var extensions: [ExtensionRecord] = []
  /// The target of each `typealias A = B`, by the alias's path: `Outer.A`.
  var aliases: [String: String] = [:]
  var imports: [String] = []
  /// Whether a function `observe` whose first argument has no label is declared, at file scope or elsewhere.
  var declaresObserve = false
  var diagnostics: [TranslationDiagnostic] = []
}

enum Access: String, Codable {
  case none, `private`, `fileprivate`, `internal`, package, `public`, open

  var isPublic: Bool { self == .public || self == .open }
  var isPrivate: Bool { self == .private || self == .fileprivate }
}

enum Isolation: String, Codable {
  case unspecified, mainActor, nonisolated
}

/// A class, protocol, structure, enumeration or actor.
struct TypeRecord: Codable {
  enum Kind: String, Codable { case `class`, `protocol`, `struct`, `enum`, actor }

  var kind: Kind
  /// The names of the enclosing types and of the type itself.
  var path: [String]
  /// Whether it is declared in a function, closure or accessor.
  var isLocal: Bool
  /// The inherited class and the protocols, without attributes and generic arguments.
  var inherited: [String]
  var attributes: AttributeFacts
  var access: Access
  /// Whether the extension that contains the type, if any, is public.
  var isInPublicExtension: Bool
  var isFinal: Bool
  var isGeneric = false
  var members: [MemberRecord] = []
  var line: Int
  /// Whether it has `class` or `static` members of the generated names: the text is already a translation.
  var hasMethodTable = false
  var hasStaticMain = false

  var name: String { path.last ?? "" }
  var dotted: String { path.joined(separator: ".") }
  /// F-178: the access of generated members: those that a subclass in another module overrides must be open.
  var accessOfAdditions: String {
    if kind == .class, access == .open { return "open " }
    return access.isPublic || isInPublicExtension ? "public " : ""
  }
}

struct ExtensionRecord: Codable {
  /// The extended type as written, without generic arguments: `Outer.Inner`.
  var extended: String
  var inherited: [String]
  var attributes: AttributeFacts
  var access: Access
  var isConstrained: Bool
  var members: [MemberRecord] = []
  var line: Int
  var hasStaticMain = false
  var hasMethodTable = false
}

/// The attributes that the rules use.
struct AttributeFacts: Codable {
  var isObjC = false
  /// The name in `@objc(name)`.
  var objcName: String?
  var isObjCMembers = false
  var isNonObjC = false
  var isAction = false
  var isOutlet = false
  var isInspectable = false
  var isManaged = false
  var isCopying = false
  var isMain = false
  var isApplicationMain = false
  var isUnavailable = false
  var isolation = Isolation.unspecified
}

struct ParameterRecord: Codable {
  /// The external label; `_` for none.
  var label: String
  /// The name in the body.
  var name: String
  /// As written, including `inout` and attributes.
  var type: String
  var hasDefault: Bool
  var isVariadic: Bool
  var isInout: Bool
  /// Whether the type is a function type or an optional of one.
  var isClosure: Bool
  var isAutoclosure: Bool
  /// Whether the type is `some P`, which makes the method generic.
  var isOpaque: Bool
  /// Whether the body of an action, or of a method that can be one, does not use it.
  var isUnused = false
}

struct MemberRecord: Codable {
  enum Kind: String, Codable { case method, property, initializer, `subscript` }

  var kind: Kind
  var name: String
  var parameters: [ParameterRecord] = []
  var attributes: AttributeFacts
  var access: Access
  var line: Int
  var isStatic = false
  var isOverride = false
  var isDynamic = false
  var isOptional = false
  var isRequired = false
  var isConvenience = false
  var isFailable = false
  var isGeneric = false
  var isThrowing = false
  var isAsync = false
  /// The result's type as written; nil if there is none.
  var result: String?
  // Properties
  var isLet = false
  var isComputed = false
  var isSettable = true
  /// The declared type, or the type inferred from the initial value.
  var type: String?
  var isClosureTyped = false
  /// Whether setting it runs other code: it has observers or a wrapper, or is computed.
  var hasOwnSetter = false
  var hasWillSet = false
  var hasDidSet = false
  /// The text between the name and the body, for members that are moved: `(_ animated: Bool)`, `: String`.
  var signature = ""
  /// The index of the declaring node in the file's nodes; not part of the module's digest.
  var node = 0

  var labels: [String] { parameters.map(\.label) }

  /// `tap(_:)`, `refresh()`; a property's name.
  var fullName: String {
    switch kind {
    case .property: name
    case .method, .initializer, .subscript:
      name + "(" + parameters.map { $0.label + ":" }.joined() + ")"
    }
  }

  /// The full name with a mark for class (`+make()`) or instance members (`-tap(_:)`).
  var markedName: String { (isStatic ? "+" : "-") + fullName }

  var returnsNothing: Bool { result == nil || result == "Void" || result == "()" }

  /// Whether `perform` or a method table can call the method at all.
  var isRepresentable: Bool {
    !isGeneric && !parameters.contains { $0.isInout || $0.isVariadic || $0.isOpaque }
  }
}
