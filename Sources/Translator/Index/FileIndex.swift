/// What other files of the module need to know about one file; cached between builds.
struct FileIndex: Codable {
  var types: [TypeRecord] = []
  var extensions: [ExtensionRecord] = []
  /// `typealias A = B` by the path of the name: `Outer.A`.
  var aliases: [String: String] = [:]
  var imports: [String] = []
  /// Functions at file scope and elsewhere named `observe` whose first argument has no label.
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
  /// Declared in a function, closure or accessor.
  var isLocal: Bool
  /// The types that are inherited from or conformed to, without attributes and generic arguments.
  var inherited: [String]
  var attributes: AttributeFacts
  var access: Access
  /// The access of the extension that holds the type, if any, is public.
  var isInPublicExtension: Bool
  var isFinal: Bool
  var isGeneric = false
  var members: [MemberRecord] = []
  var line: Int
  /// `class` or `static` members of these names exist: the text is a translation.
  var hasMethodTable = false
  var hasStaticMain = false

  var name: String { path.last ?? "" }
  var dotted: String { path.joined(separator: ".") }
  /// F-178: the access of members that the translator adds: members that a subclass in another module overrides must be open.
  var accessOfAdditions: String {
    if kind == .class, access == .open { return "open " }
    return access.isPublic || isInPublicExtension ? "public " : ""
  }
}

struct ExtensionRecord: Codable {
  /// As written, without generic arguments: `Outer.Inner`.
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
  /// As written, with `inout`, attributes and all.
  var type: String
  var hasDefault: Bool
  var isVariadic: Bool
  var isInout: Bool
  /// Of a function type, also an optional one.
  var isClosure: Bool
  var isAutoclosure: Bool
  /// `some P`, which makes the method generic.
  var isOpaque: Bool
  /// The body of an action, or of a method for actions, does not name it.
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
  /// The declared type, or the one that the initial value shows.
  var type: String?
  var isClosureTyped = false
  /// Setting runs further code: the property has observers or a wrapper, or is computed.
  var hasOwnSetter = false
  var hasWillSet = false
  var hasDidSet = false
  /// The text between the name and the body, for members that are moved: `(_ animated: Bool)`, `: String`.
  var signature = ""
  /// Which of the file's nodes declares it; not part of the module's digest.
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

  /// The full name, and whether it is the class's or an object's: `+make()`, `-tap(_:)`.
  var markedName: String { (isStatic ? "+" : "-") + fullName }

  var returnsNothing: Bool { result == nil || result == "Void" || result == "()" }

  /// Whether `perform` or a method table can call the method at all.
  var isRepresentable: Bool {
    !isGeneric && !parameters.contains { $0.isInout || $0.isVariadic || $0.isOpaque }
  }
}
