import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// The standard content of list cells.
@MainActor @Suite struct ListContentTests {
  private func picture(_ width: CGFloat, _ height: CGFloat) -> UIImage {
    UIGraphicsImageRenderer(size: CGSize(width: width, height: height)).image { _ in }
  }
  private func shown(_ content: UIListContentConfiguration, width: CGFloat = 300) -> UIListContentView? {
    let view = content.makeContentView() as? UIListContentView
    view?.frame.size = view?.sizeThatFits(CGSize(width: width, height: 0)) ?? .zero
    view?.layoutIfNeeded()
    return view
  }
  private func labels(_ view: UIListContentView?) -> [UILabel] {
    view?.subviews.compactMap { $0 as? UILabel } ?? []
  }

  @Test(.rule("C-333")) func `an image is at most as large as allowed, in the space reserved for it`() {
    var content = UIListContentConfiguration.cell()
    (content.text, content.image) = ("x", picture(100, 50))
    content.imageProperties.maximumSize = CGSize(width: 40, height: 40)
    content.imageProperties.reservedLayoutSize = CGSize(width: 60, height: 0)
    content.imageProperties.cornerRadius = 4
    content.imageToTextPadding = 5
    let view = shown(content)
    let image = view?.subviews.compactMap { $0 as? UIImageView }.first
    #expect(image?.frame == CGRect(x: 26, y: 12, width: 40, height: 20))
    #expect(image?.layer.cornerRadius == 4 && labels(view).first?.frame.minX == 81)
  }

  @Test(.rule("C-333")) func `margins and paddings are those of the configuration`() {
    var content = UIListContentConfiguration.subtitleCell()
    (content.text, content.secondaryText) = ("x", "y")
    content.directionalLayoutMargins = NSDirectionalEdgeInsets(top: 30, leading: 7, bottom: 20, trailing: 9)
    content.textToSecondaryTextVerticalPadding = 6
    let view = shown(content)
    let texts = labels(view)
    #expect(texts[0].frame.minX == 7 && texts[0].frame.maxX == 291 && texts[0].frame.minY == 30)
    #expect(texts[1].frame.minY == texts[0].frame.maxY + 6)
    #expect(abs((view?.bounds.height ?? 0) - texts[1].frame.maxY - 20) < 0.01)
  }

  @Test(.rule("C-333")) func `text has the alignment, line breaks and transform of its properties`() {
    var content = UIListContentConfiguration.groupedHeader()
    (content.text, content.secondaryText) = ("Some text", "More")
    content.secondaryTextProperties.alignment = .center
    content.secondaryTextProperties.lineBreakMode = .byTruncatingMiddle
    content.secondaryTextProperties.adjustsFontSizeToFitWidth = true
    content.secondaryTextProperties.minimumScaleFactor = 0.5
    content.secondaryTextProperties.colorTransformer = UIConfigurationColorTransformer { _ in .red }
    let texts = labels(shown(content))
    #expect(texts[0].text == "SOME TEXT" && texts[0].textAlignment == .natural)
    #expect(texts[1].textAlignment == .center && texts[1].lineBreakMode == .byTruncatingMiddle)
    #expect(texts[1].adjustsFontSizeToFitWidth && texts[1].minimumScaleFactor == 0.5)
    #expect(texts[1].textColor == .red)
  }

  @Test(.rule("C-333")) func `texts side by side keep their distance`() {
    var content = UIListContentConfiguration.valueCell()
    (content.text, content.secondaryText) = ("x", "y")
    content.textToSecondaryTextHorizontalPadding = 40
    let texts = labels(shown(content))
    #expect(texts[1].frame.maxX == 284)
    #expect(abs(texts[1].frame.minX - texts[0].frame.maxX - 40) < 0.01)
  }
}
