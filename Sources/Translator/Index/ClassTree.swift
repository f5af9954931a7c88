/// The classes of a module from the root classes down, and which of their members override which.
///
/// OPTIMIZATION: every member is visited once while the declarations of its superclasses are known, so that
/// the time for a chain of classes is proportional to its length (R-7: a chain of 300 took a minute).
struct ClassTree {
  /// The identity of a member that an override must repeat.
  struct Member: Hashable {
    var type: ModuleIndex.TypeID
    var fullName: String
    var kind: MemberRecord.Kind
    var isStatic: Bool

    init(_ member: MemberRecord, of type: ModuleIndex.TypeID) {
      self.type = type
      fullName = member.fullName
      kind = member.kind
      isStatic = member.isStatic
    }
  }
  private struct Name: Hashable {
    var fullName: String
    var kind: MemberRecord.Kind
    var isStatic: Bool
  }
  /// The declarations in the superclasses of the current class.
  private struct Above {
    var declarations: [Name: [(owner: ModuleIndex.TypeID, member: MemberRecord)]] = [:]
    /// The number of methods of a name that override nothing.
    var originals: [String: Int] = [:]
  }
  private enum Step {
    case enter(ModuleIndex.TypeID)
    case leave(ModuleIndex.TypeID)
  }

  /// The nearest superclass declaration that a member overrides or repeats.
  private(set) var overridden: [Member: (owner: ModuleIndex.TypeID, member: MemberRecord)] = [:]
  /// The members that a subclass overrides.
  private(set) var overriddenBelow: Set<Member> = []
  /// Methods of classes that declare or inherit another method of the same full name.
  private(set) var overloaded: Set<Member> = []
  /// How many superclasses within the module a class has.
  private(set) var depths: [ModuleIndex.TypeID: Int] = [:]
  /// The class's position in the traversal, and the number of positions that it and its subclasses take.
  private var places: [ModuleIndex.TypeID: (first: Int, count: Int)] = [:]

  init(
    _ classes: [ModuleIndex.TypeID], superclass: (ModuleIndex.TypeID) -> ModuleIndex.TypeID?,
    members: (ModuleIndex.TypeID) -> [MemberRecord]
  ) {
    var below: [ModuleIndex.TypeID: [ModuleIndex.TypeID]] = [:]
    var roots: [ModuleIndex.TypeID] = []
    for type in classes {
      if let above = superclass(type) { below[above, default: []].append(type) } else { roots.append(type) }
    }
    var above = Above()
    // NB: classes that inherit from each other in a cycle have no root; the compiler reports them.
    for root in roots + classes where depths[root] == nil {
      var pending = [Step.enter(root)]
      while let step = pending.popLast() {
        switch step {
        case .enter(let type):
          guard depths[type] == nil else { continue }
          depths[type] = superclass(type).flatMap { depths[$0] }.map { $0 + 1 } ?? 0
          places[type] = (places.count, 0)
          enter(type, members(type), &above)
          pending.append(.leave(type))
          for subclass in (below[type] ?? []).reversed() { pending.append(.enter(subclass)) }
        case .leave(let type):
          places[type].map { places[type] = ($0.first, places.count - $0.first) }
          leave(type, members(type), &above)
        }
      }
    }
  }

  private mutating func enter(
    _ type: ModuleIndex.TypeID, _ members: [MemberRecord], _ above: inout Above
  ) {
    for member in members {
      let name = Name(fullName: member.fullName, kind: member.kind, isStatic: member.isStatic)
      let key = Member(member, of: type)
      if let nearest = above.declarations[name]?.last, nearest.owner != type {
        overridden[key] = nearest
        if member.isOverride { overriddenBelow.insert(Member(member, of: nearest.owner)) }
        above.declarations[name]?.append((type, member))
      } else if above.declarations[name] == nil {
        above.declarations[name] = [(type, member)]
      }
      if member.kind == .method, !member.isOverride { above.originals[member.fullName, default: 0] += 1 }
    }
    for member in members
    where member.kind == .method && above.originals[member.fullName, default: 0] > 1 {
      overloaded.insert(Member(member, of: type))
    }
  }

  private func leave(
    _ type: ModuleIndex.TypeID, _ members: [MemberRecord], _ above: inout Above
  ) {
    for member in members {
      let name = Name(fullName: member.fullName, kind: member.kind, isStatic: member.isStatic)
      if above.declarations[name]?.last?.owner == type {
        above.declarations[name]?.removeLast()
        if above.declarations[name]?.isEmpty == true { above.declarations[name] = nil }
      }
      if member.kind == .method, !member.isOverride { above.originals[member.fullName, default: 0] -= 1 }
    }
  }

  /// Whether the first class is `base` or a subclass of it.
  func isClass(_ type: ModuleIndex.TypeID, atOrBelow base: ModuleIndex.TypeID) -> Bool {
    if type == base { return true }
    guard let place = places[type], let around = places[base] else { return false }
    return place.first >= around.first && place.first < around.first + around.count
  }
}

/// Cached answers to a question about a class that depend on its superclass's answer.
final class InheritedAnswers<Answer> {
  fileprivate var known: [ModuleIndex.TypeID: Answer] = [:]
}

extension ModuleIndex {
  /// The answer for a class: `own` receives the superclass's answer, or nil for a root class of the module.
  ///
  /// `own` runs once for each class.
  func inherited<Answer>(
    _ answers: InheritedAnswers<Answer>, _ id: TypeID, _ own: (TypeID, Answer?) -> Answer
  ) -> Answer {
    if let known = answers.known[id] { return known }
    var above: Answer?
    var pending = [id]
    var seen: Set<TypeID> = [id]
    while let last = pending.last, case .module(let next) = superclass(last), seen.insert(next).inserted {
      if let known = answers.known[next] {
        above = known
        break
      }
      pending.append(next)
    }
    var result = above
    for type in pending.reversed() {
      let answer = own(type, result)
      answers.known[type] = answer
      result = answer
    }
    return result ?? own(id, above)
  }
}
