import DeviceProtocol
import Raster
import Testing

@testable import Compositor

@Suite struct CompositionTests {
  @Test func `a background fills only the layer's box`() throws {
    let image = try picture([layer(1, 10, 20, 30, 40) { $0.backgroundColor = red }])
    #expect(hex(image, 10, 20) == "FF0000")
    #expect(hex(image, 39, 59) == "FF0000")
    #expect(hex(image, 9, 20) == "FFFFFF")
    #expect(hex(image, 40, 59) == "FFFFFF")
    #expect(hex(image, 39, 60) == "FFFFFF")
  }

  @Test func `sublayers are placed from the bounds' origin, in the given order`() throws {
    let image = try picture([
      layer(1, 0, 0, 100, 100) {
        $0.sublayers = [2, 3]
        ($0.boundsX, $0.boundsY) = (10, 20)
      },
      layer(2, 20, 30, 20, 20) { $0.backgroundColor = red },
      layer(3, 30, 40, 20, 20) { $0.backgroundColor = blue },
    ])
    #expect(hex(image, 10, 10) == "FF0000")
    #expect(hex(image, 9, 9) == "FFFFFF")
    #expect(hex(image, 25, 25) == "0000FF")
  }

  @Test func `the anchor point lies at the position and is the origin of the transform`() throws {
    let image = try picture([
      layer(1, 0, 0, 0, 0) {
        ($0.width, $0.height) = (20, 10)
        ($0.anchorX, $0.anchorY) = (0, 0)
        ($0.positionX, $0.positionY) = (50, 50)
        // A quarter turn, clockwise on the screen.
        $0.transform = [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
        $0.backgroundColor = green
      }
    ])
    #expect(hex(image, 45, 60) == "00FF00")
    #expect(hex(image, 55, 55) == "FFFFFF")
    #expect(hex(image, 45, 71) == "FFFFFF")
  }

  @Test func `rounded corners clip the background, at the masked corners only`() throws {
    let image = try picture([
      layer(1, 0, 0, 100, 100) {
        $0.backgroundColor = red
        $0.cornerRadius = 30
        $0.maskedCorners = 1 | 8
      }
    ])
    #expect(hex(image, 2, 2) == "FFFFFF")
    #expect(hex(image, 97, 2) == "FF0000")
    #expect(hex(image, 2, 97) == "FF0000")
    #expect(hex(image, 97, 97) == "FFFFFF")
    #expect(hex(image, 10, 10) == "FF0000")
  }

  @Test func `a corner radius is at most half the shorter side`() throws {
    let image = try picture([
      layer(1, 0, 0, 100, 20) {
        $0.backgroundColor = red
        $0.cornerRadius = 500
      }
    ])
    #expect(hex(image, 1, 1) == "FFFFFF")
    #expect(hex(image, 50, 1) == "FF0000")
    #expect(hex(image, 4, 10) == "FF0000")
  }

  @Test func `a border lies inside the edge and over the sublayers`() throws {
    let image = try picture([
      layer(1, 10, 10, 50, 50) {
        $0.borderWidth = 5
        $0.borderColor = blue
        $0.backgroundColor = green
        $0.sublayers = [2]
      },
      layer(2, -10, -10, 70, 70) { $0.backgroundColor = red },
    ])
    #expect(hex(image, 12, 30) == "0000FF")
    #expect(hex(image, 20, 30) == "FF0000")
    // Sublayers reach over the edge, the border does not.
    #expect(hex(image, 5, 30) == "FF0000")
  }

  @Test func `masksToBounds clips sublayers to the rounded box`() throws {
    let image = try picture([
      layer(1, 10, 10, 50, 50) {
        $0.masksToBounds = true
        $0.cornerRadius = 20
        $0.sublayers = [2]
      },
      layer(2, -10, -10, 70, 70) { $0.backgroundColor = red },
    ])
    #expect(hex(image, 5, 30) == "FFFFFF")
    #expect(hex(image, 12, 12) == "FFFFFF")
    #expect(hex(image, 35, 35) == "FF0000")
  }

  @Test func `opacity applies to a layer and its sublayers as a group`() throws {
    let image = try picture([
      layer(1, 0, 0, 100, 100) {
        $0.backgroundColor = blue
        $0.opacity = 0.5
        $0.sublayers = [2]
      },
      layer(2, 0, 0, 50, 100) { $0.backgroundColor = red },
    ])
    #expect(image[75, 50].blue == 255 && (126...129).contains(image[75, 50].red))
    // Only red: the blue below it is not visible.
    #expect(image[25, 50].red == 255 && (126...129).contains(image[25, 50].blue))
  }

  @Test func `hidden layers and their sublayers are not drawn`() throws {
    let image = try picture([
      layer(1, 0, 0, 100, 100) {
        $0.isHidden = true
        $0.sublayers = [2]
      },
      layer(2, 0, 0, 50, 100) { $0.backgroundColor = red },
    ])
    #expect(hex(image, 25, 50) == "FFFFFF")
  }

  @Test func `a shadow is moved by its offset and blurred by its radius`() throws {
    let image = try picture([
      layer(1, 30, 30, 40, 40) {
        $0.backgroundColor = red
        $0.shadowOpacity = 1
        $0.shadowColor = black
        ($0.shadowOffsetX, $0.shadowOffsetY) = (0, 10)
        $0.shadowRadius = 3
      }
    ])
    #expect(hex(image, 50, 50) == "FF0000")
    #expect(image[50, 74].red < 40)
    // Half the darkness at the shadow's edge, none at three standard deviations outside.
    #expect((100...155).contains(image[50, 79].red))
    #expect(image[50, 92].red > 250)
    #expect(image[50, 25].red > 250)
  }

  @Test func `without an opaque background the shadow has the shape of the drawn content`() throws {
    let image = try picture([
      layer(1, 0, 0, 100, 100) {
        $0.shadowOpacity = 1
        ($0.shadowOffsetX, $0.shadowOffsetY) = (30, 0)
        $0.shadowRadius = 0
        $0.sublayers = [2]
      },
      layer(2, 10, 10, 20, 20) { $0.backgroundColor = red },
    ])
    #expect(hex(image, 20, 20) == "FF0000")
    #expect(hex(image, 50, 20) == "000000")
    #expect(hex(image, 50, 50) == "FFFFFF")
  }

  @Test func `a layer with masksToBounds has no shadow`() throws {
    let image = try picture([
      layer(1, 30, 30, 40, 40) {
        $0.masksToBounds = true
        $0.backgroundColor = red
        $0.shadowOpacity = 1
        ($0.shadowOffsetX, $0.shadowOffsetY) = (0, 20)
      }
    ])
    #expect(hex(image, 50, 80) == "FFFFFF")
  }

  @Test func `gradients run from start to end`() throws {
    let colors = [red, blue]
    let axial = try picture([
      layer(1, 0, 0, 100, 100) {
        $0.gradient = LayerGradient(
          kind: "axial", colors: colors, locations: [0.25, 0.75], startX: 0.5, startY: 0, endX: 0.5, endY: 1)
      }
    ])
    #expect(hex(axial, 50, 10) == "FF0000")
    #expect(hex(axial, 50, 90) == "0000FF")
    #expect((120...136).contains(axial[50, 50].red))
    let radial = try picture([
      layer(1, 0, 0, 100, 50) {
        $0.gradient = LayerGradient(
          kind: "radial", colors: colors, locations: [], startX: 0.5, startY: 0.5, endX: 1, endY: 1)
      }
    ])
    #expect(radial[50, 25].red > 245)
    #expect(radial[98, 25].blue > 240)
    #expect(radial[50, 48].blue > 230)
    let conic = try picture([
      layer(1, 0, 0, 100, 100) {
        $0.gradient = LayerGradient(
          kind: "conic", colors: colors, locations: [], startX: 0.5, startY: 0.5, endX: 1, endY: 0.5)
      }
    ])
    #expect(conic[90, 52].red > 240)
    #expect((110...145).contains(conic[10, 50].red))
    #expect(conic[90, 47].blue > 230)
  }

  @Test func `contents are placed by their gravity`() throws {
    let rows: [[UInt32]] = [[0xFF0000, 0x00FF00], [0x0000FF, 0x000000]]
    func drawn(_ gravity: String, _ edit: @escaping (inout LayerState) -> Void = { _ in }) throws -> Bitmap {
      try picture(
        [
          layer(1, 0, 0, 100, 60) {
            $0.contents = 7
            $0.contentsGravity = gravity
            edit(&$0)
          }
        ], images: [image(7, rows, cell: 10)])
    }
    let resized = try drawn("resize")
    #expect(hex(resized, 10, 10) == "FF0000")
    #expect(hex(resized, 90, 50) == "000000")
    let centred = try drawn("center")
    #expect(hex(centred, 39, 20) == "FFFFFF")
    #expect(hex(centred, 42, 22) == "FF0000")
    let corner = try drawn("bottomRight")
    #expect(hex(corner, 99, 59) == "000000")
    #expect(hex(corner, 79, 39) == "FFFFFF")
    let fitted = try drawn("resizeAspect")
    #expect(hex(fitted, 25, 5) == "FF0000")
    #expect(hex(fitted, 15, 5) == "FFFFFF")
    let filled = try drawn("resizeAspectFill")
    #expect(hex(filled, 5, 5) == "FF0000")
    #expect(hex(filled, 50, 78) == "000000" || filled[50, 78].red == 0)
    let dense = try drawn("topLeft") { $0.contentsScale = 2 }
    #expect(hex(dense, 2, 2) == "FF0000")
    #expect(hex(dense, 11, 2) == "FFFFFF")
    let part = try drawn("resize") { $0.contentsRect = [0.5, 0, 0.5, 0.5] }
    #expect(hex(part, 50, 30) == "00FF00")
  }

  @Test func `a mask limits the visible part of a layer, its shadow and its sublayers`() throws {
    let alpha = try #require(Surface(width: 240, height: 100))
    for y in 0..<100 { for x in 0..<240 { alpha[x, y] = x < 120 ? 0xFF00_0000 : 0x8000_0000 } }
    let mask = LayerImage(id: 7, pixelWidth: 240, pixelHeight: 100, png: alpha.pngBytes())
    let drawn = try picture(
      [
        layer(1, 0, 0, 100, 100) {
          $0.sublayers = [2]
          $0.backgroundColor = green
        },
        layer(2, 10, 10, 80, 80) {
          ($0.boundsX, $0.boundsY) = (100, 0)
          $0.backgroundColor = red
          $0.sublayers = [3]
          ($0.shadowColor, $0.shadowOpacity, $0.shadowOffsetY, $0.shadowRadius) = (black, 1, 10, 0)
          // The first half of the picture covers 0…60 of the box, the second half 60…120.
          $0.mask = LayerPicture(image: 7, x: 100, y: 20, width: 120, height: 50)
        },
        layer(3, 100, 40, 40, 40) { $0.backgroundColor = blue },
      ], images: [mask])
    #expect(hex(drawn, 30, 35) == "FF0000")
    #expect(hex(drawn, 30, 55) == "0000FF")
    let half = drawn[85, 50]
    #expect((126...130).contains(half.red) && (125...129).contains(half.green) && half.blue == 0)
    for point in [(30, 25), (30, 85), (30, 95), (95, 50)] {
      #expect(hex(drawn, point.0, point.1) == "00FF00")
    }
  }

  @Test func `a stretchable image keeps its corners`() throws {
    let rows: [[UInt32]] = [
      [0xFF0000, 0x00FF00, 0xFF0000], [0x0000FF, 0x000000, 0x0000FF], [0xFF0000, 0x00FF00, 0xFF0000],
    ]
    let drawn = try picture(
      [
        layer(1, 0, 0, 100, 100) {
          $0.contents = 7
          $0.contentsCenter = [1.0 / 3, 1.0 / 3, 1.0 / 3, 1.0 / 3]
        }
      ], images: [image(7, rows, cell: 10)])
    #expect(hex(drawn, 5, 5) == "FF0000")
    #expect(hex(drawn, 50, 5) == "00FF00")
    #expect(hex(drawn, 5, 50) == "0000FF")
    #expect(hex(drawn, 50, 50) == "000000")
    #expect(hex(drawn, 95, 95) == "FF0000")
  }

  @Test func `perspective makes the far side smaller`() throws {
    // Rotated about the vertical axis by 60 degrees, with the eye at 100 points.
    let (c, s, p) = (0.5, 0.8660254, -1.0 / 100)
    let image = try picture([
      layer(1, 20, 20, 60, 60) {
        $0.backgroundColor = red
        $0.transform = [c, 0, -s, -s * p * 1, 0, 1, 0, 0, s, 0, c, c * p, 0, 0, 0, 1]
      }
    ])
    func height(_ x: Int) -> Int { (0..<100).filter { image[x, $0].green < 128 }.count }
    #expect(hex(image, 50, 50) == "FF0000")
    let columns = (0..<100).filter { height($0) > 0 }
    let first = try #require(columns.first)
    let last = try #require(columns.last)
    #expect(abs(height(first + 2) - height(last - 2)) > 15)
    #expect(last - first < 50)
  }

  @Test func `sublayers of a layer that preserves depth are drawn by depth, not by order`() throws {
    func moved(_ z: Double) -> [Double] { [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, z, 1] }
    func colors(_ preservesDepth: Bool) throws -> [String] {
      let image = try picture([
        layer(1, 0, 0, 100, 100) { $0.sublayers = [2] },
        layer(2, 0, 0, 100, 100) {
          $0.sublayers = [3, 4, 5]
          $0.preservesDepth = preservesDepth
        },
        layer(3, 10, 10, 40, 40) {
          $0.backgroundColor = red
          $0.transform = moved(20)
        },
        layer(4, 20, 20, 40, 40) {
          $0.backgroundColor = blue
          $0.transform = moved(-20)
        },
        // In a nested layer that preserves depth: between the two.
        layer(5, 0, 0, 100, 100) {
          $0.sublayers = [6]
          $0.preservesDepth = preservesDepth
        },
        layer(6, 30, 30, 40, 40) { $0.backgroundColor = green },
      ])
      return [hex(image, 25, 25), hex(image, 45, 45), hex(image, 55, 55)]
    }
    #expect(try colors(true) == ["FF0000", "FF0000", "00FF00"])
    #expect(try colors(false) == ["0000FF", "00FF00", "00FF00"])
  }

  @Test func `a single-sided layer is not visible from behind, but a reflected one is`() throws {
    func color(_ transform: [Double]) throws -> String {
      let image = try picture([
        layer(1, 20, 20, 60, 60) {
          $0.backgroundColor = red
          $0.isSingleSided = true
          $0.transform = transform
        }
      ])
      return hex(image, 50, 50)
    }
    // Half a turn about the vertical axis, a reflection, and the identity.
    #expect(try color([-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1]) == "FFFFFF")
    #expect(try color([-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]) == "FF0000")
    #expect(try color([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]) == "FF0000")
  }

  @Test func `the backdrop is blurred inside the box`() throws {
    let image = try picture([
      layer(1, 0, 0, 100, 100) { $0.sublayers = [2, 3] },
      layer(2, 0, 0, 50, 100) { $0.backgroundColor = black },
      layer(3, 0, 0, 100, 50) { $0.backdropBlur = 8 },
    ])
    #expect(hex(image, 48, 75) == "000000")
    #expect(hex(image, 52, 75) == "FFFFFF")
    #expect((90...125).contains(image[48, 25].red))
    #expect((130...165).contains(image[52, 25].red))
    #expect(image[5, 25].red < 10)
  }

  @Test func `the scale is pixels per point`() throws {
    let image = try picture([layer(1, 10, 10, 10, 10) { $0.backgroundColor = red }], scale: 3)
    #expect(image.width == 300)
    #expect(hex(image, 30, 30) == "FF0000")
    #expect(hex(image, 29, 30) == "FFFFFF")
    #expect(hex(image, 60, 30) == "FFFFFF")
  }

  @Test func `the image can be written as PNG and read back`() throws {
    let image = try picture([layer(1, 10, 10, 10, 10) { $0.backgroundColor = red }])
    let copy = try #require(Bitmap(encoded: image.pngData()))
    #expect(copy.difference(from: image, tolerance: 0) == 0)
    let other = try picture([layer(1, 10, 10, 10, 20) { $0.backgroundColor = red }])
    #expect(other.difference(from: image) == 0.01)
  }
}
