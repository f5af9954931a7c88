import TestSupport
import Testing

@testable import Raster
@testable import UIKit
@testable import UIKitDrawing

private func hex(_ image: UIImage?, _ x: Int, _ y: Int) -> String {
  guard let surface = image?.uprightImage?.surface else { return "none" }
  let text = String(surface[x, y], radix: 16, uppercase: true)
  return String(repeating: "0", count: 8 - text.count) + text
}

private func quarters() -> CGImage {
  let format = UIGraphicsImageRendererFormat()
  format.scale = 1
  return UIGraphicsImageRenderer(size: CGSize(width: 4, height: 2), format: format).image { context in
    UIColor.red.setFill()
    context.fill(CGRect(x: 0, y: 0, width: 2, height: 1))
    UIColor.blue.setFill()
    context.fill(CGRect(x: 2, y: 1, width: 2, height: 1))
  }.cgImage!
}

@Suite struct ImageTests {
  @Test func `a renderer draws images in points with the format's scale`() {
    let image = UIGraphicsImageRenderer(size: CGSize(width: 10, height: 20)).image { context in
      UIColor.red.setFill()
      context.fill(CGRect(x: 0, y: 0, width: 5, height: 5))
    }
    #expect(image.size == CGSize(width: 10, height: 20))
    #expect(image.scale == 3)
    #expect(image.cgImage?.width == 30)
    #expect(hex(image, 14, 14) == "FFFF0000")
    #expect(hex(image, 16, 16) == "00000000")
    #expect(UIGraphicsGetCurrentContext() == nil)
  }

  @Test func `a renderer's format knows its bounds`() {
    let renderer = UIGraphicsImageRenderer(bounds: CGRect(x: 2, y: 3, width: 10, height: 20))
    let image = renderer.image { context in
      UIColor.red.setFill()
      context.fill(context.format.bounds)
    }
    #expect(renderer.format.bounds == CGRect(x: 2, y: 3, width: 10, height: 20))
    #expect(hex(image, 0, 0) == "FFFF0000" && hex(image, 29, 59) == "FFFF0000")
  }

  @MainActor @Test(.rule("E-614"))
  func `an image view keeps the caps of stretched and tiled images`() {
    let image = UIImage(cgImage: quarters(), scale: 1, orientation: .up)
    let view = UIImageView(frame: CGRect(x: 0, y: 0, width: 40, height: 20))
    view.image = image.resizableImage(
      withCapInsets: UIEdgeInsets(top: 0, left: 1, bottom: 0, right: 1), resizingMode: .stretch)
    #expect(view.layer.contentsCenter == CGRect(x: 0.25, y: 0, width: 0.5, height: 1))
    view.image = image.resizableImage(withCapInsets: .zero, resizingMode: .tile)
    #expect(view.layer.contentsCenter == CGRect(x: 0, y: 0, width: 1, height: 1))
    let tiled = view.layer.contents as! CGImage
    #expect(tiled.width == 40 && tiled.height == 20)
    let shown = UIImage(cgImage: tiled)
    #expect([0, 4, 8].map { hex(shown, $0, 0) } == ["FFFF0000", "FFFF0000", "FFFF0000"])
    #expect(hex(shown, 2, 0) == "00000000" && hex(shown, 6, 3) == "FF0000FF")
    view.frame.size.width = 60
    view.layoutIfNeeded()
    #expect((view.layer.contents as? CGImage)?.width == 60)
    view.image = image
    #expect((view.layer.contents as? CGImage)?.width == 4)
    view.image = image.withAlignmentRectInsets(UIEdgeInsets(top: 1, left: 0, bottom: 0, right: 0))
    #expect(view.alignmentRectInsets.top == 1)
  }

