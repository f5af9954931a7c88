import CarobFoundation

// The keys of options and properties, as computed properties, because strings are not Sendable here.

// MARK: Options for sources

public var kCGImageSourceTypeIdentifierHint: CFString { "kCGImageSourceTypeIdentifierHint" }
public var kCGImageSourceShouldCache: CFString { "kCGImageSourceShouldCache" }
public var kCGImageSourceShouldCacheImmediately: CFString { "kCGImageSourceShouldCacheImmediately" }
public var kCGImageSourceShouldAllowFloat: CFString { "kCGImageSourceShouldAllowFloat" }
public var kCGImageSourceCreateThumbnailFromImageIfAbsent: CFString {
  "kCGImageSourceCreateThumbnailFromImageIfAbsent"
}
public var kCGImageSourceCreateThumbnailFromImageAlways: CFString {
  "kCGImageSourceCreateThumbnailFromImageAlways"
}
public var kCGImageSourceThumbnailMaxPixelSize: CFString { "kCGImageSourceThumbnailMaxPixelSize" }
public var kCGImageSourceCreateThumbnailWithTransform: CFString {
  "kCGImageSourceCreateThumbnailWithTransform"
}
public var kCGImageSourceSubsampleFactor: CFString { "kCGImageSourceSubsampleFactor" }

// MARK: Options for destinations

public var kCGImageDestinationLossyCompressionQuality: CFString {
  "kCGImageDestinationLossyCompressionQuality"
}
public var kCGImageDestinationBackgroundColor: CFString { "kCGImageDestinationBackgroundColor" }
public var kCGImageDestinationImageMaxPixelSize: CFString { "kCGImageDestinationImageMaxPixelSize" }
public var kCGImageDestinationEmbedThumbnail: CFString { "kCGImageDestinationEmbedThumbnail" }
public var kCGImageDestinationOptimizeColorForSharing: CFString {
  "kCGImageDestinationOptimizeColorForSharing"
}
public var kCGImageDestinationMergeMetadata: CFString { "kCGImageDestinationMergeMetadata" }
public var kCGImageDestinationMetadata: CFString { "kCGImageDestinationMetadata" }
public var kCGImageDestinationOrientation: CFString { "kCGImageDestinationOrientation" }
public var kCGImageDestinationDateTime: CFString { "kCGImageDestinationDateTime" }

// MARK: Properties

