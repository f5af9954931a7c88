/// The index of a compiled asset catalog: `Assets.car/index.json` in a bundle.
///
/// `Assets.car` is a folder: the image and data files lie in it under the names that the index gives, relative to
/// the folder. Names of assets include their folders' where those provide a namespace ("Icons/Star").
/// Absent fields mean "any". UIKit's reader mirrors these types.
struct AssetIndex: Codable, Equatable {
  var version = 1
  var images: [String: ImageSet] = [:]
  var colors: [String: ColorSet] = [:]
  var data: [String: DataSet] = [:]
  /// The app's icon as an image set; `nil` when the catalog has none with a picture.
  var appIcon: ImageSet?

  struct ImageSet: Codable, Equatable {
    var variants: [ImageVariant]
    /// "template" or "original"; `nil` leaves it to the view.
    var renderingIntent: String?
    var preservesVector: Bool?
  }

  struct ImageVariant: Codable, Equatable {
    /// The picture's path in `Assets.car`.
    var file: String
    /// 1, 2 or 3; `nil` for vectors, which serve every scale.
    var scale: Int?
    /// "iphone", "ipad"; `nil` is universal.
    var idiom: String?
    /// "light" or "dark".
    var appearance: String?
    /// "high".
    var contrast: String?
    /// "left-to-right" or "right-to-left".
    var direction: String?
    /// "compact" or "regular".
    var widthClass: String?
    var heightClass: String?
    var resizing: Resizing?
    /// Insets of the alignment rectangle, in pixels: top, left, bottom, right.
    var alignmentInsets: Insets?
  }

  struct Insets: Codable, Equatable {
    var top = 0.0
    var left = 0.0
    var bottom = 0.0
    var right = 0.0
  }

  struct Resizing: Codable, Equatable {
    /// The parts that keep their size, in pixels.
    var capInsets: Insets
    /// "stretch" or "tile".
    var center: String
  }

  struct ColorSet: Codable, Equatable {
    var variants: [ColorVariant]
  }

  struct ColorVariant: Codable, Equatable {
    var idiom: String?
    var appearance: String?
    var contrast: String?
    /// Components from 0 to 1 in `colorSpace`; absent when `systemColor` is there.
    var red: Double?
    var green: Double?
    var blue: Double?
    var alpha: Double?
    /// "srgb", "display-p3", "extended-srgb", "gray-gamma-22"… as the catalog says.
    var colorSpace: String?
    /// A colour of the system by its catalog name, "systemBlueColor".
    var systemColor: String?
  }

  struct DataSet: Codable, Equatable {
    var variants: [DataVariant]
  }

  struct DataVariant: Codable, Equatable {
    var file: String
    var idiom: String?
    var typeIdentifier: String?
  }
}
