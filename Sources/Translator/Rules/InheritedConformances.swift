import SelectorNames
import SwiftSyntax

/// Optional delegate methods that only a subclass implements, while its superclass adopts the protocol.
///
///     class Base: UIViewController, UITextFieldDelegate {}
///     class Form: Base { func textFieldDidBeginEditing(_ textField: UITextField) { … } }
///
/// Objective-C finds the method in the object's class. Swift binds it where the protocol is adopted, and
/// calls the default implementation. The adopting class therefore gets a method to override; it is in no
/// table, so the class itself does not respond to it (F-151).
///
///     class Base: UIViewController, UITextFieldDelegate { func textFieldDidBeginEditing(_ textField: UITextField) { fatalError() } }
///     class Form: Base { override func textFieldDidBeginEditing(_ textField: UITextField) { … } }
///
/// Limits: methods in extensions of the subclass, and protocols of the module itself.
enum InheritedConformances: Rule {
  static func apply(to translation: FileTranslation) {
    let module = translation.module
    for (type, record) in translation.facts.index.types.enumerated() where record.kind == .class {
      let id = translation.id(type)
      for member in record.members {
        guard let base = module.adoptingAncestor(of: member, in: id),
          module.methodsToOverride(in: base).contains(where: { isSame($0, member) }),
          let function = translation.facts.memberNodes[member.node].as(FunctionDeclSyntax.self)
        else { continue }
        translation.edits.insert("override ", at: function.funcKeyword.start)
      }
      for member in module.methodsToOverride(in: id) {
        let access = record.access.isPublic ? "public " : ""
        translation.add(
          member: "\(access)func \(member.name)\(member.signature) { fatalError() }", toType: type)
      }
    }
  }

  fileprivate static func isSame(_ a: MemberRecord, _ b: MemberRecord) -> Bool {
    a.fullName == b.fullName && a.result == b.result
      && a.parameters.map(\.type) == b.parameters.map(\.type)
  }
}

extension ModuleIndex {
  /// The topmost superclass of `type` that adopts framework protocols, if the member may implement one of
  /// their methods.
  fileprivate func adoptingAncestor(of member: MemberRecord, in type: TypeID) -> TypeID? {
    guard member.kind == .method, !member.isOverride, !member.isStatic, !member.isGeneric,
      !member.access.isPrivate, !member.signature.isEmpty,
      FrameworkSelectors.selector(forSwiftName: member.fullName) != nil,
      overridden(member, above: type) == nil
    else { return nil }
    return topmostAdopter(type).flatMap { $0 == type ? nil : $0 }
  }

  /// The requirements of a class's protocols that its subclasses implement, each name once.
  fileprivate func methodsToOverride(in base: TypeID) -> [MemberRecord] {
    inheritedImplementations[base] ?? []
  }

  /// The methods by the class to which they are added, as determined by `adoptingAncestor`.
  func findInheritedImplementations() -> [TypeID: [MemberRecord]] {
    var result: [TypeID: [MemberRecord]] = [:]
    var names: [TypeID: Set<String>] = [:]
    for type in allTypes where record(type).kind == .class {
      for member in record(type).members {
        guard let base = adoptingAncestor(of: member, in: type),
          names[base, default: []].insert(member.fullName).inserted
        else { continue }
        result[base, default: []].append(member)
      }
    }
    return result
  }
}
