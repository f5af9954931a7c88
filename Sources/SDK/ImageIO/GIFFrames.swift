import CarobFoundation
import CoreGraphics

/// The frames of a GIF file, each as the whole picture at its time (F-270.2).
///
/// The file is cut into files of one frame, which the decoder reads; damaged data ends the list of frames.
struct GIFFrames {
  private struct Frame {
    /// The file with only this frame.
    var file: Data
    /// Seconds until the next frame, as the file says.
    var delay: Double
    /// What happens to the frame before the next one: 2 clears its rectangle, 3 restores the picture before.
    var disposal: Int
    /// The frame's rectangle in pixels, y down.
    var box: (x: Int, y: Int, width: Int, height: Int)
  }
  private var frames: [Frame] = []
  private var size = (width: 0, height: 0)
  /// How often the animation repeats; 0 without end, nil if the file says nothing.
  private var loops: Int?

  var count: Int { frames.count }

  init?(_ data: Data) {
    var reader = Reader([UInt8](data))
    guard let head = reader.take(13) else { return nil }
    let bytes = Array(head)
    func word(_ index: Int) -> Int { Int(bytes[index]) | Int(bytes[index + 1]) << 8 }
    size = (word(6), word(8))
    var table: [UInt8] = []
    if bytes[10] & 0x80 != 0 {
      guard let colors = reader.take(3 * (2 << Int(bytes[10] & 7))) else { return nil }
      table = Array(colors)
    }
    var control: [UInt8] = []
    scan: while let block = reader.take(1)?.first {
      switch block {
      case 0x21:
        guard let label = reader.take(1)?.first, let content = reader.blocks() else { break scan }
        if label == 0xF9, content.count >= 6 { control = [0x21, 0xF9] + content }
        // The loop count: "NETSCAPE2.0", then a block of 3 bytes.
        if label == 0xFF, content.count >= 16, content[1...11].elementsEqual("NETSCAPE2.0".utf8) {
          loops = Int(content[14]) | Int(content[15]) << 8
        }
      case 0x2C:
        guard let place = reader.take(9).map(Array.init) else { break scan }
        var image: [UInt8] = [0x2C] + place
        if place[8] & 0x80 != 0 {
          guard let colors = reader.take(3 * (2 << Int(place[8] & 7))) else { break scan }
          image += colors
        }
        guard let codeSize = reader.take(1), let content = reader.blocks() else { break scan }
        image += codeSize + content
        let hundredths = control.count >= 6 ? Int(control[4]) | Int(control[5]) << 8 : 0
        func side(_ index: Int) -> Int { Int(place[index]) | Int(place[index + 1]) << 8 }
        frames.append(
          Frame(
            file: Data(bytes + table + control + image + [0x3B]), delay: Double(hundredths) / 100,
            disposal: control.count >= 4 ? Int(control[3] >> 2 & 7) : 0,
            box: (side(0), side(2), side(4), side(6))))
        control = []
      case 0x00: continue
      default: break scan
      }
    }
    if frames.isEmpty { return nil }
  }

  /// The picture that is shown during a frame.
  func image(at index: Int) -> CGImage? {
    guard frames.indices.contains(index), var canvas = canvas() else { return nil }
    let whole = CGRect(x: 0, y: 0, width: size.width, height: size.height)
    for (number, frame) in frames[...index].enumerated() {
      let before = canvas.makeImage()
      if let image = CGImage(fileData: frame.file) { canvas.draw(image, in: whole) }
      if number == index { break }
      switch frame.disposal {
      case 2:
        canvas.clear(
          CGRect(
            x: frame.box.x, y: size.height - frame.box.y - frame.box.height, width: frame.box.width,
            height: frame.box.height))
      case 3:
        guard let fresh = self.canvas() else { return nil }
        if let before { fresh.draw(before, in: whole) }
        canvas = fresh
      default: break
      }
    }
    return canvas.makeImage()
  }

  private func canvas() -> CGContext? {
    CGContext(pixelWidth: size.width, pixelHeight: size.height, isFlipped: false)
  }

  /// A delay of less than 0.02 seconds is shown as 0.1 seconds, as the field's players do.
  func properties(at index: Int) -> [String: Any] {
    let delay = frames[index].delay
    return ["UnclampedDelayTime": delay, "DelayTime": delay < 0.02 ? 0.1 : delay]
  }
  var fileProperties: [String: Any] {
    var result: [String: Any] = ["HasGlobalColorMap": true]
    result["LoopCount"] = loops
    return result
  }

  /// Reads parts of the file; nil where the file is too short.
  private struct Reader {
    private let bytes: [UInt8]
    private var offset = 0
    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
      guard count <= bytes.count - offset else { return nil }
      defer { offset += count }
      return bytes[offset..<offset + count]
    }
    /// A chain of blocks with their lengths, including the empty one at the end.
    mutating func blocks() -> [UInt8]? {
      var result: [UInt8] = []
      while let length = take(1)?.first {
        result.append(length)
        if length == 0 { return result }
        guard let content = take(Int(length)) else { return nil }
        result += content
      }
      return nil
    }
  }
}
