import CarobFoundation
import CoreGraphics
import DeviceProtocol
import TestSupport
import Testing

@testable import QuartzCore
@testable import UIKit

/// Views as masks of other views.
@MainActor @Suite struct MaskTests {
  /// A view of 100 × 60 points.
  private func view(_ device: TestDevice) -> UIView {
    let view = UIView(frame: CGRect(x: 20, y: 30, width: 100, height: 60))
    device.showEmpty().addSubview(view)
    view.contentScaleFactor = 1
    return view
  }
  private func commit(_ device: TestDevice) throws -> Commit {
    try #require(LayerTree.shared.makeCommit(roots: [device.window.layer], whole: true))
  }
  /// The mask of a layer as the device gets it: its position, and its alpha at points of the layer, 0 to 255.
  private func mask(_ device: TestDevice, _ layer: CALayer, at points: (Int, Int)...) throws -> (
    place: [Double], alpha: [UInt32]
  ) {
    let commit = try commit(device)
    let mask = try #require(commit.layers.first { $0.id == layer.id }?.mask)
    let sent = try #require(commit.images.last { $0.id == mask.image })
    let image = try #require(UIImage(data: Data(sent.png))?.cgImage)
    let scale = image.width / Int(mask.width)
    return (
      [mask.x, mask.y, mask.width, mask.height],
      points.map { image.surface[($0.0 - Int(mask.x)) * scale, ($0.1 - Int(mask.y)) * scale] >> 24 }
    )
  }

  @Test(.rule("E-534")) func `a view may be the mask of a view`() throws {
    try withDevice { device in
      let view = view(device)
      let round = UIView(frame: CGRect(x: 0, y: 0, width: 60, height: 60))
      round.backgroundColor = .black
      round.layer.cornerRadius = 30
      view.mask = round
      device.turn()
      let seen = try mask(device, view.layer, at: (2, 2), (30, 30), (57, 57), (70, 30)).alpha
      #expect(seen == [0, 255, 0, 0])
    }
  }
}