public var kCGImagePropertyPixelWidth: CFString { "PixelWidth" }
public var kCGImagePropertyPixelHeight: CFString { "PixelHeight" }
public var kCGImagePropertyDPIWidth: CFString { "DPIWidth" }
public var kCGImagePropertyDPIHeight: CFString { "DPIHeight" }
public var kCGImagePropertyDepth: CFString { "Depth" }
public var kCGImagePropertyOrientation: CFString { "Orientation" }
public var kCGImagePropertyHasAlpha: CFString { "HasAlpha" }
public var kCGImagePropertyColorModel: CFString { "ColorModel" }
public var kCGImagePropertyProfileName: CFString { "ProfileName" }
public var kCGImagePropertyFileSize: CFString { "FileSize" }
public var kCGImagePropertyIsFloat: CFString { "IsFloat" }
public var kCGImagePropertyIsIndexed: CFString { "IsIndexed" }
public var kCGImagePropertyColorModelRGB: CFString { "RGB" }
public var kCGImagePropertyColorModelGray: CFString { "Gray" }
public var kCGImagePropertyColorModelCMYK: CFString { "CMYK" }
public var kCGImagePropertyColorModelLab: CFString { "Lab" }
public var kCGImagePropertyTIFFDictionary: CFString { "{TIFF}" }
public var kCGImagePropertyGIFDictionary: CFString { "{GIF}" }
public var kCGImagePropertyJFIFDictionary: CFString { "{JFIF}" }
public var kCGImagePropertyExifDictionary: CFString { "{Exif}" }
public var kCGImagePropertyPNGDictionary: CFString { "{PNG}" }
public var kCGImagePropertyIPTCDictionary: CFString { "{IPTC}" }
public var kCGImagePropertyGPSDictionary: CFString { "{GPS}" }
public var kCGImagePropertyRawDictionary: CFString { "{Raw}" }
public var kCGImagePropertyGIFLoopCount: CFString { "LoopCount" }
public var kCGImagePropertyGIFDelayTime: CFString { "DelayTime" }
public var kCGImagePropertyGIFUnclampedDelayTime: CFString { "UnclampedDelayTime" }
public var kCGImagePropertyGIFHasGlobalColorMap: CFString { "HasGlobalColorMap" }
public var kCGImagePropertyGIFImageColorMap: CFString { "ImageColorMap" }
public var kCGImagePropertyAPNGLoopCount: CFString { "LoopCount" }
public var kCGImagePropertyAPNGDelayTime: CFString { "DelayTime" }
public var kCGImagePropertyAPNGUnclampedDelayTime: CFString { "UnclampedDelayTime" }
public var kCGImagePropertyTIFFMake: CFString { "Make" }
public var kCGImagePropertyTIFFModel: CFString { "Model" }
public var kCGImagePropertyTIFFOrientation: CFString { "Orientation" }
public var kCGImagePropertyTIFFXResolution: CFString { "XResolution" }
public var kCGImagePropertyTIFFYResolution: CFString { "YResolution" }
public var kCGImagePropertyTIFFResolutionUnit: CFString { "ResolutionUnit" }
public var kCGImagePropertyTIFFSoftware: CFString { "Software" }
public var kCGImagePropertyTIFFDateTime: CFString { "DateTime" }
public var kCGImagePropertyTIFFArtist: CFString { "Artist" }
public var kCGImagePropertyTIFFCopyright: CFString { "Copyright" }
public var kCGImagePropertyExifExposureTime: CFString { "ExposureTime" }
public var kCGImagePropertyExifFNumber: CFString { "FNumber" }
public var kCGImagePropertyExifExposureProgram: CFString { "ExposureProgram" }
public var kCGImagePropertyExifISOSpeedRatings: CFString { "ISOSpeedRatings" }
public var kCGImagePropertyExifDateTimeOriginal: CFString { "DateTimeOriginal" }
public var kCGImagePropertyExifDateTimeDigitized: CFString { "DateTimeDigitized" }
public var kCGImagePropertyExifShutterSpeedValue: CFString { "ShutterSpeedValue" }
public var kCGImagePropertyExifApertureValue: CFString { "ApertureValue" }
public var kCGImagePropertyExifExposureBiasValue: CFString { "ExposureBiasValue" }
public var kCGImagePropertyExifMeteringMode: CFString { "MeteringMode" }
public var kCGImagePropertyExifFlash: CFString { "Flash" }
public var kCGImagePropertyExifFocalLength: CFString { "FocalLength" }
public var kCGImagePropertyExifPixelXDimension: CFString { "PixelXDimension" }
public var kCGImagePropertyExifPixelYDimension: CFString { "PixelYDimension" }
public var kCGImagePropertyExifFocalLenIn35mmFilm: CFString { "FocalLenIn35mmFilm" }
public var kCGImagePropertyExifLensMake: CFString { "LensMake" }
public var kCGImagePropertyExifLensModel: CFString { "LensModel" }
public var kCGImagePropertyExifUserComment: CFString { "UserComment" }
public var kCGImagePropertyGPSLatitudeRef: CFString { "LatitudeRef" }
public var kCGImagePropertyGPSLatitude: CFString { "Latitude" }
public var kCGImagePropertyGPSLongitudeRef: CFString { "LongitudeRef" }
public var kCGImagePropertyGPSLongitude: CFString { "Longitude" }
public var kCGImagePropertyGPSAltitudeRef: CFString { "AltitudeRef" }
public var kCGImagePropertyGPSAltitude: CFString { "Altitude" }
public var kCGImagePropertyGPSImgDirectionRef: CFString { "ImgDirectionRef" }
public var kCGImagePropertyGPSImgDirection: CFString { "ImgDirection" }
public var kCGImagePropertyGPSDateStamp: CFString { "DateStamp" }
public var kCGImagePropertyGPSTimeStamp: CFString { "TimeStamp" }

/// How an image must be turned to be upright, as in EXIF: the sides at which its first row and column are.
public enum CGImagePropertyOrientation: UInt32, Sendable {
  case up = 1
  case upMirrored, down, downMirrored, leftMirrored, right, rightMirrored, left
}
