@_spi(Hazards) import CarobRuntime
import CoreLocation
import QuartzCore
import UIKit

/// Shows a part of the world with annotations and overlays, which the user can drag, zoom and rotate.
///
/// The delegate is called on the main thread, in the order of MK-10. The base map is Natural Earth's land
/// (Documentation/Maps.md).
@preconcurrency @MainActor
open class MKMapView: UIView {
  public override init(frame: CGRect) {
    super.init(frame: frame)
    setUpMap()
  }
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    setUpMap()
    decodeMap(coder)
  }
  nonisolated open override class var _carobNew: (@MainActor () -> AnyObject)? {
    guard self == MKMapView.self else { return nil }
    return { MKMapView(frame: .zero) as AnyObject }
  }
  nonisolated open override class var _carobNewCoder: (@MainActor (NSCoder) -> AnyObject?)? {
    guard self == MKMapView.self else { return nil }
    return { MKMapView(coder: $0) as AnyObject? }
  }
  nonisolated open override class var _carobNewFrame: (@MainActor (CGRect) -> UIView)? {
    guard self == MKMapView.self else { return nil }
    return { MKMapView(frame: $0) as UIView }
  }

  open weak var delegate: (any MKMapViewDelegate)? {
    get { delegateReference }
    set { delegateReference = newValue }
  }
  @ZeroingExistential private var delegateReference: (any MKMapViewDelegate)?

  // MARK: Parts

  let ground = TileBoard(frame: .zero)
  /// Overlays by level.
  let overlayBoards = [TileBoard(frame: .zero), TileBoard(frame: .zero)]
  let labels = LabelBoard(frame: .zero)
  let annotationBoard = AnnotationBoard(frame: .zero)
  let content = MapContentView(frame: .zero)
  let ornaments = MapOrnaments()
  let gestures = MapGestures()
  let annotationStore = AnnotationStore()
  let overlayStore = OverlayStore()
  let userLocator = UserLocator()

  private func setUpMap() {
    clipsToBounds = true
    isMultipleTouchEnabled = true
    viewport = Self.firstView(bounds.size)
    content.isMultipleTouchEnabled = true
    content.map = self
    content.frame = bounds
    content.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    addSubview(content)
    for board in [ground, overlayBoards[0], labels, overlayBoards[1]] {
      board.isUserInteractionEnabled = false
      content.addSubview(board)
    }
    content.addSubview(annotationBoard)
    ground.overlap = 0.75
    ground.make = { [unowned self] in groundTile($0) }
    for (level, board) in overlayBoards.enumerated() {
      board.make = { [unowned self] in overlayTile($0, level) }
    }
    gestures.connect(self)
    ornaments.connect(self)
    userLocator.map = self
    updateStyle()
  }

  // MARK: Visible part (MK-10)

  var viewport = Viewport(center: MKMapPoint(x: 1, y: 1), scale: 1, size: CGSize(width: 1, height: 1))
  /// Whether the app has not set the visible part: then the default view of MK-41 follows the view's size.
  var isUntouched = true
  /// The part requested before the view had its size; it is applied again once it has (MK-12).
  var wanted: ((CGSize) -> Viewport)?
  var mover: MapMover?
  /// Whether the change that was announced, and has not ended yet, is animated; nil without such a change.
  var openChange: Bool?
  /// The size that the viewport was computed for.
  var knownSize = CGSize.zero

  open var region: MKCoordinateRegion {
    get { MKCoordinateRegion(viewport.visibleRect(in: contentInsets)) }
    set { setRegion(newValue, animated: false) }
  }
  open func setRegion(_ region: MKCoordinateRegion, animated: Bool) {
    // MK-4.
    guard region.isValid else {
      NSException.raise(.invalidArgumentException, "Invalid Region \(Self.text(region))")
    }
    let rect = region.mapRect
    change(animated) { [unowned self] in Viewport.fitting(rect, in: $0, insets: contentInsets) }
  }
  private static func text(_ region: MKCoordinateRegion) -> String {
    "<center:\(region.center.latitude), \(region.center.longitude) span:\(region.span.latitudeDelta), "
      + "\(region.span.longitudeDelta)>"
  }
  /// The region that would be shown if `region` were set.
  open func regionThatFits(_ region: MKCoordinateRegion) -> MKCoordinateRegion {
    guard region.isValid else { return region }
    let view = Viewport.fitting(region.mapRect, in: fittingSize, insets: contentInsets)
    return MKCoordinateRegion(limited(view).visibleRect(in: contentInsets))
  }

  open var centerCoordinate: CLLocationCoordinate2D {
    get { viewport.center(in: contentInsets).wrapped.coordinate }
    set { setCenter(newValue, animated: false) }
  }
  open func setCenter(_ coordinate: CLLocationCoordinate2D, animated: Bool) {
    guard CLLocationCoordinate2DIsValid(coordinate) else {
      NSException.raise(
        .invalidArgumentException, "Invalid Center \(coordinate.latitude), \(coordinate.longitude)")
    }
    let place = MKMapPoint(coordinate)
    let before = wanted
    change(animated) { [viewport, unowned self] size in
      (before?(size) ?? viewport).centered(on: place, in: contentInsets)
    }
  }

  open var visibleMapRect: MKMapRect {
    get { viewport.visibleRect }
    set { setVisibleMapRect(newValue, animated: false) }
  }
  open func setVisibleMapRect(_ mapRect: MKMapRect, animated: Bool) {
    setVisibleMapRect(mapRect, edgePadding: .zero, animated: animated)
  }
  open func setVisibleMapRect(_ mapRect: MKMapRect, edgePadding insets: UIEdgeInsets, animated: Bool) {
    guard !mapRect.isNull else { return }
    // MK-4.
    guard mapRect.isFinite else {
      NSException.raise(.invalidArgumentException, "Invalid map rect \(MKStringFromMapRect(mapRect))")
    }
    change(animated) { [unowned self] in
      Viewport.fitting(mapRect, in: $0, insets: contentInsets.adding(insets))
    }
  }
  open func mapRectThatFits(_ mapRect: MKMapRect) -> MKMapRect {
    mapRectThatFits(mapRect, edgePadding: .zero)
  }
  open func mapRectThatFits(_ mapRect: MKMapRect, edgePadding insets: UIEdgeInsets) -> MKMapRect {
    guard !mapRect.isNull, mapRect.isFinite else { return mapRect }
    return limited(Viewport.fitting(mapRect, in: fittingSize, insets: contentInsets.adding(insets)))
      .visibleRect
  }
  private var fittingSize: CGSize {
    bounds.width > 0 && bounds.height > 0 ? bounds.size : CGSize(width: 320, height: 320)
  }

  /// Adds the annotations, and shows a part that contains all of them with a margin.
  open func showAnnotations(_ annotations: [any MKAnnotation], animated: Bool) {
    addAnnotations(annotations.filter { annotationStore.record(of: $0) == nil })
    let rect = MKMapRect(around: annotations.map { MKMapPoint($0.coordinate) })
    guard !rect.isNull else { return }
    // MK-6: a single place is shown from close up, several places as close as they fit.
    let isOnePlace = rect.width == 0 && rect.height == 0
    let least = isOnePlace ? 1500 * MKMapPointsPerMeterAtLatitude(rect.center.coordinate.latitude) : 0
    let wide = rect.insetBy(
      dx: -max(rect.width * 0.1, least / 2), dy: -max(rect.height * 0.1, least / 2))
    setVisibleMapRect(
      wide, edgePadding: UIEdgeInsets(top: 40, left: 20, bottom: 20, right: 20), animated: animated)
  }

  // MARK: Camera (MK-7)

  open var camera: MKMapCamera {
    get {
      MKMapCamera(
        lookingAtCenter: centerCoordinate, fromDistance: viewport.distance, pitch: 0,
        heading: viewport.heading)
    }
    set { setCamera(newValue, animated: false) }
  }
  open func setCamera(_ camera: MKMapCamera, animated: Bool) {
    guard CLLocationCoordinate2DIsValid(camera.centerCoordinate) else {
      NSException.raise(.invalidArgumentException, "Invalid Center of a camera")
    }
    // MK-39
    if camera.pitch > 0 {
      unimplemented(
        "MKMapCamera.pitch in a map view (the map is always drawn from straight above; pitch stays 0)")
    }
    let place = MKMapPoint(camera.centerCoordinate)
    let (distance, heading) = (camera.centerCoordinateDistance, camera.heading)
    guard distance.isFinite, heading.isFinite else {
      NSException.raise(.invalidArgumentException, "Invalid distance or heading of a camera")
    }
    change(animated) { [unowned self] size in
      Viewport(center: place, scale: 1, heading: heading, size: size).seen(from: distance)
        .centered(on: place, in: contentInsets)
    }
  }

  open var cameraBoundary: CameraBoundary? {
    get { boundary }
    set { setCameraBoundary(newValue, animated: false) }
  }
  private var boundary: CameraBoundary?
  open func setCameraBoundary(_ cameraBoundary: CameraBoundary?, animated: Bool) {
    boundary = cameraBoundary
    applyLimits(animated)
  }
  open var cameraZoomRange: CameraZoomRange! {
    get { zoomRange ?? CameraZoomRange(minCenterCoordinateDistance: MKMapCameraZoomDefault) }
    set { setCameraZoomRange(newValue, animated: false) }
  }
  private var zoomRange: CameraZoomRange?
  open func setCameraZoomRange(_ cameraZoomRange: CameraZoomRange?, animated: Bool) {
    zoomRange = cameraZoomRange
    applyLimits(animated)
  }
  private func applyLimits(_ animated: Bool) {
    let view = viewport
    if limited(view) != view { change(animated) { _ in view } }
  }

  /// The viewport corrected to the limits (MK-5).
  // MK-5
  func limited(_ view: Viewport) -> Viewport {
    var (low, high) = (Viewport.minimumScale(view.size), Viewport.maximumScale)
    if let zoomRange {
      if zoomRange.minCenterCoordinateDistance > 0 {
        high = min(high, view.seen(from: zoomRange.minCenterCoordinateDistance).scale)
      }
      if zoomRange.maxCenterCoordinateDistance > 0 {
        low = max(low, view.seen(from: zoomRange.maxCenterCoordinateDistance).scale)
      }
    }
    var result = view
    if let rect = boundary?.mapRect {
      let middle = rect.near(view.x)
      result.center = MKMapPoint(
        x: min(max(view.x, middle.minX), middle.maxX), y: min(max(view.y, middle.minY), middle.maxY))
    }
    return result.limited(min(low, high)...max(low, high))
  }

  /// The current locale if its region is a known country, otherwise the locale of the environment variable LANG.
  private static var deviceLocale: Locale {
    if let code = Locale.current.region?.identifier, MapGround.shared.regions[code] != nil { return .current }
    let language = ProcessInfo.processInfo.environment["LANG"] ?? ""
    return Locale(identifier: String(language.prefix { $0 != "." }))
  }

  /// The viewport of a new map: the country of the user's locale, or most of the world (MK-41).
  // MK-41
  static func firstView(_ size: CGSize, _ locale: Locale = deviceLocale) -> Viewport {
    let size = size.width > 0 && size.height > 0 ? size : CGSize(width: 320, height: 320)
    guard let code = locale.region?.identifier, let country = MapGround.shared.regions[code] else {
      return Viewport.fitting(MKMapRect.world, in: size)
    }
    let room = max(country.width, country.height) * 0.05
    return Viewport.fitting(country.insetBy(dx: -room, dy: -room), in: size)
      .limited(Viewport.minimumScale(size)...Viewport.maximumScale)
  }

  // MARK: Appearance

  open var mapType: MKMapType {
    get { configuration?.mapType ?? type }
    set {
      configuration = nil
      type = newValue
      lookChanged()
    }
  }
  private var type = MKMapType.standard
  open var preferredConfiguration: MKMapConfiguration {
    get {
      if let configuration { return configuration }
      return switch type {
      case .satellite, .satelliteFlyover: MKImageryMapConfiguration()
      case .hybrid, .hybridFlyover: MKHybridMapConfiguration()
      case .mutedStandard: MKStandardMapConfiguration(emphasisStyle: .muted)
      case .standard: MKStandardMapConfiguration()
      }
    }
    set {
      configuration = newValue
      lookChanged()
    }
  }
  private var configuration: MKMapConfiguration?
  private func lookChanged() {
    if [.satellite, .satelliteFlyover, .hybrid, .hybridFlyover].contains(mapType) {
      unimplemented("satellite imagery in MKMapView (the map uses its colours only)")
    }
    updateStyle()
  }
  private(set) var style = GroundStyle.of(.standard, isMuted: false, isDark: false)
  private func updateStyle() {
    let new = GroundStyle.of(
      mapType, isMuted: configuration?.isMuted ?? false, isDark: traitCollection.userInterfaceStyle == .dark)
    content.backgroundColor = new.water
    // MK-40: satellite maps have no names.
    labels.isHidden = [.satellite, .satelliteFlyover].contains(mapType)
    if labels.isHidden { labels.drop() }
    setNeedsLayout()
    guard new != style else { return }
    style = new
    ground.dropAll()
  }
  open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    updateStyle()
  }

  /// Which points of interest the map shows; nil for all (MK-45).
  open var pointOfInterestFilter: MKPointOfInterestFilter? { didSet { setNeedsLayout() } }
  /// Deprecated on the platform: false excludes all points of interest.
  open var showsPointsOfInterest = true { didSet { setNeedsLayout() } }
  private var shownPoints: MKPointOfInterestFilter {
    guard showsPointsOfInterest else { return .excludingAll }
    return configuration?.points ?? pointOfInterestFilter ?? .includingAll
  }
  /// The base map has no buildings.
  open var showsBuildings = true
  open var showsTraffic = false { didSet { if showsTraffic { unimplemented("MKMapView.showsTraffic") } } }

  // MARK: User interaction

  open var isZoomEnabled = true
  open var isScrollEnabled = true
  open var isRotateEnabled = true
  /// Has no effect: the map has no pitch (MK-39).
  open var isPitchEnabled = true
  open var showsCompass = true { didSet { ornaments.update(self) } }
  open var showsScale = false { didSet { ornaments.update(self) } }
  open var showsPitchControl = false {
    didSet { if showsPitchControl { unimplemented("MKMapView.showsPitchControl (the map has no pitch)") } }
  }
  open var showsUserTrackingButton = false { didSet { ornaments.update(self) } }
  /// Adaptive shows no button, because the map has no pitch.
  open var pitchButtonVisibility = MKFeatureVisibility.adaptive {
    didSet {
      if pitchButtonVisibility == .visible {
        unimplemented("MKMapView.pitchButtonVisibility (the map has no pitch)")
      }
    }
  }

  // MARK: Layout

  /// The margins that the app sets are kept free: regions, rectangles and centres are shown inside them, and
  /// so are labels and controls (MK-37).
  // MK-37
  open override var layoutMargins: UIEdgeInsets {
    get { super.layoutMargins }
    set {
      contentInsets = newValue
      super.layoutMargins = newValue
    }
  }
  /// The margins that the app set; none by default.
  private(set) var contentInsets = UIEdgeInsets.zero
  open override func layoutMarginsDidChange() {
    super.layoutMarginsDidChange()
    ornaments.update(self)
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    sizeMayHaveChanged()
    guard bounds.width > 0, bounds.height > 0, window != nil else { return }
    updateContent()
  }

  open override func didMoveToWindow() {
    super.didMoveToWindow()
    if window == nil { stopMoving() }
    userLocator.update()
    setNeedsLayout()
  }

  private func updateContent() {
    var made = ground.show(viewport)
    if overlayStore.isEmpty {
      for board in overlayBoards { board.dropAll() }
    } else {
      makeRenderers()
      for board in overlayBoards { made += board.show(viewport) }
    }
    labels.show(viewport, style, shownPoints)
    annotationBoard.show(viewport)
    updateAnnotations()
    userLocator.updateRing()
    ornaments.update(self)
    if made > 0 { loading() }
  }

  // MARK: Loading (MK-11)

  private var loadingEnd: LayerAlarm?
  private func loading() {
    guard loadingEnd == nil else { return }
    tell("mapViewWillStartLoadingMap(_:)", "mapViewWillStartLoadingMap:") {
      $0.mapViewWillStartLoadingMap(self)
    }
    tell("mapViewWillStartRenderingMap(_:)", "mapViewWillStartRenderingMap:") {
      $0.mapViewWillStartRenderingMap(self)
    }
    waitForLoading()
  }
  private func waitForLoading() {
    let cause = Journal.cause
    loadingEnd = LayerClock.schedule(at: LayerClock.now + 1 / 60) { [weakSelf = ZeroingElement(self)] in
      MainActor.assumeIsolated { Journal.with(cause: cause) { weakSelf.object?.loaded() } }
    }
    LayerTree.shared.busyUntil = max(LayerTree.shared.busyUntil, LayerClock.now + 1 / 60)
  }
  private func loaded() {
    loadingEnd = nil
    // A moving map is still loading.
    guard openChange == nil else { return waitForLoading() }
    tell("mapViewDidFinishLoadingMap(_:)", "mapViewDidFinishLoadingMap:") {
      $0.mapViewDidFinishLoadingMap(self)
    }
    tell("mapViewDidFinishRenderingMap(_:fullyRendered:)", "mapViewDidFinishRenderingMap:fullyRendered:") {
      $0.mapViewDidFinishRenderingMap(self, fullyRendered: true)
    }
  }

  // MARK: Annotations (MKMapView+Annotations.swift)

  open var selectedAnnotations: [any MKAnnotation] {
    get { annotationStore.selected.map(\.annotation) }
    set {
      for record in annotationStore.selected where !newValue.contains(where: { $0 === record.annotation }) {
        deselectAnnotation(record.annotation, animated: false)
      }
      for annotation in newValue { selectAnnotation(annotation, animated: false) }
    }
  }
  /// The visible part without the margins that the app set.
  open var annotationVisibleRect: CGRect { bounds.inset(by: contentInsets) }
  open var selectableMapFeatures: MKMapFeatureOptions = [] {
    didSet {
      if !selectableMapFeatures.isEmpty {
        unimplemented("MKMapView.selectableMapFeatures (a tap selects only annotations)")
      }
    }
  }

  // MARK: The user (UserLocator.swift)

  open var showsUserLocation: Bool {
    get { userLocator.isShown }
    set { userLocator.isShown = newValue }
  }
  open var userLocation: MKUserLocation { userLocator.annotation }
  open var isUserLocationVisible: Bool {
    guard showsUserLocation, userLocation.location != nil else { return false }
    return bounds.contains(convert(userLocation.coordinate, toPointTo: self))
  }
  open var userTrackingMode: MKUserTrackingMode {
    get { userLocator.mode }
    set { setUserTrackingMode(newValue, animated: false) }
  }
  open func setUserTrackingMode(_ mode: MKUserTrackingMode, animated: Bool) {
    userLocator.setMode(mode, animated: animated)
  }
  open var userLocationDisplayName: String? {
    get { userLocation.title }
    set { userLocation.title = newValue }
  }

  // MARK: Selectors of the parts

  nonisolated open override class var _carobMethods: [_CarobMethod] {
    MapGestures.methods + [
      .init(object: "carob_calloutControl:", "carob_calloutControl(_:)", 0) { map, control in
        guard let control = control as? UIControl else { return }
        unsafeDowncast(map, to: MKMapView.self).calloutControlTapped(control)
      },
      .init(none: "carob_resetHeading", "carob_resetHeading()", 0) {
        unsafeDowncast($0, to: MKMapView.self).resetHeading()
      },
    ]
  }

  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      MKMapView.self,
      {
        [
          "delegate": \.delegate, "mapType": \.mapType, "zoomEnabled": \.isZoomEnabled,
          "scrollEnabled": \.isScrollEnabled, "rotateEnabled": \.isRotateEnabled,
          "pitchEnabled": \.isPitchEnabled, "showsUserLocation": \.showsUserLocation,
          "showsCompass": \.showsCompass, "showsScale": \.showsScale, "showsTraffic": \.showsTraffic,
          "showsBuildings": \.showsBuildings, "showsPointsOfInterest": \.showsPointsOfInterest,
          "userTrackingMode": \.userTrackingMode, "region": \.region, "centerCoordinate": \.centerCoordinate,
          "camera": \.camera,
        ]
      },
      readOnly: { ["userLocation": \.userLocation, "annotations": \.annotations, "overlays": \.overlays] })
  }
}

/// Which parts of the base map a tap selects.
public struct MKMapFeatureOptions: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let pointsOfInterest = MKMapFeatureOptions(rawValue: 1)
  public static let territories = MKMapFeatureOptions(rawValue: 2)
  public static let physicalFeatures = MKMapFeatureOptions(rawValue: 4)
}

/// The map's content, which has the map's own gesture recognizers; those that an app adds are on the map view
/// itself.
@MainActor
final class MapContentView: UIView {
  @Zeroing var map: MKMapView?
}
