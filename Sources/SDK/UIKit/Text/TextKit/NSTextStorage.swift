@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics

/// Attributed text that notifies layout managers of changes.
///
/// Subclasses override the four primitives and call `edited(_:range:changeInLength:)`, as on the platform.
open class NSTextStorage: NSMutableAttributedString {
  private var content: AttributeRuns

  public convenience init() { self.init(string: "") }
  public override init(string: String) {
    content = AttributeRuns(string, [:])
    super.init(string: "")
  }
  public override init(string: String, attributes: [NSAttributedString.Key: Any]? = nil) {
    content = AttributeRuns(string, attributes ?? [:])
    super.init(string: "")
  }
  public override init(attributedString: NSAttributedString) {
    content = AttributeRuns(attributedString)
    super.init(string: "")
  }
  public required init?(coder: NSCoder) {
    unimplemented("NSTextStorage.init(coder:)")
    return nil
  }

  public struct EditActions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let editedAttributes = EditActions(rawValue: 1)
    public static let editedCharacters = EditActions(rawValue: 2)
  }

  open private(set) var layoutManagers: [NSLayoutManager] = []
  open weak var delegate: (any NSTextStorageDelegate)? {
    get { delegateReference }
    set { delegateReference = newValue }
  }
  @ZeroingExistential private var delegateReference: (any NSTextStorageDelegate)?
  open private(set) var editedMask: EditActions = []
  open private(set) var editedRange = NSRange(location: NSNotFound, length: 0)
  open private(set) var changeInLength = 0
  private var editingDepth = 0

  open func addLayoutManager(_ manager: NSLayoutManager) {
    layoutManagers.append(manager)
    manager.textStorage = self
    manager.invalidate()
  }
  open func removeLayoutManager(_ manager: NSLayoutManager) {
    layoutManagers.removeAll { $0 === manager }
    manager.textStorage = nil
    manager.invalidate()
  }

  // MARK: The text

  open override var string: String { content.text }
  open override var length: Int { (string as NSString).length }

  open override func attributes(
    at location: Int, effectiveRange range: NSRangePointer?
  ) -> [NSAttributedString.Key: Any] {
    let (attributes, run) = content.attributes(at: location)
    range?.pointee = run
    return attributes
  }
  open override func attribute(
    _ attrName: NSAttributedString.Key, at location: Int, effectiveRange range: NSRangePointer?
  ) -> Any? { attributes(at: location, effectiveRange: range)[attrName] }

  open override func enumerateAttributes(
    in enumerationRange: NSRange, options opts: NSAttributedString.EnumerationOptions = [],
    using block: ([NSAttributedString.Key: Any], NSRange, UnsafeMutablePointer<ObjCBool>) -> Void
  ) {
    if !opts.isEmpty { unimplemented("NSTextStorage.enumerateAttributes with options") }
    var stop = ObjCBool(false)
    var location = enumerationRange.location
    while location < NSMaxRange(enumerationRange), !stop.boolValue {
      var run = NSRange()
      let attributes = attributes(at: location, effectiveRange: &run)
      let part = NSIntersectionRange(run, enumerationRange)
      block(attributes, part, &stop)
      location = NSMaxRange(part)
    }
  }
  open override func enumerateAttribute(
    _ attrName: NSAttributedString.Key, in enumerationRange: NSRange,
    options opts: NSAttributedString.EnumerationOptions = [],
    using block: (Any?, NSRange, UnsafeMutablePointer<ObjCBool>) -> Void
  ) {
    enumerateAttributes(in: enumerationRange, options: opts) { attributes, range, stop in
      block(attributes[attrName], range, stop)
    }
  }
  open override func attributedSubstring(from range: NSRange) -> NSAttributedString {
    let result = NSTextStorage(string: (string as NSString).substring(with: range))
    enumerateAttributes(in: range) { attributes, part, _ in
      result.setAttributes(
        attributes, range: NSRange(location: part.location - range.location, length: part.length))
    }
    return result
  }

  // MARK: Changes

  open override func replaceCharacters(in range: NSRange, with str: String) {
    content.replace(range, with: str)
    edited(.editedCharacters, range: range, changeInLength: (str as NSString).length - range.length)
  }
  open override func replaceCharacters(in range: NSRange, with attrString: NSAttributedString) {
    beginEditing()
    replaceCharacters(in: range, with: attrString.string)
    attrString.enumerateAttributes(in: NSRange(location: 0, length: attrString.length), options: []) {
      attributes, part, _ in
      setAttributes(
        attributes, range: NSRange(location: range.location + part.location, length: part.length))
    }
    endEditing()
  }
  open override func setAttributes(_ attrs: [NSAttributedString.Key: Any]?, range: NSRange) {
    content.change(range) { $0 = attrs ?? [:] }
    edited(.editedAttributes, range: range, changeInLength: 0)
  }
  open override func addAttribute(_ name: NSAttributedString.Key, value: Any, range: NSRange) {
    addAttributes([name: value], range: range)
  }
  open override func addAttributes(_ attrs: [NSAttributedString.Key: Any] = [:], range: NSRange) {
    change(range) { $0.merge(attrs) { $1 } }
  }
  open override func removeAttribute(_ name: NSAttributedString.Key, range: NSRange) {
    change(range) { $0[name] = nil }
  }
  private func change(_ range: NSRange, _ body: (inout [NSAttributedString.Key: Any]) -> Void) {
    var parts: [([NSAttributedString.Key: Any], NSRange)] = []
    enumerateAttributes(in: range) { attributes, part, _ in parts.append((attributes, part)) }
    beginEditing()
    for (attributes, part) in parts {
      var attributes = attributes
      body(&attributes)
      setAttributes(attributes, range: part)
    }
    endEditing()
  }
  open override func insert(_ attrString: NSAttributedString, at loc: Int) {
    replaceCharacters(in: NSRange(location: loc, length: 0), with: attrString)
  }
  open override func append(_ attrString: NSAttributedString) { insert(attrString, at: length) }
  open override func deleteCharacters(in range: NSRange) { replaceCharacters(in: range, with: "") }
  open override func setAttributedString(_ attrString: NSAttributedString) {
    replaceCharacters(in: NSRange(location: 0, length: length), with: attrString)
  }

  open override func beginEditing() {
    editingDepth += 1
  }
  open override func endEditing() {
    editingDepth = max(0, editingDepth - 1)
    if editingDepth == 0, !editedMask.isEmpty { processEditing() }
  }

  /// Records a change; `range` is in the old text. Outside `beginEditing()` and `endEditing()` it is
  /// processed immediately.
  open func edited(_ editedMask: EditActions, range: NSRange, changeInLength delta: Int) {
    let new = NSRange(location: range.location, length: max(0, range.length + delta))
    self.editedMask.formUnion(editedMask)
    editedRange = editedRange.location == NSNotFound ? new : NSUnionRange(editedRange, new)
    changeInLength += delta
    if editingDepth == 0 { processEditing() }
  }

  /// Notifies the delegate, then the layout managers, and resets the recorded changes.
  open func processEditing() {
    let (mask, range, delta) = (editedMask, editedRange, changeInLength)
    // The delegate may change the text without triggering another round of processing.
    editingDepth += 1
    delegate?.textStorage(self, willProcessEditing: mask, range: range, changeInLength: delta)
    delegate?.textStorage(self, didProcessEditing: mask, range: range, changeInLength: delta)
    editingDepth -= 1
    (editedMask, changeInLength) = ([], 0)
    editedRange = NSRange(location: NSNotFound, length: 0)
    for manager in layoutManagers { manager.invalidate() }
  }

  /// The height of an empty line at the end of the text.
  var lineHeightAtEnd: CGFloat {
    let font = length > 0 ? attribute(.font, at: length - 1, effectiveRange: nil) as? UIFont : nil
    return (font ?? emptyFont ?? .systemFont(ofSize: 12)).lineHeight
  }
  /// The font to use while the text is empty.
  var emptyFont: UIFont?
}

/// Receives a text storage's changes. Both methods are optional.
public protocol NSTextStorageDelegate: NSObjectProtocol {
  func textStorage(
    _ textStorage: NSTextStorage, willProcessEditing editedMask: NSTextStorage.EditActions,
    range editedRange: NSRange, changeInLength delta: Int)
  func textStorage(
    _ textStorage: NSTextStorage, didProcessEditing editedMask: NSTextStorage.EditActions,
    range editedRange: NSRange, changeInLength delta: Int)
}

extension NSTextStorageDelegate {
  public func textStorage(
    _ textStorage: NSTextStorage, willProcessEditing editedMask: NSTextStorage.EditActions,
    range editedRange: NSRange, changeInLength delta: Int
  ) {}
  public func textStorage(
    _ textStorage: NSTextStorage, didProcessEditing editedMask: NSTextStorage.EditActions,
    range editedRange: NSRange, changeInLength delta: Int
  ) {}
}
