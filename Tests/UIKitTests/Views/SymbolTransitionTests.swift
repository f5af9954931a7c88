import TestSupport
import Testing
import UIKit

@MainActor @Suite struct SymbolTransitionTests {
  @Test(.rule("E-838")) func `a symbol that is set with a transition is shown immediately`() throws {
    let star = try #require(UIImage(systemName: "star"))
    let heart = try #require(UIImage(systemName: "heart"))
    let view = UIImageView(image: star)
    view.setSymbolImage(heart, contentTransition: .replace.downUp)
    #expect(view.image === heart)
    let item = UIBarButtonItem(image: star, style: .plain, target: nil, action: nil)
    item.setSymbolImage(heart, contentTransition: .automatic, options: .speed(2))
    #expect(item.image === heart)
  }
}
