import CarobFoundation
import DeviceProtocol

/// The device's screen. Bounds are points in the current orientation.
@preconcurrency @MainActor
open class UIScreen: _MainActorNSObject, UITraitEnvironment {
  public static let main = UIScreen()

  private var model = DeviceModel.standIn
  private(set) var environment = Environment()

  func configure(_ model: DeviceModel, _ environment: Environment) {
    self.model = model
    self.environment = environment
    Rotation.held = environment.orientation
    UITraitCollection.current = traitCollection
    let ofDevice = CurrentTraits.traits(scale: model.scale, idiom)
    CurrentTraits.ofDevice.withLock { $0 = ofDevice }
  }

  private var isLandscape: Bool { environment.orientation.hasPrefix("landscape") }

  open var bounds: CGRect { CGRect(origin: .zero, size: size(turnedTo: environment.orientation)) }
  func size(turnedTo orientation: String) -> CGSize {
    orientation.hasPrefix("landscape")
      ? CGSize(width: model.height, height: model.width) : CGSize(width: model.width, height: model.height)
  }
  open var nativeBounds: CGRect {
    CGRect(x: 0, y: 0, width: model.width * model.scale, height: model.height * model.scale)
  }
  open var scale: CGFloat { model.scale }
  open var nativeScale: CGFloat { model.scale }
  open var brightness: CGFloat = 0.5
  open var maximumFramesPerSecond: Int { 60 }
  open var coordinateSpace: any UICoordinateSpace { ScreenSpace(bounds: bounds) }
  open var fixedCoordinateSpace: any UICoordinateSpace {
    ScreenSpace(bounds: CGRect(x: 0, y: 0, width: model.width, height: model.height))
  }
  open var traitCollection: UITraitCollection { traitCollection(turnedTo: environment.orientation) }
  /// The traits in the given orientation, current or not.
  func traitCollection(turnedTo orientation: String) -> UITraitCollection {
    let isLandscape = orientation.hasPrefix("landscape")
    var traits = UITraitCollection.Values()
    traits.style = environment.appearance == "dark" ? .dark : .light
    traits.idiom = model.idiom == "pad" ? .pad : .phone
    traits.scale = model.scale
    traits.contentSize = UIContentSizeCategory.named(environment.contentSize)
    let size = size(turnedTo: orientation)
    if model.idiom == "pad" {
      (traits.horizontal, traits.vertical) = (.regular, .regular)
    } else {
      traits.vertical = isLandscape ? .compact : .regular
      traits.horizontal = isLandscape && size.width >= 844 + 50 ? .regular : .compact
    }
    return UITraitCollection(values: traits)
  }
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

  var idiom: UIUserInterfaceIdiom { model.idiom == "pad" ? .pad : .phone }
  var modelName: String { model.name }
  /// The insets in the current orientation, in points.
  var safeAreaInsets: UIEdgeInsets {
    if isLandscape, model.safeAreaTop > 30 {
      return UIEdgeInsets(
        top: 0, left: model.safeAreaTop, bottom: model.safeAreaBottom > 0 ? 21 : 0, right: model.safeAreaTop)
    }
    return UIEdgeInsets(
      top: isLandscape ? 0 : model.safeAreaTop, left: 0, bottom: model.safeAreaBottom, right: 0)
  }
  var interfaceOrientation: UIInterfaceOrientation {
    switch environment.orientation {
    case "portraitUpsideDown": return .portraitUpsideDown
    case "landscapeLeft": return .landscapeLeft
    case "landscapeRight": return .landscapeRight
    default: return .portrait
    }
  }

  /// Changes the environment and notifies all views and controllers whose traits changed.
  func change(_ body: (inout Environment) -> Void) {
    let old = traitCollection
    body(&environment)
    UITraitCollection.current = traitCollection
    for window in UIApplication.shared.allWindows { window.traitsMayHaveChanged(window.ownTraits(old)) }
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UIScreen.self,
      {
        [
          "brightness": \.brightness
        ]
      },
      readOnly: {
        [
          "bounds": \.bounds, "nativeBounds": \.nativeBounds, "scale": \.scale,
          "nativeScale": \.nativeScale, "maximumFramesPerSecond": \.maximumFramesPerSecond,
          "coordinateSpace": \.coordinateSpace, "fixedCoordinateSpace": \.fixedCoordinateSpace,
          "traitCollection": \.traitCollection,
        ]
      }
    )
  }
}

/// The screen as a coordinate space.
@MainActor
final class ScreenSpace: UICoordinateSpace {
  let bounds: CGRect
  init(bounds: CGRect) { self.bounds = bounds }
  func convert(_ point: CGPoint, to coordinateSpace: any UICoordinateSpace) -> CGPoint {
    (coordinateSpace as? UIView)?.layer.convert(point, from: nil) ?? point
  }
  func convert(_ point: CGPoint, from coordinateSpace: any UICoordinateSpace) -> CGPoint {
    (coordinateSpace as? UIView)?.layer.convert(point, to: nil) ?? point
  }
  func convert(_ rect: CGRect, to coordinateSpace: any UICoordinateSpace) -> CGRect {
    (coordinateSpace as? UIView)?.layer.convert(rect, from: nil) ?? rect
  }
  func convert(_ rect: CGRect, from coordinateSpace: any UICoordinateSpace) -> CGRect {
    (coordinateSpace as? UIView)?.layer.convert(rect, to: nil) ?? rect
  }
}