  @Test func `the older functions begin, return and end an image context`() {
    UIGraphicsBeginImageContextWithOptions(CGSize(width: 4, height: 4), true, 2)
    UIColor.green.setFill()
    UIRectFill(CGRect(x: 0, y: 0, width: 2, height: 4))
    let image = UIGraphicsGetImageFromCurrentImageContext()
    UIGraphicsEndImageContext()
    #expect(image?.size == CGSize(width: 4, height: 4))
    #expect(hex(image, 0, 0) == "FF00FF00")
    #expect(hex(image, 7, 0) == "FF000000")
    UIGraphicsBeginImageContextWithOptions(.zero, false, 0)
    #expect(UIGraphicsGetCurrentContext() == nil)
  }

  @Test func `drawing applies the orientation`() {
    let picture = quarters()
    let right = UIImage(cgImage: picture, scale: 1, orientation: .right)
    #expect(right.size == CGSize(width: 2, height: 4))
    // The top left pixel is now at the top right.
    #expect(hex(right, 1, 0) == "FFFF0000")
    #expect(hex(right, 0, 3) == "FF0000FF")
    let left = UIImage(cgImage: picture, scale: 1, orientation: .left)
    #expect(hex(left, 0, 3) == "FFFF0000")
    let down = UIImage(cgImage: picture, scale: 1, orientation: .down)
    #expect(hex(down, 3, 1) == "FFFF0000")
    let mirrored = UIImage(cgImage: picture, scale: 1, orientation: .upMirrored)
    #expect(hex(mirrored, 3, 0) == "FFFF0000")
  }

