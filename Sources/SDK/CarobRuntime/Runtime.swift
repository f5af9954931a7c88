import Synchronization

/// Look-up and sending: what stands in for the Objective-C runtime.
///
/// A class's table holds its own and its superclasses' entries, flattened once at first use. A send is a look-up in a
/// direct-mapped cache and one indirect call.
public enum Runtime {
  /// The method that `selector` finds in `class`, if any.
  @inline(__always)
  public static func method(_ cls: AnyClass, _ selector: Selector) -> Method? {
    find(cls, selector)?.takeUnretainedValue()
  }

  /// The same without a reference: what the cache knows is immortal.
  @inline(__always)
  package static func find(_ cls: AnyClass, _ selector: Selector) -> Unmanaged<Method>? {
    let classPointer = unsafeBitCast(cls, to: UInt.self)
    let selectorPointer = selector.bits
    let index = Int(((classPointer >> 4) ^ (selectorPointer >> 5)) & UInt(Cache.size - 1))
    if let raw = Cache.slots[index].load(ordering: .acquiring) {
      let known = Unmanaged<CacheNode>.fromOpaque(raw)._withUnsafeGuaranteedRef {
        $0.classPointer == classPointer && $0.selectorPointer == selectorPointer
          ? (true, $0.method.map { Unmanaged.passUnretained($0) }) : (false, nil)
      }
      if known.0 { return known.1 }
    }
    return lookUp(cls, selector, index).map { .passUnretained($0) }
  }

  @inline(never)
  static func lookUp(_ cls: AnyClass, _ selector: Selector, _ index: Int) -> Method? {
    let method = table(cls).bySelector[selector]
    let place = CachePlace(classPointer: unsafeBitCast(cls, to: UInt.self), selectorPointer: selector.bits)
    // NB: a node is immortal, because a reader on another thread may still hold it when its slot is taken. There is one
    // for each place, so that two places that fight for a slot do not leave nodes behind.
    let node = state.withLock { state in
      if let node = state.nodes[place], node.method === method { return node }
      let node = CacheNode(
        classPointer: place.classPointer, selectorPointer: place.selectorPointer, method: method)
      _ = Unmanaged.passRetained(node)
      state.nodes[place] = node
      return node
    }
    Cache.slots[index].store(Unmanaged.passUnretained(node).toOpaque(), ordering: .releasing)
    return method
  }

  /// Whether instances of the object's class implement `selector` (F-150). A class object answers for its class methods.
  public static func responds(_ target: AnyObject, _ selector: Selector) -> Bool {
    method(type(of: target), selector) != nil
  }

  /// Whether the object says that it implements `selector`: what a caller asks before an optional message (F-151).
  ///
  /// An override of `responds(to:)`, which the class's table lists, is asked and believed (F-150).
  public static func answers(_ target: AnyObject, _ selector: Selector) -> Bool {
    guard find(type(of: target), asking) != nil, let target = target as? any _CarobAnswering else {
      return responds(target, selector)
    }
    return target.responds(to: selector)
  }
  private static let asking = Selector("respondsToSelector:")

  /// Sends `selector` to `target` with up to three arguments; extra arguments are ignored (F-152).
  ///
  /// Returns nil if the target does not implement it (nothing was called).
  @discardableResult
  public static func send(
    _ target: AnyObject, _ selector: Selector, _ a: Any? = nil, _ b: Any? = nil, _ c: Any? = nil
  ) -> Sent {
    guard let method = method(type(of: target), selector) else { return .unrecognized }
    return call(method, target, a, b, c)
  }

  /// Calls a method that was found before.
  @discardableResult
  public static func call(_ method: Method, _ target: AnyObject, _ a: Any?, _ b: Any?, _ c: Any?) -> Sent {
    switch method.body {
    case .none(let body):
      body(target)
      return .done
    case .object(let body):
      body(target, _objectOrBox(a))
      return .done
    case .general(let body): return .value(body(target, a, b, c))
    case .many(let body): return .value(body(target, method.fitting([a, b, c])))
    case .classMethod, .marker: return .unrecognized
    }
  }

  /// Sends `selector` with any number of arguments.
  @discardableResult
  public static func send(_ target: AnyObject, _ selector: Selector, arguments: [Any?]) -> Sent {
    guard let method = method(type(of: target), selector) else { return .unrecognized }
    if case .many(let body) = method.body { return .value(body(target, method.fitting(arguments))) }
    func argument(_ index: Int) -> Any? { index < arguments.count ? arguments[index] : nil }
    return call(method, target, argument(0), argument(1), argument(2))
  }

  /// Sends if the method takes one object or nothing, and returns nothing; false if it is another, or none.
  @inline(__always)
  package static func sendToObjectMethod(
    _ target: AnyObject, _ selector: Selector, _ argument: Unmanaged<AnyObject>
  ) -> Bool {
    guard let method = find(type(of: target), selector) else { return false }
    return method._withUnsafeGuaranteedRef { method in
      switch method.body {
      case .object(let body): argument._withUnsafeGuaranteedRef { body(target, $0) }
      case .none(let body): body(target)
      case .general, .many, .classMethod, .marker: return false
      }
      return true
    }
  }

