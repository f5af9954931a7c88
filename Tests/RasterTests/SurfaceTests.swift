import Testing

@testable import Raster

@Suite struct SurfaceTests {
  @Test func `PNG keeps colours and transparency`() throws {
    let surface = try #require(Surface(width: 3, height: 2))
    surface[0, 0] = 0xFFFF_0000
    surface[1, 0] = 0x8000_8000
    surface[2, 1] = 0xFF00_00FF
    let copy = try #require(Surface(encoded: surface.pngBytes()))
    for y in 0..<2 { for x in 0..<3 { #expect(copy[x, y] == surface[x, y]) } }
  }

  @Test func `an opaque image stays opaque`() throws {
    let surface = try #require(Surface(width: 2, height: 1))
    surface[0, 0] = 0xFF12_3456
    surface[1, 0] = 0xFF65_4321
    let copy = try #require(Surface(encoded: surface.pngBytes()))
    #expect(copy[0, 0] == 0xFF12_3456 && copy[1, 0] == 0xFF65_4321)
  }

  @Test func `invalid sizes give no surface`() {
    #expect(Surface(width: 0, height: 5) == nil)
    #expect(Surface(width: -1, height: 5) == nil)
    #expect(Surface(width: 20_000, height: 5) == nil)
    #expect(Surface(width: 16_000, height: 16_000) == nil)
  }

  @Test func `a file with a huge size in its header is rejected before memory is allocated`() throws {
    var bytes = try #require(Surface(width: 1, height: 1)).pngBytes()
    // Changes the width in the header; that also makes the checksum wrong.
    bytes.replaceSubrange(16..<20, with: [0x7F, 0xFF, 0xFF, 0xFF])
    #expect(Surface(encoded: bytes) == nil)
  }

  @Test(arguments: [0.5, 1.5, 3, 8, 8.4])
  func `a blur keeps the sum, spreads by its standard deviation and stays centred`(sigma: Double) throws {
    let size = 101
    let surface = try #require(Surface(width: size, height: size))
    for y in 40...60 { for x in 40...60 { surface[x, y] = 0xFFFF_FFFF } }
    surface.blur(sigma: sigma)
    var (sum, mean, spread) = (0.0, 0.0, 0.0)
    for x in 0..<size {
      let column = (0..<size).reduce(0.0) { $0 + Double(surface[x, $1] >> 24) }
      sum += column
      mean += column * Double(x)
    }
    mean /= sum
    for x in 0..<size {
      let column = (0..<size).reduce(0.0) { $0 + Double(surface[x, $1] >> 24) }
      spread += column * (Double(x) - mean) * (Double(x) - mean)
    }
    #expect(abs(sum / (255 * 441) - 1) < 0.03)
    #expect(abs(mean - 50) < 0.2)
    // The variance of the blur is added to that of the box of 21 pixels.
    let own = (21.0 * 21 - 1) / 12
    #expect(abs((spread / sum - own).squareRoot() - sigma) < max(0.15 * sigma, 0.2))
  }

  @Test func `a blur does not change a uniform image`() throws {
    let surface = try #require(Surface(width: 60, height: 60))
    for y in 0..<60 { for x in 0..<60 { surface[x, y] = 0xFF80_4020 } }
    surface.blur(sigma: 4)
    #expect(surface[30, 30] == 0xFF80_4020)
  }

  @Test func `a warp draws where its map leads`() throws {
    let source = try #require(Surface(width: 10, height: 10))
    for y in 0..<10 { for x in 0..<10 { source[x, y] = 0xFF00_FF00 } }
    let target = try #require(Surface(width: 40, height: 40))
    // The target is the source, doubled and moved by 20.
    target.warp(source, map: [0.5, 0, -10, 0, 0.5, -10, 0, 0, 1])
    #expect(target[30, 30] == 0xFF00_FF00)
    #expect(target[10, 10] == 0)
    // Behind the eye.
    let other = try #require(Surface(width: 40, height: 40))
    other.warp(source, map: [1, 0, 0, 0, 1, 0, 0, 0, -1])
    #expect(other[5, 5] == 0)
  }
}
