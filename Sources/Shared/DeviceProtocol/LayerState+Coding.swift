/// The properties of a layer that differ from their defaults. Only these are sent, in the order of the bits.
private struct LayerFields: OptionSet {
  var rawValue: UInt32
  static let sublayers = LayerFields(rawValue: 1 << 0)
  static let position = LayerFields(rawValue: 1 << 1)
  static let origin = LayerFields(rawValue: 1 << 2)
  static let size = LayerFields(rawValue: 1 << 3)
  static let anchor = LayerFields(rawValue: 1 << 4)
  static let transform = LayerFields(rawValue: 1 << 5)
  static let sublayerTransform = LayerFields(rawValue: 1 << 6)
  static let opacity = LayerFields(rawValue: 1 << 7)
  static let hidden = LayerFields(rawValue: 1 << 8)
  static let masks = LayerFields(rawValue: 1 << 9)
  static let cornerRadius = LayerFields(rawValue: 1 << 10)
  static let maskedCorners = LayerFields(rawValue: 1 << 11)
  static let continuousCorner = LayerFields(rawValue: 1 << 12)
  static let backgroundColor = LayerFields(rawValue: 1 << 13)
  static let borderWidth = LayerFields(rawValue: 1 << 14)
  static let borderColor = LayerFields(rawValue: 1 << 15)
  static let shadowColor = LayerFields(rawValue: 1 << 16)
  static let shadow = LayerFields(rawValue: 1 << 17)
  static let contents = LayerFields(rawValue: 1 << 18)
  static let contentsGravity = LayerFields(rawValue: 1 << 19)
  static let contentsScale = LayerFields(rawValue: 1 << 20)
  static let contentsCenter = LayerFields(rawValue: 1 << 21)
  static let contentsRect = LayerFields(rawValue: 1 << 22)
  static let gradient = LayerFields(rawValue: 1 << 23)
  static let backdropBlur = LayerFields(rawValue: 1 << 24)
  static let accessibility = LayerFields(rawValue: 1 << 25)
  static let mask = LayerFields(rawValue: 1 << 26)
  static let depth = LayerFields(rawValue: 1 << 27)
  static let singleSided = LayerFields(rawValue: 1 << 28)
  static let adds = LayerFields(rawValue: 1 << 29)
  static let shadowPicture = LayerFields(rawValue: 1 << 30)
  static let contentsFilters = LayerFields(rawValue: 1 << 31)
  static let all = LayerFields(rawValue: .max)
}

extension LayerState {
  private var fields: LayerFields {
    var fields: LayerFields = []
    if !sublayers.isEmpty { fields.insert(.sublayers) }
    if positionX != 0 || positionY != 0 { fields.insert(.position) }
    if boundsX != 0 || boundsY != 0 { fields.insert(.origin) }
    if width != 0 || height != 0 { fields.insert(.size) }
    if anchorX != 0.5 || anchorY != 0.5 { fields.insert(.anchor) }
    if transform != nil { fields.insert(.transform) }
    if sublayerTransform != nil { fields.insert(.sublayerTransform) }
    if opacity != 1 { fields.insert(.opacity) }
    if isHidden { fields.insert(.hidden) }
    if masksToBounds { fields.insert(.masks) }
    if cornerRadius != 0 { fields.insert(.cornerRadius) }
    if maskedCorners != 15 { fields.insert(.maskedCorners) }
    if isContinuousCorner { fields.insert(.continuousCorner) }
    if backgroundColor != nil { fields.insert(.backgroundColor) }
    if borderWidth != 0 { fields.insert(.borderWidth) }
    if borderColor != nil { fields.insert(.borderColor) }
    if shadowColor != nil { fields.insert(.shadowColor) }
    if shadowOpacity != 0 || shadowOffsetX != 0 || shadowOffsetY != -3 || shadowRadius != 3 {
      fields.insert(.shadow)
    }
    if contents != nil { fields.insert(.contents) }
    if contentsGravity != "resize" { fields.insert(.contentsGravity) }
    if contentsScale != 1 { fields.insert(.contentsScale) }
    if contentsCenter != nil { fields.insert(.contentsCenter) }
    if contentsRect != nil { fields.insert(.contentsRect) }
    if gradient != nil { fields.insert(.gradient) }
    if backdropBlur != 0 { fields.insert(.backdropBlur) }
    if accessibility != nil { fields.insert(.accessibility) }
    if mask != nil { fields.insert(.mask) }
    if preservesDepth { fields.insert(.depth) }
    if isSingleSided { fields.insert(.singleSided) }
    if addsSublayers { fields.insert(.adds) }
    if shadowPicture != nil { fields.insert(.shadowPicture) }
    if magnifiesToNearest || minifiesToNearest { fields.insert(.contentsFilters) }
    return fields
  }

