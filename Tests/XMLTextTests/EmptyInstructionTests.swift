import Foundation
import Testing
import XMLText

@Suite struct EmptyInstructionTests {
  @Test func `a processing instruction without content becomes spaces, and all other bytes stay in place`() {
    func text(_ xml: String) -> String {
      String(decoding: Data(xml.utf8).withoutEmptyInstructions, as: UTF8.self)
    }
    #expect(text("<?x?><a><?yy?></a>") == "     <a>      </a>")
    for kept in [
      "<?xml version=\"1.0\"?><a/>", "<a><?x y?></a>", "<a><?x ?></a>", "<a><?x", "<a><?x?", "<?", "<", "",
      "<a>?></a>",
    ] {
      #expect(text(kept) == kept)
    }
    #expect(text("<?é?><<?x?>") == "      <     ")
  }

  @Test func `a part of data is read from its own beginning`() {
    let part = Data("abc<a><?x?></a>".utf8).dropFirst(3)
    #expect(String(decoding: part.withoutEmptyInstructions, as: UTF8.self) == "<a>     </a>")
  }
}