  @Test func `images are written to and read from PNG and JPEG`() throws {
    let image = UIImage(cgImage: quarters())
    let png = try #require(image.pngData())
    let again = try #require(UIImage(data: png))
    #expect(hex(again, 0, 0) == "FFFF0000" && hex(again, 3, 0) == "00000000")
    let jpeg = try #require(
      UIGraphicsImageRenderer(size: CGSize(width: 16, height: 16)).image { context in
        UIColor.blue.setFill()
        context.fill(CGRect(x: 0, y: 0, width: 16, height: 16))
      }.jpegData(compressionQuality: 0.9))
    let photo = try #require(UIImage(data: jpeg))
    #expect(photo.size == CGSize(width: 48, height: 48))
    let pixel = try #require(photo.cgImage).surface[20, 20]
    #expect(pixel & 255 > 240 && pixel >> 16 & 255 < 20)
  }

  @Test func `data that is not an image gives nil`() {
    #expect(UIImage(data: Data()) == nil)
    #expect(UIImage(data: Data([1, 2, 3])) == nil)
    #expect(UIImage(contentsOfFile: "/nowhere/at/all") == nil)
    #expect(UIImage(named: "no such image") == nil)
    #expect(UIImage(named: "../../etc/passwd") == nil)
    #expect(UIImage(systemName: "no.such.symbol") == nil)
    #expect(UIImage(systemName: "../../../etc/passwd") == nil)
  }

  @Test(.rule("E-686")) func `a symbol that cannot be drawn is a placeholder, and an unknown name gives nil`()
    throws
  {
    let rocket = try #require(UIImage(systemName: "windshield.rear.and.wiper.intermittent"))
    #expect(rocket.isSymbolImage && rocket.size.width > 10)
    #expect(rocket != UIImage(systemName: "star"))
    #expect(UIImage(systemName: "windshield.rear.and.wiper.sometimes") == nil)
    #expect(SymbolCatalog.contains("square.and.arrow.up") && SymbolCatalog.contains("zzz"))
    #expect(!SymbolCatalog.contains("") && !SymbolCatalog.contains("zz"))
  }

  @Test(.rule("E-685")) func `a GIF file gives its first frame`() throws {
    let bytes: [UInt8] =
      Array("GIF89a".utf8) + [2, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 255]
      + [0x2C, 0, 0, 0, 0, 2, 0, 1, 0, 0, 2, 2, 0x44, 0x0A, 0, 0x3B]
    let image = try #require(UIImage(data: Data(bytes), scale: 2))
    #expect(image.size == CGSize(width: 1, height: 0.5) && image.images == nil)
    let picture = try #require(image.cgImage)
    #expect(picture.surface[0, 0] == 0xFFFF_0000 && picture.surface[1, 0] == 0xFF00_00FF)
    #expect(picture.utType == "com.compuserve.gif")
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).gif")
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(UIImage(contentsOfFile: file.path)?.size == CGSize(width: 2, height: 1))
  }

  @Test func `damaged files are rejected or decoded, without a crash`() throws {
    var random = SeededRandom(seed: 1)
    let image = UIGraphicsImageRenderer(size: CGSize(width: 20, height: 20)).image { context in
      UIColor.red.setFill()
      context.fill(CGRect(x: 0, y: 0, width: 10, height: 20))
    }
    for original in [try #require(image.pngData()), try #require(image.jpegData(compressionQuality: 0.5))] {
      for round in 0..<300 {
        var bytes = original
        if round.isMultiple(of: 3) { bytes = bytes.prefix(Int.random(in: 0...bytes.count, using: &random)) }
        for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
          bytes[bytes.startIndex + Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
            in: 0...255, using: &random)
        }
        _ = UIImage(data: bytes)?.uprightImage
      }
    }
  }

  @Test(arguments: [
    "heart", "heart.fill", "star.fill", "chevron.left", "trash", "gearshape", "square.and.arrow.up",
    "magnifyingglass", "xmark.circle.fill", "person.crop.circle", "checkmark", "ellipsis", "wifi", "doc.text",
    "house.fill", "plus",
  ])
  func `common symbols have a shape, as high as a line of text`(name: String) throws {
    let symbol = try #require(UIImage(systemName: name))
    #expect(symbol.isSymbolImage)
    #expect(symbol.size.height > 18 && symbol.size.height < 24)
    #expect(symbol.size.width > 2 && symbol.size.width < 30)
    let surface = try #require(symbol.uprightImage).surface
    let ink = (0..<surface.height).reduce(0) { sum, y in
      sum + (0..<surface.width).filter { surface[$0, y] >> 24 > 128 }.count
    }
    #expect(ink > 20)
    // No pixels touch the left or right edge.
    #expect(
      !(0..<surface.height).contains {
        surface[0, $0] >> 24 > 200 || surface[surface.width - 1, $0] >> 24 > 200
      })
  }

  @Test func `symbols grow with their configuration`() throws {
    let small = try #require(UIImage(systemName: "star"))
    let large = try #require(
      UIImage(systemName: "star", withConfiguration: UIImage.SymbolConfiguration(pointSize: 34)))
    #expect(abs(large.size.height - 2 * small.size.height) < 1)
    let scaled = small.withConfiguration(UIImage.SymbolConfiguration(scale: .large))
    #expect(scaled.size.height > small.size.height)
  }

  @Test func `templates use the tint colour, originals keep their colours`() throws {
    let traits = UITraitCollection(userInterfaceStyle: .light)
    func shown(_ image: UIImage) throws -> UInt32 {
      try #require(image.layerImage(tint: .green, traits: traits)).surface[0, 0]
    }
    let image = UIImage(cgImage: quarters())
    #expect(try shown(image) == 0xFFFF_0000)
    #expect(try shown(image.withRenderingMode(.alwaysTemplate)) == 0xFF00_FF00)
    #expect(try shown(image.withTintColor(.blue)) == 0xFF00_00FF)
    #expect(try shown(image.withTintColor(.blue, renderingMode: .alwaysTemplate)) == 0xFF00_FF00)
    #expect(try shown(image.withTintColor(.blue, renderingMode: .alwaysOriginal)) == 0xFF00_00FF)
  }

  @Test func `a resizable image keeps its caps and tiles or stretches the rest`() throws {
    let base = UIImage(cgImage: quarters())
    func drawn(_ mode: UIImage.ResizingMode) -> UIImage {
      let image = base.resizableImage(
        withCapInsets: UIEdgeInsets(top: 0, left: 1, bottom: 0, right: 1), resizingMode: mode)
      let format = UIGraphicsImageRendererFormat()
      format.scale = 1
      return UIGraphicsImageRenderer(size: CGSize(width: 10, height: 2), format: format).image { _ in
        image.draw(in: CGRect(x: 0, y: 0, width: 10, height: 2))
      }
    }
    #expect(hex(drawn(.stretch), 0, 0) == "FFFF0000")
    #expect(hex(drawn(.stretch), 2, 0) == "FFFF0000")
    #expect(hex(drawn(.stretch), 9, 1) == "FF0000FF")
    // Tiles: red, transparent, red, transparent…
    #expect(
      hex(drawn(.tile), 1, 0) == "FFFF0000" && hex(drawn(.tile), 2, 0) == "00000000"
        && hex(drawn(.tile), 3, 0) == "FFFF0000")
  }

  @Test(.rule("E-562")) func `a catalog gives the variant for scale and appearance`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "catalog-\(UInt64.random(in: 0 ... .max))")
    defer { try? FileManager.default.removeItem(at: folder) }
    let car = folder.appendingPathComponent("Assets.car")
    try FileManager.default.createDirectory(at: car, withIntermediateDirectories: true)
    func write(_ name: String, _ color: UIColor, _ size: CGFloat) throws {
      let format = UIGraphicsImageRendererFormat()
      format.scale = 1
      let data = UIGraphicsImageRenderer(size: CGSize(width: size, height: size), format: format).pngData {
        context in
        color.setFill()
        context.fill(CGRect(x: 0, y: 0, width: size, height: size))
      }
      try data.write(to: car.appendingPathComponent(name))
    }
    try write("a1.png", .red, 10)
    try write("a3.png", .green, 30)
    try write("d3.png", .blue, 30)
    let index = """
      {"version": 1, "images": {"pic": {"variants": [{"file": "a1.png", "scale": 1}, {"file": "a3.png", "scale": 3},
       {"file": "d3.png", "scale": 3, "appearance": "dark"}], "renderingIntent": "template"}},
       "colors": {"brand": {"variants": [{"red": 1, "green": 0.5, "blue": 0, "alpha": 1}, {"appearance": "dark", "systemColor": "systemBlueColor"}]}}, "data": {}}
      """
    try Data(index.utf8).write(to: car.appendingPathComponent("index.json"))
    let catalog = AssetCatalog(folder: folder.path)
    let image = try #require(catalog.image(named: "pic", traits: nil))
    #expect(catalog.image(named: "pic.PNG", traits: nil)?.size == image.size)
    #expect(catalog.image(named: "pic.txt", traits: nil) == nil)
    #expect(image.size == CGSize(width: 10, height: 10))
    #expect(image.renderingMode == .alwaysTemplate)
    #expect(hex(image, 0, 0) == "FF008000" || hex(image, 0, 0) == "FF00FF00")
    let dark = image.resolved(
      with: UITraitCollection(traitsFrom: [
        UITraitCollection(userInterfaceStyle: .dark), UITraitCollection(displayScale: 3),
      ]))
    #expect(hex(dark, 0, 0) == "FF0000FF")
    let color = try #require(catalog.color(named: "brand"))
    #expect(
      color(UITraitCollection(userInterfaceStyle: .light)) == UIColor(red: 1, green: 0.5, blue: 0, alpha: 1))
    #expect(
      color(UITraitCollection(userInterfaceStyle: .dark))
        == UIColor(red: 10 / 255, green: 132 / 255, blue: 1, alpha: 1))
    #expect(catalog.color(named: "other") == nil)
    #expect(AssetCatalog(folder: "/nowhere").image(named: "pic", traits: nil) == nil)
  }

  @Test func `an image asset returns the image for the traits`() {
    let asset = UIImageAsset()
    let light = UITraitCollection(userInterfaceStyle: .light)
    let dark = UITraitCollection(userInterfaceStyle: .dark)
    asset.register(UIImage(cgImage: quarters()), with: light)
    asset.register(UIImage(cgImage: quarters(), scale: 2, orientation: .down), with: dark)
    #expect(asset.image(with: light).scale == 1)
    #expect(asset.image(with: dark).scale == 2)
    #expect(asset.image(with: dark).imageOrientation == .down)
    #expect(UIImageAsset().image(with: light).size == .zero)
  }
}
