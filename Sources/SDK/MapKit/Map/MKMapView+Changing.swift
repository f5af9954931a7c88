@_spi(Hazards) import CarobRuntime
import CoreLocation
import QuartzCore
import UIKit

extension MKMapView {
  /// The duration of an animated change, in seconds.
  static var changeDuration: Double { 0.5 }

  /// Changes the visible part on behalf of the app.
  // MK-10
  func change(_ animated: Bool, _ make: @escaping (CGSize) -> Viewport) {
    stopMoving()
    isUntouched = false
    guard bounds.width > 0, bounds.height > 0 else {
      wanted = make
      viewport = limited(make(CGSize(width: 320, height: 320)))
      return
    }
    // MK-12: the size may change until the view is in a window, and the requested part must be shown then.
    if window == nil { wanted = make }
    let target = limited(make(bounds.size))
    guard target != viewport else { return }
    go(to: target, animated: animated)
  }

  /// Moves to a viewport that is within the limits, and announces the change.
  func go(
    to target: Viewport, animated: Bool, duration: Double = MKMapView.changeDuration,
    curve: [Double] = MapMover.easeInOut
  ) {
    let isAnimated = animated && window != nil && UIView.areAnimationsEnabled
    beginChange(animated: isAnimated)
    guard isAnimated else {
      show(target)
      return endChange(animated: false)
    }
    move(to: target, duration: duration, curve: curve)
  }

  /// Animates to a viewport, and ends the open change.
  func move(to target: Viewport, duration: Double, curve: [Double]) {
    let start = viewport
    mover?.stop()
    let weakSelf = ZeroingElement(self)
    mover = MapMover(duration: duration, curve: curve) { part in
      weakSelf.object?.show(Viewport.between(start, target, part))
    } completion: {
      guard let self = weakSelf.object else { return }
      self.mover = nil
      self.endChange(animated: true)
    }
  }

  func beginChange(animated: Bool) {
    guard openChange == nil else { return }
    openChange = animated
    tell("mapView(_:regionWillChangeAnimated:)", "mapView:regionWillChangeAnimated:") {
      $0.mapView(self, regionWillChangeAnimated: animated)
    }
  }
  func endChange(animated: Bool) {
    guard openChange != nil else { return }
    openChange = nil
    setNeedsLayout()
    tell("mapView(_:regionDidChangeAnimated:)", "mapView:regionDidChangeAnimated:") {
      $0.mapView(self, regionDidChangeAnimated: animated)
    }
  }

  func show(_ view: Viewport) {
    guard view != viewport else { return }
    viewport = view
    setNeedsLayout()
    tell("mapViewDidChangeVisibleRegion(_:)", "mapViewDidChangeVisibleRegion:") {
      $0.mapViewDidChangeVisibleRegion(self)
    }
  }

  /// Stops a running animation at its current viewport.
  func stopMoving() {
    guard let mover else { return }
    mover.stop()
    self.mover = nil
    endChange(animated: true)
  }

  // MK-12
  func sizeMayHaveChanged() {
    guard bounds.width > 0, bounds.height > 0, bounds.size != knownSize else {
      if window != nil, bounds.width > 0 { wanted = nil }
      return
    }
    let isFirst = knownSize == .zero
    knownSize = bounds.size
    var target: Viewport
    if isFirst, isUntouched { wanted = { Self.firstView($0) } }
    if let wanted {
      target = limited(wanted(bounds.size))
    } else if isFirst {
      target = viewport
      target.resize(bounds.size)
      target = limited(
        Viewport.fitting(
          MKCoordinateRegion(viewport.visibleRect).mapRect, in: bounds.size, heading: viewport.heading))
    } else {
      target = viewport
      target.resize(bounds.size)
      target = limited(target)
    }
    if window != nil { wanted = nil }
    guard target != viewport else { return }
    stopMoving()
    let isNested = openChange != nil
    if !isNested { beginChange(animated: false) }
    show(target)
    if !isNested { endChange(animated: false) }
  }

  func resetHeading() {
    guard viewport.heading != 0 else { return }
    userLocator.userMoved(turned: true)
    var target = viewport
    target.heading = 0
    go(to: target, animated: true, duration: 0.3)
  }
}

// MARK: Converting

extension MKMapView {
  public func convert(_ coordinate: CLLocationCoordinate2D, toPointTo view: UIView?) -> CGPoint {
    let point = currentViewport.point(MKMapPoint(coordinate))
    return view === self ? point : convert(point, to: view)
  }
  public func convert(_ point: CGPoint, toCoordinateFrom view: UIView?) -> CLLocationCoordinate2D {
    let own = view === self ? point : convert(point, from: view)
    let place = currentViewport.place(own)
    return MKMapPoint(x: place.x, y: min(max(place.y, 0), MKMapSize.world.height)).wrapped.coordinate
  }
  public func convert(_ region: MKCoordinateRegion, toRectTo view: UIView?) -> CGRect {
    let rect = region.mapRect.near(viewport.x)
    let corners = [
      MKMapPoint(x: rect.minX, y: rect.minY), MKMapPoint(x: rect.maxX, y: rect.minY),
      MKMapPoint(x: rect.minX, y: rect.maxY), MKMapPoint(x: rect.maxX, y: rect.maxY),
    ]
    let points = corners.map { corner in
      // Without `shortWay`, because a region may be wider than half of the world.
      let middle = currentViewport.point(MKMapPoint(x: rect.midX, y: corner.y))
      let (dx, turn) = ((corner.x - rect.midX) * viewport.scale, viewport.heading * .pi / 180)
      return CGPoint(x: middle.x + CGFloat(dx * cos(turn)), y: middle.y - CGFloat(dx * sin(turn)))
    }
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    let own = CGRect(
      x: xs.min()!, y: ys.min()!, width: xs.max()! - xs.min()!, height: ys.max()! - ys.min()!)
    return view === self ? own : convert(own, to: view)
  }
  public func convert(_ rect: CGRect, toRegionFrom view: UIView?) -> MKCoordinateRegion {
    let own = view === self ? rect : convert(rect, from: view)
    let corners = [
      CGPoint(x: own.minX, y: own.minY), CGPoint(x: own.maxX, y: own.minY),
      CGPoint(x: own.minX, y: own.maxY), CGPoint(x: own.maxX, y: own.maxY),
    ]
    return MKCoordinateRegion(MKMapRect(around: corners.map { currentViewport.place($0) }))
  }

  /// The viewport for the view's current size.
  private var currentViewport: Viewport {
    guard bounds.width > 0, bounds.height > 0, viewport.size != bounds.size else { return viewport }
    if let wanted { return limited(wanted(bounds.size)) }
    var view = viewport
    view.resize(bounds.size)
    return view
  }
}
