/// The Objective-C names that the Swift compiler gives to declarations (F-130…F-138; subscripts: F-136).
///
/// Used by the translator for the names in its output, and by the runtime to derive selectors from full Swift
/// names.
public enum ObjCNaming {
  /// The selector of a method or initializer.
  ///
  /// `labels` are the external labels, with `_` or an empty string for none. With `hasTrailingClosure` the
  /// last parameter is a completion closure; the error parameter of a throwing method comes before it
  /// (F-137).
  public static func selector(
    baseName: String, labels: [String], isInit: Bool = false, throws isThrowing: Bool = false,
    async isAsync: Bool = false, hasTrailingClosure: Bool = false, isVoidParameter: Bool = false
  ) -> String {
    let base = isInit ? "init" : baseName
    // F-134: the label of a single Void parameter becomes part of the name, without a colon.
    if isInit, isVoidParameter, labels.count == 1 { return firstPiece(base, labels[0]) }
    var pieces: [String] = []
    for (index, label) in labels.enumerated() {
      // F-133
      pieces.append(index == 0 ? firstPiece(base, label) : label == "_" ? "" : label)
    }
    if isAsync {
      // F-138; a throwing async method reports its error through the completion handler.
      if pieces.isEmpty { return base + "WithCompletionHandler:" }
      pieces.append("completionHandler")
    } else if isThrowing {
      // F-137
      if pieces.isEmpty { return base + "AndReturnError:" }
      if hasTrailingClosure {
        if pieces.count == 1 {
          pieces = [base + "AndReturnError", labels[0] == "_" ? "" : labels[0]]
        } else {
          pieces.insert("error", at: pieces.count - 1)
        }
      } else {
        pieces.append("error")
      }
    }
    if pieces.isEmpty { return base }
    return pieces.map { $0 + ":" }.joined()
  }

  /// The setter of a property (F-135).
  public static func setter(ofProperty name: String) -> String { "set" + capitalized(name) + ":" }

  /// The getter and the setter of a subscript, according to the type of its index (F-136).
  public static func subscriptSelectors(indexType: String) -> (getter: String, setter: String) {
    let kind = integerTypes.contains(indexType) ? "AtIndexedSubscript:" : "ForKeyedSubscript:"
    return ("object" + kind, "setObject:" + kind.prefix(1).lowercased() + kind.dropFirst())
  }
  private static let integerTypes: Set<String> = [
    "Int", "UInt", "Int8", "UInt8", "Int16", "UInt16", "Int32", "UInt32", "Int64", "UInt64", "NSInteger",
    "NSUInteger",
  ]

  /// The selector for a full Swift name like `handle(url:)` or `refresh()`; a bare name is a property's getter.
  public static func selector(forSwiftName name: String) -> String {
    guard let (base, labels) = split(swiftName: name) else { return name }
    return selector(baseName: base, labels: labels, isInit: base == "init")
  }

  /// `tableView(_:didSelectRowAt:)` as base name and labels; nil for a name without parentheses.
  public static func split(swiftName name: String) -> (base: String, labels: [String])? {
    guard let open = name.firstIndex(of: "("), name.last == ")" else { return nil }
    let inside = name[name.index(after: open)...].dropLast()
    return (String(name[..<open]), inside.split(separator: ":").map(String.init))
  }

  // F-130, F-131
  private static func firstPiece(_ base: String, _ label: String) -> String {
    if label.isEmpty || label == "_" { return base }
    let needsWith = !prepositions.contains(firstWord(label)) && !prepositions.contains(lastWord(base))
    return base + (needsWith ? "With" : "") + capitalized(label)
  }

  private static func capitalized(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }

  /// The first word of a camel-case name, in lowercase.
  static func firstWord(_ name: String) -> String {
    let letters = Array(name)
    guard let first = letters.first else { return "" }
    var end = 1
    if first.isUppercase {
      // An acronym: `URLString` begins with `URL`.
      while end < letters.count, letters[end].isUppercase { end += 1 }
      if end < letters.count, end > 1, letters[end].isLowercase { end -= 1 }
      if end == 1 { while end < letters.count, letters[end].isLowercase { end += 1 } }
    } else {
      while end < letters.count, letters[end].isLowercase { end += 1 }
    }
    return String(letters[..<end]).lowercased()
  }

  /// The last word of a camel-case name, in lowercase.
  static func lastWord(_ name: String) -> String {
    let letters = Array(name)
    guard var start = letters.indices.last else { return "" }
    if letters[start].isUppercase {
      while start > 0, letters[start - 1].isUppercase { start -= 1 }
    } else {
      while start > 0, letters[start].isLowercase, letters[start - 1].isLowercase { start -= 1 }
      if start > 0, letters[start].isLowercase, letters[start - 1].isUppercase { start -= 1 }
    }
    return String(letters[start...]).lowercased()
  }

  // F-132
  private static let prepositions: Set<String> = [
    "above", "after", "along", "alongside", "as", "at", "before", "below", "by", "following", "for", "from",
    "given",
    "in", "including", "inside", "into", "matching", "of", "on", "passing", "since", "to", "until", "using",
    "via",
    "when", "with", "within",
  ]
}
