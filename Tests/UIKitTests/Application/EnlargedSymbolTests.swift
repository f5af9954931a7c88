import CarobFoundation
import CoreGraphics
import TestSupport
import Testing

@testable import UIKit

/// Symbols in image views.
@MainActor @Suite struct EnlargedSymbolTests {
  private func width(_ view: UIImageView) -> Int? { view.layer.contents.map { ($0 as! CGImage).width } }

  @Test(.rule("E-565")) func `an enlarged symbol is rendered at the displayed resolution`()
    throws
  {
    try withDevice { device in
      let symbol = try #require(UIImage(systemName: "star"))
      let own = Int((symbol.size.width * 3).rounded(.up))
      let view = UIImageView(image: symbol)
      view.contentMode = .scaleAspectFit
      device.showEmpty().addSubview(view)
      device.turn()
      #expect(width(view).map { abs($0 - own) <= 1 } == true)
      view.frame.size = CGSize(width: symbol.size.width * 10, height: symbol.size.height * 5)
      device.turn()
      #expect(width(view).map { abs($0 - own * 5) <= 5 } == true)
      view.contentMode = .center
      #expect(width(view).map { abs($0 - own) <= 1 } == true)
    }
  }
}
