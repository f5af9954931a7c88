@_spi(Hazards) import CarobRuntime
import CoreLocation
import UIKit

/// The gestures on a map view: dragging, zooming, rotating, taps and dragging of annotations (MK-13, MK-14,
/// MK-19).
@MainActor
final class MapGestures: _MainActorNSObject, UIGestureRecognizerDelegate {
  @Zeroing private var map: MKMapView?
  let pan = UIPanGestureRecognizer()
  /// A double tap whose second touch stays down and moves (MK-38).
  let tapDrag = UIPanGestureRecognizer()
  let pinch = UIPinchGestureRecognizer()
  let rotation = UIRotationGestureRecognizer()
  let doubleTap = UITapGestureRecognizer()
  let twoFingerTap = UITapGestureRecognizer()
  let tap = UITapGestureRecognizer()
  let press = UILongPressGestureRecognizer()
  private var all: [UIGestureRecognizer] {
    [pan, tapDrag, pinch, rotation, doubleTap, twoFingerTap, tap, press]
  }

  /// The rotation of two fingers, in degrees, at which the map begins to rotate.
  private static let turnThreshold = 8.0
  private var lastScale: CGFloat = 1
  private var lastRotation: CGFloat = 0
  private var turns = false
  private var underWay = 0

  nonisolated static var methods: [_CarobMethod] {
    func entry(
      _ selector: StaticString, _ name: StaticString, _ body: @escaping @MainActor (MKMapView) -> Void
    )
      -> _CarobMethod
    { .init(object: selector, name, 0) { map, _ in body(unsafeDowncast(map, to: MKMapView.self)) } }
    return [
      entry("carob_mapPan:", "carob_mapPan(_:)") { $0.gestures.panned() },
      entry("carob_mapTapDrag:", "carob_mapTapDrag(_:)") { $0.gestures.tapDragged() },
      entry("carob_mapPinch:", "carob_mapPinch(_:)") { $0.gestures.pinched() },
      entry("carob_mapRotate:", "carob_mapRotate(_:)") { $0.gestures.rotated() },
      entry("carob_mapDoubleTap:", "carob_mapDoubleTap(_:)") { $0.gestures.doubleTapped() },
      entry("carob_mapTwoFingerTap:", "carob_mapTwoFingerTap(_:)") { $0.gestures.twoFingersTapped() },
      entry("carob_mapTap:", "carob_mapTap(_:)") { $0.gestures.tapped() },
      entry("carob_mapPress:", "carob_mapPress(_:)") { $0.gestures.pressed() },
    ]
  }

  func connect(_ map: MKMapView) {
    self.map = map
    pan.addTarget(map, action: "carob_mapPan:")
    pan.allowedScrollTypesMask = .all
    tapDrag.addTarget(map, action: "carob_mapTapDrag:")
    tapDrag.maximumNumberOfTouches = 1
    pinch.addTarget(map, action: "carob_mapPinch:")
    rotation.addTarget(map, action: "carob_mapRotate:")
    doubleTap.numberOfTapsRequired = 2
    doubleTap.addTarget(map, action: "carob_mapDoubleTap:")
    twoFingerTap.numberOfTouchesRequired = 2
    twoFingerTap.addTarget(map, action: "carob_mapTwoFingerTap:")
    tap.addTarget(map, action: "carob_mapTap:")
    press.minimumPressDuration = 0.3
    press.addTarget(map, action: "carob_mapPress:")
    for recognizer in all {
      recognizer.delegate = self
      recognizer.cancelsTouchesInView = [pan, tapDrag, pinch].contains { $0 === recognizer }
      map.content.addGestureRecognizer(recognizer)
    }
  }

  nonisolated override class var _carobMethods: [_CarobMethod] {
    [
      .init(has: "gestureRecognizer:shouldReceiveTouch:", "gestureRecognizer(_:shouldReceive:)", 0),
      .init(has: "gestureRecognizerShouldBegin:", "gestureRecognizerShouldBegin(_:)", 0),
      .init(
        has: "gestureRecognizer:shouldRecognizeSimultaneouslyWithGestureRecognizer:",
        "gestureRecognizer(_:shouldRecognizeSimultaneouslyWith:)", 0),
    ]
  }

