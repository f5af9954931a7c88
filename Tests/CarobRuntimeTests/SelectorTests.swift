import CarobRuntime
import TestSupport
import Testing

@Suite struct SelectorTests {
  @Test(.rule("F-154")) func `selectors are equal if their names are`() {
    #expect(Selector("tap:") == Selector("t" + "ap:"))
    #expect(Selector("tap:") != Selector("tap"))
    #expect(NSStringFromSelector(NSSelectorFromString("move:to:")) == "move:to:")
    #expect(Selector("move:to:").argumentCount == 2)
  }
}
