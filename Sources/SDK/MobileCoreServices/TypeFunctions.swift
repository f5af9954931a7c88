import CarobFoundation
import CarobUniformTypeIdentifiers

// The functions from before `UTType`; they use its table (F-273). A "Create" or "Copy" function returns an object
// that the caller releases, with `takeRetainedValue()`.

public var kUTTagClassFilenameExtension: CFString { "public.filename-extension" }
public var kUTTagClassMIMEType: CFString { "public.mime-type" }

/// The best type for a tag; a dynamic type for a tag that nobody declares, nil for an unknown kind of tag.
public func UTTypeCreatePreferredIdentifierForTag(
  _ inTagClass: CFString, _ inTag: CFString, _ inConformingToUTI: CFString?
) -> Unmanaged<CFString>? { types(inTagClass, inTag, inConformingToUTI).first.map(retained) }

public func UTTypeCreateAllIdentifiersForTag(
  _ inTagClass: CFString, _ inTag: CFString, _ inConformingToUTI: CFString?
) -> Unmanaged<CFArray>? {
  let found = types(inTagClass, inTag, inConformingToUTI).map(\.identifier)
  return found.isEmpty ? nil : Unmanaged.passRetained(NSArray(array: found))
}

public func UTTypeCopyPreferredTagWithClass(
  _ inUTI: CFString, _ inTagClass: CFString
) -> Unmanaged<CFString>? {
  UTType(inUTI.description)?.tags[UTTagClass(rawValue: inTagClass.description)]?.first.map {
    Unmanaged.passRetained(NSString(string: $0))
  }
}
public func UTTypeCopyAllTagsWithClass(_ inUTI: CFString, _ inTagClass: CFString) -> Unmanaged<CFArray>? {
  UTType(inUTI.description)?.tags[UTTagClass(rawValue: inTagClass.description)].map {
    Unmanaged.passRetained(NSArray(array: $0))
  }
}
public func UTTypeCopyDescription(_ inUTI: CFString) -> Unmanaged<CFString>? {
  UTType(inUTI.description)?.localizedDescription.map { Unmanaged.passRetained(NSString(string: $0)) }
}
public func UTTypeConformsTo(_ inUTI: CFString, _ inConformsToUTI: CFString) -> Bool {
  let (type, other) = (inUTI.description, inConformsToUTI.description)
  guard let type = UTType(type), let other = UTType(other) else { return type == other }
  return type.conforms(to: other)
}
public func UTTypeEqual(_ inUTI1: CFString, _ inUTI2: CFString) -> Bool {
  inUTI1.description.lowercased() == inUTI2.description.lowercased()
}
public func UTTypeIsDeclared(_ inUTI: CFString) -> Bool { UTType(inUTI.description)?.isDeclared ?? false }
public func UTTypeIsDynamic(_ inUTI: CFString) -> Bool { UTType(inUTI.description)?.isDynamic ?? false }

private func types(_ kind: CFString, _ tag: CFString, _ parent: CFString?) -> [UTType] {
  UTType.types(
    tag: tag.description, tagClass: UTTagClass(rawValue: kind.description),
    conformingTo: parent.flatMap { UTType($0.description) })
}
private func retained(_ type: UTType) -> Unmanaged<CFString> {
  Unmanaged.passRetained(NSString(string: type.identifier))
}
