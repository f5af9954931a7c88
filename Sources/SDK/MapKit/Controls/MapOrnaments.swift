@_spi(Hazards) import CarobRuntime
import UIKit

/// The controls over a map: compass, scale, tracking button and the attribution of the map data.
@MainActor
final class MapOrnaments {
  private var compass: MKCompassButton?
  private var scale: MKScaleView?
  private var tracking: MKUserTrackingButton?
  private let legal = UILabel()

  func connect(_ map: MKMapView) {
    legal.text = "Natural Earth"
    legal.font = .systemFont(ofSize: 9)
    legal.textColor = .secondaryLabel
    legal.isUserInteractionEnabled = false
    // OPTIMIZATION: measured once, not at each layout.
    let size = legal.sizeThatFits(CGSize(width: 200, height: 40))
    legal.frame.size = CGSize(width: size.width.rounded(.up) + 1, height: size.height.rounded(.up))
    map.addSubview(legal)
  }

  func update(_ map: MKMapView) {
    guard map.bounds.width > 0 else { return notifyWatches() }
    // MK-37: the margins, by default the safe area and 8 points.
    let room = map.bounds.inset(by: map.layoutMargins)
    legal.frame.origin = CGPoint(x: room.minX, y: room.maxY - legal.frame.height + 4)

    var top = room.minY
    if map.showsUserTrackingButton {
      let button = tracking ?? MKUserTrackingButton(mapView: map)
      if tracking == nil {
        map.addSubview(button)
        tracking = button
      }
      button.frame = CGRect(x: room.maxX - 44, y: top, width: 44, height: 44)
      top += 52
    } else {
      tracking?.removeFromSuperview()
      tracking = nil
    }
    // The compass is shown while the map is rotated.
    if map.showsCompass, map.viewport.heading != 0 {
      let button = compass ?? MKCompassButton(mapView: map)
      if compass == nil {
        button.compassVisibility = .visible
        map.addSubview(button)
        compass = button
      }
      button.frame = CGRect(x: room.maxX - 44, y: top, width: 44, height: 44)
    } else {
      compass?.removeFromSuperview()
      compass = nil
    }
    if map.showsScale {
      let view = scale ?? MKScaleView(mapView: map)
      if scale == nil {
        view.scaleVisibility = .visible
        map.addSubview(view)
        scale = view
      }
      view.frame = CGRect(x: room.minX + 4, y: room.minY, width: 160, height: 28)
    } else {
      scale?.removeFromSuperview()
      scale = nil
    }
    notifyWatches()
  }

  // MARK: Controls elsewhere

  private var watches: [ZeroingElement<MapWatch>] = []
  func watch(_ watch: MapWatch) {
    watches.removeAll { $0.object == nil }
    watches.append(ZeroingElement(watch))
  }
  private func notifyWatches() { for watch in watches { watch.object?.body() } }
}

/// Calls a closure when its map view was laid out or its tracking mode changed, for as long as the watch
/// exists.
@MainActor
final class MapWatch {
  let body: @MainActor () -> Void
  init(_ map: MKMapView?, _ body: @escaping @MainActor () -> Void) {
    self.body = body
    map?.ornaments.watch(self)
  }
}

/// Holds the map of a control outside of it, without retaining it.
@MainActor
final class MapHolder {
  private var watch: MapWatch?
  @Zeroing private(set) var map: MKMapView?

  /// Replaces the map. Calls `follow` now and whenever the map is laid out.
  func hold(_ map: MKMapView?, _ follow: @escaping @MainActor () -> Void) {
    self.map = map
    watch = MapWatch(map, follow)
    follow()
  }
}
