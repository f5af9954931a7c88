extension ModuleIndex {
  /// The text that determines whether the other files of the module must be translated again.
  var digestText: String {
    var text = options.digestText
    for index in files {
      for type in index.types { text += "\n" + type.digestText }
      for number in index.extensions { text += "\n" + number.digestText }
      if !index.aliases.isEmpty {
        text +=
          "\n"
          + index.aliases.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
      }
      text += index.declaresObserve ? "\nobserve" : ""
      text += "\n--"
    }
    return text
  }
}

extension TypeRecord {
  var digestText: String {
    "\(kind) \(dotted) \(isLocal) \(inherited) \(attributes.digestText) \(access) \(isFinal) \(hasMethodTable)"
      + " \(hasStaticMain)" + members.map { "\n  " + $0.digestText }.joined()
  }
}

extension ExtensionRecord {
  var digestText: String {
    "extension \(extended) \(inherited) \(attributes.digestText) \(access) \(isConstrained) \(hasStaticMain)"
      + " \(hasMethodTable)" + members.map { "\n  " + $0.digestText }.joined()
  }
}

extension AttributeFacts {
  var digestText: String {
    "\(isObjC ? 1 : 0)\(isObjCMembers ? 1 : 0)\(isNonObjC ? 1 : 0)\(isAction ? 1 : 0)\(isOutlet ? 1 : 0)"
      + "\(isInspectable ? 1 : 0)\(isManaged ? 1 : 0)\(isMain ? 1 : 0)\(isApplicationMain ? 1 : 0)"
      + "\(isUnavailable ? 1 : 0)\(isCopying ? 1 : 0)\(isolation.rawValue)\(objcName ?? "")"
  }
}

extension MemberRecord {
  /// Everything except the location.
  var digestText: String {
    "\(kind) \(fullName) \(parameters.map { $0.type }) \(attributes.digestText) \(access) \(isStatic ? 1 : 0)"
      + "\(isOverride ? 1 : 0)\(isDynamic ? 1 : 0)\(isOptional ? 1 : 0)\(isRequired ? 1 : 0)\(isConvenience ? 1 : 0)"
      + "\(isFailable ? 1 : 0)\(isThrowing ? 1 : 0)\(isAsync ? 1 : 0)\(isLet ? 1 : 0)\(isComputed ? 1 : 0)"
      + "\(isSettable ? 1 : 0)\(hasOwnSetter ? 1 : 0)\(hasWillSet ? 1 : 0)\(hasDidSet ? 1 : 0)\(isGeneric ? 1 : 0) \(result ?? "") \(type ?? "") \(signature)"
  }
}