  func encode(to writer: inout WireWriter) {
    let fields = fields
    writer.write(id)
    writer.write(name)
    writer.writeFixed(fields.rawValue)
    if fields.contains(.sublayers) { writer.write(sublayers) { $0.write($1) as Void } }
    if fields.contains(.position) { writer.writePair(positionX, positionY) }
    if fields.contains(.origin) { writer.writePair(boundsX, boundsY) }
    if fields.contains(.size) { writer.writePair(width, height) }
    if fields.contains(.anchor) { writer.writePair(anchorX, anchorY) }
    if let transform { writer.write(transform) }
    if let sublayerTransform { writer.write(sublayerTransform) }
    if fields.contains(.opacity) { writer.write(opacity) }
    if fields.contains(.cornerRadius) { writer.write(cornerRadius) }
    if fields.contains(.maskedCorners) { writer.write(maskedCorners) }
    backgroundColor?.encode(to: &writer)
    if fields.contains(.borderWidth) { writer.write(borderWidth) }
    borderColor?.encode(to: &writer)
    shadowColor?.encode(to: &writer)
    if fields.contains(.shadow) {
      writer.write(shadowOpacity)
      writer.writePair(shadowOffsetX, shadowOffsetY)
      writer.write(shadowRadius)
    }
    if let contents { writer.write(contents) }
    if fields.contains(.contentsGravity) { writer.write(contentsGravity) }
    if fields.contains(.contentsScale) { writer.write(contentsScale) }
    if let contentsCenter { writer.write(contentsCenter) }
    if let contentsRect { writer.write(contentsRect) }
    gradient?.encode(to: &writer)
    if fields.contains(.backdropBlur) { writer.write(backdropBlur) }
    accessibility?.encode(to: &writer)
    if let mask { writer.write(mask) }
    if let shadowPicture { writer.write(shadowPicture) }
    if fields.contains(.contentsFilters) {
      writer.write((magnifiesToNearest ? 1 : 0) | (minifiesToNearest ? 2 : 0) as UInt8)
    }
  }

  init(from reader: inout WireReader) throws(WireError) {
    self.init(id: try reader.unsigned(), name: try reader.string("layer.name"))
    let fields = LayerFields(rawValue: try reader.fixed())
    guard LayerFields.all.isSuperset(of: fields) else { throw .invalidValue(field: "layer.fields") }
    if fields.contains(.sublayers) {
      sublayers = try reader.array { reader throws(WireError) in try reader.unsigned() }
    }
    if fields.contains(.position) { (positionX, positionY) = try reader.pair() }
    if fields.contains(.origin) { (boundsX, boundsY) = try reader.pair() }
    if fields.contains(.size) { (width, height) = try reader.pair() }
    if fields.contains(.anchor) { (anchorX, anchorY) = try reader.pair() }
    if fields.contains(.transform) { transform = try reader.doubles(exactly: 16, "layer.transform") }
    if fields.contains(.sublayerTransform) {
      sublayerTransform = try reader.doubles(exactly: 16, "layer.sublayerTransform")
    }
    if fields.contains(.opacity) { opacity = try reader.float() }
    preservesDepth = fields.contains(.depth)
    isSingleSided = fields.contains(.singleSided)
    addsSublayers = fields.contains(.adds)
    isHidden = fields.contains(.hidden)
    masksToBounds = fields.contains(.masks)
    if fields.contains(.cornerRadius) { cornerRadius = try reader.double() }
    if fields.contains(.maskedCorners) { maskedCorners = try reader.byte() }
    isContinuousCorner = fields.contains(.continuousCorner)
    if fields.contains(.backgroundColor) { backgroundColor = try LayerColor(from: &reader) }
    if fields.contains(.borderWidth) { borderWidth = try reader.double() }
    if fields.contains(.borderColor) { borderColor = try LayerColor(from: &reader) }
    if fields.contains(.shadowColor) { shadowColor = try LayerColor(from: &reader) }
    if fields.contains(.shadow) {
      shadowOpacity = try reader.float()
      (shadowOffsetX, shadowOffsetY) = try reader.pair()
      shadowRadius = try reader.double()
    }
    if fields.contains(.contents) { contents = try reader.unsigned() }
    if fields.contains(.contentsGravity) { contentsGravity = try reader.string("layer.contentsGravity") }
    if fields.contains(.contentsScale) { contentsScale = try reader.double() }
    if fields.contains(.contentsCenter) {
      contentsCenter = try reader.doubles(exactly: 4, "layer.contentsCenter")
    }
    if fields.contains(.contentsRect) { contentsRect = try reader.doubles(exactly: 4, "layer.contentsRect") }
    if fields.contains(.gradient) { gradient = try LayerGradient(from: &reader) }
    if fields.contains(.backdropBlur) { backdropBlur = try reader.double() }
    if fields.contains(.accessibility) { accessibility = try LayerAccessibility(from: &reader) }
    if fields.contains(.mask) { mask = try reader.picture() }
    if fields.contains(.shadowPicture) { shadowPicture = try reader.picture() }
    if fields.contains(.contentsFilters) {
      let filters = try reader.byte()
      guard (1...3).contains(filters) else { throw .invalidValue(field: "layer.contentsFilters") }
      (magnifiesToNearest, minifiesToNearest) = (filters & 1 != 0, filters & 2 != 0)
    }
  }
}

extension WireWriter {
  fileprivate mutating func writePair(_ first: Double, _ second: Double) {
    write(first)
    write(second)
  }

  fileprivate mutating func write(_ picture: LayerPicture) {
    write(picture.image)
    writePair(picture.x, picture.y)
    writePair(picture.width, picture.height)
  }
}

extension WireReader {
  fileprivate mutating func pair() throws(WireError) -> (Double, Double) {
    (try double(), try double())
  }

  fileprivate mutating func picture() throws(WireError) -> LayerPicture {
    let image: UInt64 = try unsigned()
    let (x, y) = try pair()
    let (width, height) = try pair()
    return LayerPicture(image: image, x: x, y: y, width: width, height: height)
  }
}
