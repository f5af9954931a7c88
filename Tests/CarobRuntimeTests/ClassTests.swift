import TestSupport
import Testing

@testable import CarobRuntime

/// Which classes are loaded, and which of them override a method.
@Suite struct LoadedClassTests {
  @Test func `the classes below a class are found, private, nested, local and indirect ones too`() {
    final class Local: Root {}
    let names = Set(LoadedClasses.below(Root.self).map { Journal.className($0) })
    #expect(
      names.isSuperset(of: ["Local", "Direct", "Indirect", "Nested", "OfGeneric", "Generic<Int>"]))
    #expect(!names.contains("Root"))
    #expect(!names.contains("Stranger"))
  }

  @Test func `each class is found once`() {
    let classes = LoadedClasses.below(Root.self).map { ObjectIdentifier($0) }
    #expect(Set(classes).count == classes.count)
    #expect(classes.contains(ObjectIdentifier(Direct.self)))
  }

  @Test func `a class without subclasses has none`() {
    #expect(LoadedClasses.below(Stranger.self).isEmpty)
    #expect(LoadedClasses.below(Direct.self).map { Journal.className($0) } == ["Indirect"])
  }
}

@Suite struct OverridePointTests {
  private static let plain = OverridePoint(of: Point.self, overriding: Overrides.self, plain: Plain.self)
  private static let property = OverridePoint(
    ofPropertyOf: Point.self, overriding: OverridesProperty.self, plain: Plain.self)

  @Test func `a class that overrides the method is told from one that does not`() {
    #expect(!Self.plain.isOverridden(by: Point.self))
    #expect(!Self.plain.isOverridden(by: Plain.self))
    #expect(Self.plain.isOverridden(by: Overrides.self))
    #expect(Self.plain.isOverridden(by: BelowOverrides.self))
    #expect(!Self.plain.isOverridden(by: OverridesOther.self))
  }

  @Test func `a property that is overridden is told by its getter`() {
    #expect(Self.property.isOverridden(by: OverridesProperty.self))
    #expect(!Self.property.isOverridden(by: Plain.self))
    #expect(!Self.property.isOverridden(by: Overrides.self))
  }

  @Test func `a method that is not found counts as overridden by every class`() {
    let missing = OverridePoint(of: Point.self, overriding: Plain.self, plain: Plain.self)
    #expect(missing.isOverridden(by: Point.self))
    let ambiguous = OverridePoint(of: Point.self, overriding: OverridesBoth.self, plain: Plain.self)
    #expect(ambiguous.isOverridden(by: Plain.self))
    let many = OverridePoint(ofPropertyOf: Point.self, overriding: OverridesBoth.self, plain: Plain.self)
    #expect(many.isOverridden(by: OverridesBoth.self))
  }

  @Test(.rule("F-214"))
  func `a method that an extension replaced in the base class counts as overridden by every class`() {
    func point() -> OverridePoint {
      OverridePoint(of: Replaced.self, overriding: OverridesReplaced.self, plain: PlainReplaced.self)
    }
    let before = point()
    #expect(!before.isOverridden(by: Replaced.self) && !before.isOverridden(by: PlainReplaced.self))
    // All entries after the header, which has seven words.
    let words = unsafeBitCast(Replaced.self as AnyClass, to: UnsafePointer<UInt>.self)
    for place in 7..<20 { OverridePoint.didReplace(words + place) }
    let after = point()
    #expect(after.isOverridden(by: Replaced.self) && after.isOverridden(by: PlainReplaced.self))
    let other = OverridePoint(of: Point.self, overriding: Overrides.self, plain: Plain.self)
    #expect(!other.isOverridden(by: Plain.self))
  }
}

private class Root {
  class Nested: Root {}
}
private class Direct: Root {}
private final class Indirect: Direct {}
private class Generic<Value>: Root {}
private final class OfGeneric: Generic<Int> {}
private final class Stranger {}

private class Replaced {
  func method() -> Int { 1 }
}
private final class PlainReplaced: Replaced {}
private final class OverridesReplaced: Replaced { override func method() -> Int { 2 } }

private class Point {
  func method() -> Int { 1 }
  func other() -> Int { 2 }
  var value: Int {
    get { 3 }
    set {}
  }
}
private class Plain: Point {}
private class Overrides: Point { override func method() -> Int { 4 } }
private final class BelowOverrides: Overrides {}
private final class OverridesOther: Point { override func other() -> Int { 5 } }
private final class OverridesBoth: Point {
  override func method() -> Int { 6 }
  override func other() -> Int { 7 }
}
private final class OverridesProperty: Point {
  override var value: Int {
    get { 8 }
    set {}
  }
}
