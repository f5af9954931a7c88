import CarobRuntime
import UIKit

/// What lies over a map: compass, scale, tracking button and the word about where the ground is from.
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
    map.addSubview(legal)
  }

  func update(_ map: MKMapView) {
    guard map.bounds.width > 0 else { return }
    let safe = map.safeAreaInsets
    let room = map.bounds.inset(by: safe)
    let size = legal.sizeThatFits(map.bounds.size)
    legal.frame = CGRect(
      x: room.minX + 8, y: room.maxY - size.height - 4, width: size.width, height: size.height)

    var top = room.minY + 8
    if map.showsUserTrackingButton {
      let button = tracking ?? MKUserTrackingButton(mapView: map)
      if tracking == nil {
        map.addSubview(button)
        tracking = button
      }
      button.frame = CGRect(x: room.maxX - 52, y: top, width: 44, height: 44)
      top += 52
    } else {
      tracking?.removeFromSuperview()
      tracking = nil
    }
    // The compass is there while the map is turned.
    if map.showsCompass, map.viewport.heading != 0 {
      let button = compass ?? MKCompassButton(mapView: map)
      if compass == nil {
        button.compassVisibility = .visible
        map.addSubview(button)
        compass = button
      }
      button.frame = CGRect(x: room.maxX - 52, y: top, width: 44, height: 44)
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
      view.frame = CGRect(x: room.minX + 12, y: room.minY + 8, width: 160, height: 28)
    } else {
      scale?.removeFromSuperview()
      scale = nil
    }
    NotificationCenter.default.post(name: .mapRegionDrawn, object: map)
  }
}

extension Notification.Name {
  /// A map view was laid out; its controls follow.
  static let mapRegionDrawn = Notification.Name("CarobMapRegionDrawn")
}

/// Calls a closure at notifications of a map view, as long as it lives.
@MainActor
final class MapWatch {
  // because it is set in init and read in deinit.
  nonisolated(unsafe) private var tokens: [any NSObjectProtocol] = []
  init(_ map: MKMapView?, _ names: [Notification.Name], _ body: @escaping @MainActor () -> Void) {
    guard let map else { return }
    tokens = names.map { name in
      NotificationCenter.default.addObserver(forName: name, object: map, queue: nil) { _ in
        MainActor.assumeIsolated { body() }
      }
    }
  }
  deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }
}
