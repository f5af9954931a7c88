import NibFormat

/// Everything in a document that must match the app's code. Printed and checked by `carob doctor`.
public struct NibSummary: Sendable {
  public struct CustomClass: Hashable, Sendable {
    public var name: String
    /// nil if the document does not specify it (Objective-C style, or "inherit module").
    public var module: String?
    /// `target` if the module is the app's own, whatever its name.
    public var moduleProvider: String?
    public var element: String
    public var id: String
    public var line: Int
  }

  public struct Outlet: Hashable, Sendable {
    public var property: String
    public var ownerID: String
    /// Element name of the owner: `viewController`.
    public var ownerElement: String
    /// The owner's custom class, or the class that its element represents.
    public var ownerClass: String?
    public var destinationID: String
    public var destinationClass: String?
    public var isCollection: Bool
    public var line: Int
  }

  public struct Action: Hashable, Sendable {
    public var selector: String
    public var senderID: String
    public var senderElement: String
    public var destinationID: String
    /// nil for First Responder, which is determined at run time.
    public var destinationClass: String?
    /// `touchUpInside`; nil for bar button items and gesture recognizers.
    public var eventType: String?
    public var line: Int
  }

  public struct Segue: Hashable, Sendable {
    public var kind: String
    public var id: String
    public var identifier: String?
    public var sourceID: String
    public var sourceElement: String
    public var destinationID: String
    public var destinationClass: String?
    /// `rootViewController`, `viewControllers` for relationship segues.
    public var relationship: String?
    public var customClass: String?
    public var customModule: String?
    /// The selector of the method that an unwind segue looks up.
    public var unwindAction: String?
    /// Selector of the `@IBSegueAction` method.
    public var destinationCreationSelector: String?
    public var line: Int
  }

  public struct Identifier: Hashable, Sendable {
    public enum Role: Hashable, Sendable {
      case storyboard
      case reuse
      case restoration
    }

    public var role: Role
    public var name: String
    public var element: String
    public var line: Int
  }

  public struct Name: Hashable, Sendable {
    public var name: String
    public var line: Int
  }

  public var customClasses: [CustomClass] = []
  public var outlets: [Outlet] = []
  public var actions: [Action] = []
  public var segues: [Segue] = []
  public var identifiers: [Identifier] = []
  public var imageNames: [Name] = []
  public var systemImageNames: [Name] = []
  public var namedColors: [Name] = []
  /// The PostScript names of fonts in files (`<fontDescription name=…>`), without the system font.
  public var fontNames: [Name] = []
  /// Other storyboards that this one references.
  public var referencedStoryboards: [Name] = []
  /// Names of unknown elements, each with its first line.
  public var unknownElements: [Name] = []

  public init(_ document: NibDocument) {
    let graph = NibGraph(document)
    for entry in graph.entries { add(entry, graph) }
    for image in document.resources.images where image.isSystem {
      if !systemImageNames.contains(where: { $0.name == image.name }) {
        systemImageNames.append(Name(name: image.name, line: image.line))
      }
    }
  }

  private mutating func add(_ entry: NibGraph.Entry, _ graph: NibGraph) {
    let element = entry.element
    if let name = element["customClass"], element.name != "segue" {
      customClasses.append(
        CustomClass(
          name: name, module: element["customModule"], moduleProvider: element["customModuleProvider"],
          element: element.name, id: element.id ?? "", line: element.line))
    }
    switch element.name {
    case "outlet", "outletCollection":
      guard let owner = entry.owner else { break }
      let destination = element["destination"] ?? ""
      outlets.append(
        Outlet(
          property: element["property"] ?? "", ownerID: owner.id ?? "", ownerElement: owner.name,
          ownerClass: NibGraph.className(of: owner), destinationID: destination,
          destinationClass: graph.className(ofID: destination),
          isCollection: element.name == "outletCollection",
          line: element.line))
    case "action":
      guard let sender = entry.owner else { break }
      let destination = element["destination"] ?? ""
      actions.append(
        Action(
          selector: element["selector"] ?? "", senderID: sender.id ?? "", senderElement: sender.name,
          destinationID: destination,
          destinationClass: graph.isFirstResponder(destination) ? nil : graph.className(ofID: destination),
          eventType: element["eventType"], line: element.line))
    case "segue":
      guard let source = entry.owner, let kind = element["kind"] else { break }
      let destination = element["destination"] ?? ""
      segues.append(
        Segue(
          kind: kind, id: element.id ?? "", identifier: element["identifier"], sourceID: source.id ?? "",
          sourceElement: source.name, destinationID: destination,
          destinationClass: graph.className(ofID: destination), relationship: element["relationship"],
          customClass: element["customClass"], customModule: element["customModule"],
          unwindAction: element["unwindAction"],
          destinationCreationSelector: element["destinationCreationSelector"], line: element.line))
    case "viewControllerPlaceholder":
      if let name = element["storyboardName"] {
        referencedStoryboards.append(Name(name: name, line: element.line))
      }
    case "fontDescription", "font":
      if let name = element["name"] { fontNames.append(Name(name: name, line: element.line)) }
    case "color":
      if let name = element["name"] { namedColors.append(Name(name: name, line: element.line)) }
    default: break
    }
    addNames(element)
    if !NibVocabulary.isKnown(element.name), !unknownElements.contains(where: { $0.name == element.name }) {
      unknownElements.append(Name(name: element.name, line: element.line))
    }
  }

  private mutating func addNames(_ element: NibElement) {
    for attribute in element.attributes {
      switch attribute.name {
      case "storyboardIdentifier":
        identifiers.append(
          Identifier(role: .storyboard, name: attribute.value, element: element.name, line: element.line))
      case "reuseIdentifier":
        identifiers.append(
          Identifier(role: .reuse, name: attribute.value, element: element.name, line: element.line))
      case "restorationIdentifier":
        identifiers.append(
          Identifier(role: .restoration, name: attribute.value, element: element.name, line: element.line))
      case let name where name == "image" || name.hasSuffix("Image"):
        if element["catalog"] == "system" {
          systemImageNames.append(Name(name: attribute.value, line: element.line))
        } else {
          imageNames.append(Name(name: attribute.value, line: element.line))
        }
      default: continue
      }
    }
  }
}

extension NibDocument {
  /// Reads the whole document. Used by checks in the build and in `carob doctor`, not at run time.
  public var summary: NibSummary { NibSummary(self) }
}
