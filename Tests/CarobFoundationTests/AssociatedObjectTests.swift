import CarobFoundation
import TestSupport
import Testing

private nonisolated(unsafe) var firstKey: UInt8 = 0  // because only its address is used
private nonisolated(unsafe) var secondKey: UInt8 = 0  // because only its address is used

@Suite struct AssociatedObjectTests {
  @Test(.rule("F-176")) func `a value is associated with its key until it is set to nil`() {
    let object = AssociationHolder()
    #expect(objc_getAssociatedObject(object, &firstKey) == nil)
    objc_setAssociatedObject(object, &firstKey, true, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
    objc_setAssociatedObject(object, &secondKey, "two", .OBJC_ASSOCIATION_RETAIN)
    #expect(objc_getAssociatedObject(object, &firstKey) as? Bool == true)
    #expect(objc_getAssociatedObject(object, &secondKey) as? String == "two")
    objc_setAssociatedObject(object, &firstKey, nil, .OBJC_ASSOCIATION_RETAIN)
    #expect(objc_getAssociatedObject(object, &firstKey) == nil)
    objc_removeAssociatedObjects(object)
    #expect(objc_getAssociatedObject(object, &secondKey) == nil)
  }

  @Test(.rule("F-176")) func `values are released with the object`() {
    weak var value: AssociationHolder?
    do {
      let object = AssociationHolder()
      let hung = AssociationHolder()
      value = hung
      objc_setAssociatedObject(object, &firstKey, hung, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
      #expect(value != nil)
    }
    #expect(value == nil)
  }

  @Test(.rule("F-176")) func `an assigned object is not retained, a copied one is copied`() {
    let object = AssociationHolder()
    weak var value: AssociationHolder?
    do {
      let hung = AssociationHolder()
      value = hung
      objc_setAssociatedObject(object, &firstKey, hung, .OBJC_ASSOCIATION_ASSIGN)
      #expect(objc_getAssociatedObject(object, &firstKey) as? AssociationHolder === hung)
      withExtendedLifetime(hung) {}
    }
    #expect(value == nil)
    let text = NSMutableString(string: "a")
    objc_setAssociatedObject(object, &secondKey, text, .OBJC_ASSOCIATION_COPY_NONATOMIC)
    text.append("b")
    #expect((objc_getAssociatedObject(object, &secondKey) as? NSString)?.length == 1)
  }

  @Test(.rule("F-176")) func `objects of other classes can also have values`() {
    let plain = PlainAssociationHolder()
    let other = PlainAssociationHolder()
    objc_setAssociatedObject(plain, &firstKey, 3, .OBJC_ASSOCIATION_RETAIN)
    #expect(objc_getAssociatedObject(plain, &firstKey) as? Int == 3)
    #expect(objc_getAssociatedObject(other, &firstKey) == nil)
    objc_removeAssociatedObjects(plain)
    #expect(objc_getAssociatedObject(plain, &firstKey) == nil)
  }
}

private final class AssociationHolder: NSObject {}
private final class PlainAssociationHolder {}