  /// The hot path of target–action: one object argument, no result.
  @inline(__always)
  public static func sendObject(_ target: AnyObject, _ selector: Selector, _ argument: AnyObject?) -> Bool {
    guard let method = method(type(of: target), selector) else { return false }
    switch method.body {
    case .object(let body): body(target, argument)
    case .none(let body): body(target)
    case .general(let body): _ = body(target, argument, nil, nil)
    case .many(let body): _ = body(target, method.fitting([argument]))
    case .classMethod, .marker: return false
    }
    return true
  }

  /// Sends to a class object.
  public static func sendClass(_ target: AnyClass, _ selector: Selector, _ a: Any? = nil) -> Sent {
    guard case .classMethod(let body)? = method(target, selector)?.body else { return .unrecognized }
    return .value(body(target, a, nil, nil))
  }

  public enum Sent {
    case unrecognized
    case done
    case value(Any?)
    public var result: Any? {
      if case .value(let value) = self { return value }
      return nil
    }
    public var isRecognized: Bool {
      if case .unrecognized = self { return false }
      return true
    }
  }

  /// The app's own implementation of a method with this Swift name, if the class (not the SDK) has one.
  public static func implementation(_ cls: AnyClass, _ swiftName: String) -> Method? {
    table(cls).bySwiftName[swiftName]
  }

  /// All methods that `cls` and its superclasses have, own first, for the inspector and for "nearest names".
  public static func methods(of cls: AnyClass) -> [Method] { table(cls).ordered }

  /// Adds the entries of an extension of a class that another module declares.
  ///
  /// Called by generated registrars before the app starts; the entries are seen by subclasses too.
  public static func registerExtension(of cls: AnyClass, file: String, _ methods: [_CarobMethod]) {
    let methods = methods.map { $0.record.declared(in: file) }
    state.withLock { state in
      state.extensions[ObjectIdentifier(cls), default: []] += methods
      state.tables.removeAll()
    }
    for index in 0..<Cache.size { Cache.slots[index].store(nil, ordering: .releasing) }
  }

  static func table(_ cls: AnyClass) -> MethodTable {
    if let table = state.withLock({ $0.tables[ObjectIdentifier(cls)] }) { return table }
    // NB: built outside the lock, because the getters run the app's (generated) code; the first one stored wins.
    let parent = _getSuperclass(cls).map(table)
    var own: [Method] = []
    if let type = cls as? any _CarobMethods.Type {
      let file = type._carobSource
      // NB: a class that does not override the getter answers with its superclass's entries; they are known already.
      let entries = type._carobMethods.map(\.record)
      own = entries.map { file.isEmpty ? $0 : $0.declared(in: file) }
    }
    own += state.withLock { $0.extensions[ObjectIdentifier(cls)] } ?? []
    let table = MethodTable(parent: parent, own: own)
    return state.withLock { state in
      if let other = state.tables[ObjectIdentifier(cls)] { return other }
      state.tables[ObjectIdentifier(cls)] = table
      return table
    }
  }

  private struct State {
    var tables: [ObjectIdentifier: MethodTable] = [:]
    var extensions: [ObjectIdentifier: [Method]] = [:]
    var nodes: [CachePlace: CacheNode] = [:]
  }
  private static let state = Guarded(State())

  private struct CachePlace: Hashable {
    let classPointer: UInt
    let selectorPointer: UInt
  }

  private final class CacheNode: Sendable {
    let classPointer: UInt
    let selectorPointer: UInt
    let method: Method?
    init(classPointer: UInt, selectorPointer: UInt, method: Method?) {
      self.classPointer = classPointer
      self.selectorPointer = selectorPointer
      self.method = method
    }
  }

  private enum Cache {
    static let size = 2048
    // Immortal; the atomics guard every access.
    nonisolated(unsafe) static let slots: UnsafeMutablePointer<Atomic<UnsafeMutableRawPointer?>> = {
      let slots = UnsafeMutablePointer<Atomic<UnsafeMutableRawPointer?>>.allocate(capacity: size)
      for index in 0..<size { (slots + index).initialize(to: Atomic(nil)) }
      return slots
    }()
  }
}

/// An object that can be asked what it implements; `NSObject` can.
public protocol _CarobAnswering: AnyObject {
  nonisolated func responds(to selector: Selector!) -> Bool
}

/// The methods of a class, its superclasses' included.
final class MethodTable: Sendable {
  let bySelector: [Selector: Method]
  /// Methods that the app declares (they have a site), by Swift name.
  let bySwiftName: [String: Method]
  let ordered: [Method]

  init(parent: MethodTable?, own: [Method]) {
    var bySelector = parent?.bySelector ?? [:]
    var bySwiftName = parent?.bySwiftName ?? [:]
    for method in own {
      // NB: a marker never hides a callable entry of the same selector: an override goes through the vtable.
      if method.isCallable || bySelector[method.selector]?.isCallable != true {
        bySelector[method.selector] = method
      }
      if method.line > 0 { bySwiftName[method.swiftName] = method }
    }
    self.bySelector = bySelector
    self.bySwiftName = bySwiftName
    ordered = own + (parent?.ordered ?? [])
  }
}
