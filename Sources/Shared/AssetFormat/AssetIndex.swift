/// The index of a compiled asset catalog: `Assets.car/index.json` in a bundle.
///
/// Written by the builder, read by UIKit once per bundle. `Assets.car` is a folder that contains the image
/// and data files under the relative paths in the index. Names of assets include the names of their folders
/// where those provide a namespace ("Icons/Star"). Absent fields mean "any".
public struct AssetIndex: Codable, Equatable, Sendable {
  /// The version that this module reads and writes; a bundle of another version must be built again.
  public static let currentVersion = 1
  /// The paths of the folder and of its index in a bundle.
  public static let folder = "Assets.car"
  public static let path = "Assets.car/index.json"

  public var version = AssetIndex.currentVersion
  public var images: [String: ImageSet] = [:]
  public var colors: [String: ColorSet] = [:]
  public var data: [String: DataSet] = [:]
  /// The app's icon as an image set; `nil` if the catalog has none with an image.
  public var appIcon: ImageSet?

  public init() {}

  public struct ImageSet: Codable, Equatable, Sendable {
    public var variants: [ImageVariant]
    /// "template" or "original"; `nil` leaves the choice to the view.
    public var renderingIntent: String?
    public var preservesVector: Bool?

    public init(variants: [ImageVariant], renderingIntent: String? = nil, preservesVector: Bool? = nil) {
      self.variants = variants
      self.renderingIntent = renderingIntent
      self.preservesVector = preservesVector
    }
  }

  public struct ImageVariant: Codable, Equatable, Sendable {
    /// The image's path in `Assets.car`.
    public var file: String
    /// 1, 2 or 3; `nil` for vectors, which are used at every scale.
    public var scale: Int?
    /// "iphone" or "ipad"; `nil` means universal.
    public var idiom: String?
    /// "light" or "dark".
    public var appearance: String?
    /// "high".
    public var contrast: String?
    /// "left-to-right" or "right-to-left".
    public var direction: String?
    /// "compact" or "regular".
    public var widthClass: String?
    public var heightClass: String?
    public var resizing: Resizing?
    /// Insets of the alignment rectangle, in pixels.
    public var alignmentInsets: Insets?

    public init(file: String) { self.file = file }
  }

  public struct Insets: Codable, Equatable, Sendable {
    public var top: Double
    public var left: Double
    public var bottom: Double
    public var right: Double

    public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
      self.top = top
      self.left = left
      self.bottom = bottom
      self.right = right
    }
  }

  public struct Resizing: Codable, Equatable, Sendable {
    /// The parts that are not resized, in pixels.
    public var capInsets: Insets
    /// "stretch" or "tile".
    public var center: String

    public init(capInsets: Insets, center: String) {
      self.capInsets = capInsets
      self.center = center
    }
  }

  public struct ColorSet: Codable, Equatable, Sendable {
    public var variants: [ColorVariant]

    public init(variants: [ColorVariant]) { self.variants = variants }
  }

  public struct ColorVariant: Codable, Equatable, Sendable {
    public var idiom: String?
    public var appearance: String?
    public var contrast: String?
    /// Components from 0 to 1 in `colorSpace`; absent if `systemColor` is set.
    public var red: Double?
    public var green: Double?
    public var blue: Double?
    public var alpha: Double?
    /// "srgb", "display-p3", "extended-srgb", "gray-gamma-22"… as in the catalog.
    public var colorSpace: String?
    /// A system color by its catalog name, "systemBlueColor".
    public var systemColor: String?

    public init() {}
  }

  public struct DataSet: Codable, Equatable, Sendable {
    public var variants: [DataVariant]

    public init(variants: [DataVariant]) { self.variants = variants }
  }

  public struct DataVariant: Codable, Equatable, Sendable {
    public var file: String
    public var idiom: String?
    public var typeIdentifier: String?

    public init(file: String, idiom: String? = nil, typeIdentifier: String? = nil) {
      self.file = file
      self.idiom = idiom
      self.typeIdentifier = typeIdentifier
    }
  }
}