  func gestureRecognizer(_ recognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool {
    guard let map else { return false }
    // Controls and callouts handle their own touches.
    var view = touch.view
    while let here = view, here !== map.content {
      if here is UIControl || (here is CalloutView && recognizer !== pan && recognizer !== pinch) {
        return false
      }
      view = here.superview
    }
    if recognizer === tapDrag { return touch.tapCount == 2 && map.isZoomEnabled }
    // The second touch of a double tap zooms instead of dragging.
    if recognizer === pan, touch.tapCount == 2, map.isZoomEnabled { return false }
    if recognizer === press {
      return map.annotationView(at: touch.location(in: map))?.isDraggable == true
    }
    return true
  }

  func gestureRecognizerShouldBegin(_ recognizer: UIGestureRecognizer) -> Bool {
    guard let map else { return false }
    switch recognizer {
    case pan: return map.isScrollEnabled && press.state == .possible
    case pinch, doubleTap, twoFingerTap: return map.isZoomEnabled
    case rotation: return map.isRotateEnabled
    default: return true
    }
  }

  func gestureRecognizer(
    _ recognizer: UIGestureRecognizer, shouldRecognizeSimultaneouslyWith other: UIGestureRecognizer
  ) -> Bool {
    let moving: [UIGestureRecognizer] = [pan, pinch, rotation]
    let isOwn = all.contains { $0 === other }
    if isOwn { return moving.contains { $0 === recognizer } && moving.contains { $0 === other } }
    // Recognizers of the app on the map view or inside it; not those of views around the map that scroll or
    // swipe.
    return other.view === map
      || (other.view.map { view in map.map { view.isDescendant(of: $0) } ?? false } ?? false)
  }

  // MARK: Moving (MK-13)

  private func began() {
    guard let map else { return }
    underWay += 1
    guard underWay == 1 else { return }
    if map.mover != nil {
      // A touch takes over a running animation: the open change continues.
      map.mover?.stop()
      map.mover = nil
    }
    map.beginChange(animated: false)
  }
  /// Called when a recognizer ended; `goal` is the viewport that the map decelerates to.
  private func ended(_ goal: Viewport?, _ duration: Double) {
    guard let map, underWay > 0 else { return }
    underWay -= 1
    guard underWay == 0 else { return }
    if let goal, goal != map.viewport, map.window != nil {
      map.move(to: goal, duration: duration, curve: MapMover.decelerating)
    } else {
      map.endChange(animated: false)
    }
  }

  func panned() {
    guard let map else { return }
    switch pan.state {
    case .began:
      map.userLocator.userMoved()
      began()
      follow()
    case .changed: follow()
    case .ended, .cancelled:
      let velocity = pan.state == .cancelled ? .zero : pan.velocity(in: map)
      let speed = hypot(velocity.x, velocity.y)
      guard speed > 50, underWay == 1 else { return ended(nil, 0) }
      // The geometric series of scroll views' deceleration, with steps of one millisecond.
      let factor: CGFloat = 0.998 / 0.002 / 1000
      let goal = map.limited(
        map.viewport.moved(by: CGPoint(x: velocity.x * factor, y: velocity.y * factor)))
      let distance = Double(speed * factor)
      ended(goal, min(max(distance / Double(speed) * 2.5, 0.3), 3))
    default: break
    }
  }
  private func follow() {
    guard let map else { return }
    let way = pan.translation(in: map)
    pan.setTranslation(.zero, in: map)
    guard way != .zero else { return }
    map.show(map.limited(map.viewport.moved(by: way)))
  }

  func pinched() {
    guard let map else { return }
    switch pinch.state {
    case .began:
      lastScale = 1
      map.userLocator.userMoved(zoomed: true)
      began()
      zoom()
    case .changed: zoom()
    case .ended, .cancelled: ended(nil, 0)
    default: break
    }
  }
  private func zoom() {
    guard let map, pinch.scale > 0 else { return }
    let factor = pinch.scale / lastScale
    lastScale = pinch.scale
    let around =
      map.userLocator.mode == .none
      ? pinch.location(in: map) : CGPoint(x: map.bounds.midX, y: map.bounds.midY)
    map.show(map.limitedZoom(by: Double(factor), around: around))
  }

  // MK-38
  func tapDragged() {
    guard let map else { return }
    switch tapDrag.state {
    case .began:
      map.userLocator.userMoved(zoomed: true)
      began()
      zoomByDrag()
    case .changed: zoomByDrag()
    case .ended, .cancelled: ended(nil, 0)
    default: break
    }
  }
  /// The points that a finger moves for a zoom by a factor of two.
  private static let dragOfOneZoom: CGFloat = 100
  private func zoomByDrag() {
    guard let map else { return }
    let way = tapDrag.translation(in: map).y
    tapDrag.setTranslation(.zero, in: map)
    guard way != 0 else { return }
    let factor = exp2(Double(-way / Self.dragOfOneZoom))
    map.show(map.limitedZoom(by: factor, around: CGPoint(x: map.bounds.midX, y: map.bounds.midY)))
  }

  func rotated() {
    switch rotation.state {
    case .began:
      (lastRotation, turns) = (0, false)
      began()
      turn()
    case .changed: turn()
    case .ended, .cancelled: ended(nil, 0)
    default: break
    }
  }
  private func turn() {
    guard let map else { return }
    let degrees = Double(rotation.rotation) * 180 / .pi
    if !turns {
      guard abs(degrees) > Self.turnThreshold else { return }
      turns = true
      lastRotation = rotation.rotation
      map.userLocator.userMoved(turned: true)
      return
    }
    let step = Double(rotation.rotation - lastRotation) * 180 / .pi
    lastRotation = rotation.rotation
    map.show(map.limited(map.viewport.zoomed(by: 1, turnedBy: -step, around: rotation.location(in: map))))
  }

  // MARK: Taps (MK-13, MK-14)

  func doubleTapped() {
    guard let map, doubleTap.state == .ended else { return }
    map.userLocator.userMoved(zoomed: true)
    map.stopMoving()
    let target = map.limitedZoom(by: 2, around: doubleTap.location(in: map))
    if target != map.viewport { map.go(to: target, animated: true, duration: 0.3) }
  }
  func twoFingersTapped() {
    guard let map, twoFingerTap.state == .ended else { return }
    map.userLocator.userMoved(zoomed: true)
    map.stopMoving()
    let target = map.limitedZoom(by: 0.5, around: CGPoint(x: map.bounds.midX, y: map.bounds.midY))
    if target != map.viewport { map.go(to: target, animated: true, duration: 0.3) }
  }
  func tapped() {
    guard let map, tap.state == .ended else { return }
    map.tapped(at: tap.location(in: map))
  }

  // MARK: Dragging annotations (MK-19)

  private var dragged: MKAnnotationView?
  /// The vector from the finger to the annotation's coordinate, in points.
  private var fingerOffset = CGPoint.zero

  func pressed() {
    guard let map else { return }
    let finger = press.location(in: map)
    switch press.state {
    case .began:
      guard let view = map.annotationView(at: finger), view.isDraggable, let annotation = view.annotation
      else { return }
      dragged = view
      let place = map.viewport.point(MKMapPoint(annotation.coordinate))
      fingerOffset = CGPoint(x: place.x - finger.x, y: place.y - finger.y)
      map.setDragState(.starting, of: view)
    case .changed:
      guard let view = dragged else { return }
      map.drag(view, to: CGPoint(x: finger.x + fingerOffset.x, y: finger.y + fingerOffset.y))
    case .ended:
      guard let view = dragged else { return }
      dragged = nil
      map.drop(view, at: CGPoint(x: finger.x + fingerOffset.x, y: finger.y + fingerOffset.y))
    case .cancelled:
      guard let view = dragged else { return }
      dragged = nil
      map.setDragState(.canceling, of: view)
      map.placeChanged(of: view)
    default: break
    }
  }
}

extension MKMapView {
  /// Zooms around a point, as far as the limits allow.
  func limitedZoom(by factor: Double, around point: CGPoint) -> Viewport {
    let raw = viewport.zoomed(by: factor, around: point)
    let scale = limited(raw).scale
    return limited(viewport.zoomed(by: scale / viewport.scale, around: point))
  }
}
