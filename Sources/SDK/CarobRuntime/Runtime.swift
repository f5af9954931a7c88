import CThreads

/// Looks up methods by selector and sends messages, as the Objective-C runtime does on the platform.
///
/// A class's table has its own and its superclasses' entries. It is built at first use. A send is a look-up
/// in a direct-mapped cache and one indirect call.
package enum Runtime {
  /// The method that a class has for `selector`; nil if there is none.
  @inline(__always)
  package static func method(_ cls: AnyClass, _ selector: Selector) -> Method? {
    find(cls, selector)?.takeUnretainedValue()
  }

  /// The same without retaining the method, which is never freed.
  @inline(__always)
  package static func find(_ cls: AnyClass, _ selector: Selector) -> Unmanaged<Method>? {
    found(unsafeBitCast(cls, to: UInt.self), selector).pointee.method.map { .fromOpaque($0) }
  }

  /// The result of looking up the selector in the class at this address.
  // NB: a pointer, because the result's class may change while another thread reads the rest.
  @inlinable @inline(__always)
  static func found(_ cls: UInt, _ selector: Selector) -> UnsafePointer<carob_found> {
    carob_find(cls, selector.bits) ?? lookUp(cls, selector)
  }

  @inline(never) @usableFromInline
  static func lookUp(_ cls: UInt, _ selector: Selector) -> UnsafePointer<carob_found> {
    let place = Place(cls: cls, selector: selector.bits)
    while true {
      let generation = state.withLock { $0.generation }
      let type: AnyClass = unsafeBitCast(cls, to: AnyClass.self)
      let method = table(type).bySelector[selector]
      let answering = type as? any _CarobAnswering.Type
      let performsDirectly = answering?._performsDirectly ?? false
      let responds = method != nil || answering?._hasAccessor(selector) == true
      let isPassedOver = !responds && answering?._searchesPassOver == true
      // NB: results are never freed, because another thread may still read one after its cache entry was
      // replaced. There is one for each pair of class and selector, so that pairs that share a cache entry do
      // not leak results.
      let found = state.withLock { state -> UnsafePointer<carob_found>? in
        guard state.generation == generation else { return nil }
        if let found = state.found[place] { return UnsafePointer(found) }
        let found = make(place, method, performsDirectly, responds, isPassedOver)
        state.found[place] = found
        return UnsafePointer(found)
      }
      if let found {
        carob_keep_found(found, cls)
        return found
      }
    }
  }

  private static func make(
    _ place: Place, _ method: Method?, _ performsDirectly: Bool, _ responds: Bool, _ isPassedOver: Bool
  ) -> UnsafeMutablePointer<carob_found> {
    let found = UnsafeMutablePointer<carob_found>.allocate(capacity: 1)
    let closure = method?.messageBody
    found.initialize(
      to: carob_found(
        cls: place.cls, selector: place.selector, code: closure?.code, context: closure?.context,
        performed: performsDirectly ? closure?.code : nil,
        method: method.map { Unmanaged.passRetained($0).toOpaque() }, responds: responds,
        passed_over: isPassedOver))
    return found
  }

  /// Whether instances of the object's class implement `selector` (F-150). A class object answers for its
  /// class methods.
  package static func responds(_ target: AnyObject, _ selector: Selector) -> Bool {
    method(type(of: target), selector) != nil
  }

  /// The same, for methods and for the accessors of a framework's properties (F-165).
  @inline(__always)
  package static func respondsOrHasAccessor(_ cls: AnyClass, _ selector: Selector) -> Bool {
    found(unsafeBitCast(cls, to: UInt.self), selector).pointee.responds
  }

  /// Whether a search of the responder chain for `selector` passes over objects of the class at this address
  /// (E-230): they do not respond to it, and the class overrides nothing that the search would call.
  @_spi(Messages) @inlinable @inline(__always)
  public static func searchPassesOver(_ cls: UInt, _ selector: Selector) -> Bool {
    found(cls, selector).pointee.passed_over
  }

  /// Whether the class implements `selector` as a class method.
  package static func classResponds(_ target: AnyClass, _ selector: Selector) -> Bool {
    guard case .classMethod? = method(target, selector)?.body else { return false }
    return true
  }

  /// Whether the object responds to `selector`, for a caller that is about to send an optional message
  /// (F-151).
  ///
  /// An override of `responds(to:)`, which is in the class's table, is called and decides (F-150).
  package static func answers(_ target: AnyObject, _ selector: Selector) -> Bool {
    guard find(type(of: target), asking) != nil, let target = target as? any _CarobAnswering else {
      return responds(target, selector)
    }
    return target.responds(to: selector)
  }
  private static let asking = Selector("respondsToSelector:")

  /// Whether a class of the app overrides which selectors its objects respond to. Diagnostics do not call
  /// such overrides.
  package static func decidesItself(_ cls: AnyClass) -> Bool {
    implementation(cls, "responds(to:)") != nil || implementation(cls, "forwardingTarget(for:)") != nil
  }

  /// Sends `selector` to `target` with up to three arguments; extra arguments are ignored (F-152).
  ///
  /// Returns nil if the target does not implement it (nothing was called).
  @discardableResult
  package static func send(
    _ target: AnyObject, _ selector: Selector, _ a: Any? = nil, _ b: Any? = nil, _ c: Any? = nil
  ) -> Sent {
    guard let method = method(type(of: target), selector) else { return .unrecognized }
    return call(method, target, a, b, c)
  }

  /// Calls a method that was looked up before.
  @discardableResult
  package static func call(_ method: Method, _ target: AnyObject, _ a: Any?, _ b: Any?, _ c: Any?) -> Sent {
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
  package static func send(_ target: AnyObject, _ selector: Selector, arguments: [Any?]) -> Sent {
    guard let method = method(type(of: target), selector) else { return .unrecognized }
    if case .many(let body) = method.body { return .value(body(target, method.fitting(arguments))) }
    func argument(_ index: Int) -> Any? { index < arguments.count ? arguments[index] : nil }
    return call(method, target, argument(0), argument(1), argument(2))
  }

  /// Sends to a method that takes one object or nothing and returns nothing. Returns false, without a call,
  /// if the method is of another form, or if there is none.
  ///
  /// The caller must keep both objects alive.
  @inlinable @inline(__always)
  package static func sendToObjectMethod(
    _ target: Unmanaged<AnyObject>, _ selector: Selector, _ argument: Unmanaged<AnyObject>
  ) -> Bool {
    let target = target.toOpaque()
    let result = found(carob_class(target), selector)
    guard let code = result.pointee.code else { return false }
    carob_call(result, code, target, argument.toOpaque())
    return true
  }

  /// The same for `perform(_:with:)`; returns false also if the target's class overrides that.
  @inlinable @inline(__always)
  package static func perform(
    _ target: Unmanaged<AnyObject>, _ selector: Selector, _ argument: Unmanaged<AnyObject>
  ) -> Bool {
    let target = target.toOpaque()
    let result = found(carob_class(target), selector)
    guard let code = result.pointee.performed else { return false }
    carob_call(result, code, target, argument.toOpaque())
    return true
  }

  /// Looks up such a method for a sender that sends repeatedly; nil if the method is of another form, or if
  /// there is none.
  package static func foundObjectMethod(_ target: AnyObject, _ selector: Selector) -> FoundMethod? {
    let result = found(unsafeBitCast(type(of: target) as AnyClass, to: UInt.self), selector)
    return result.pointee.code == nil ? nil : FoundMethod(found: result)
  }

  /// A method of one class that takes one object or nothing and returns nothing.
  package struct FoundMethod {
    @usableFromInline let found: UnsafePointer<carob_found>

    /// Sends to the object at this address, whose memory must still be allocated. Returns false, without a
    /// call, if its deinitialization has begun, if it is of another class, or if its class has got more
    /// methods since.
    @inlinable @inline(__always)
    package func send(to address: UInt, _ argument: Unmanaged<AnyObject>) -> Bool {
      guard let target = UnsafeMutableRawPointer(bitPattern: address),
        carob_found_is_for(found, carob_class(target)), let object = carob_try_retain(target)
      else { return false }
      carob_call(found, found.pointee.code, object, argument.toOpaque())
      Unmanaged<AnyObject>.fromOpaque(object).release()
      return true
    }
  }

  /// Sends one object argument and ignores the result, for target–action. Returns false if there is no such
  /// method.
  @inline(__always)
  package static func sendObject(_ target: AnyObject, _ selector: Selector, _ argument: AnyObject?) -> Bool {
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
  package static func sendClass(
    _ target: AnyClass, _ selector: Selector, _ a: Any? = nil, _ b: Any? = nil, _ c: Any? = nil
  ) -> Sent {
    guard case .classMethod(let body)? = method(target, selector)?.body else { return .unrecognized }
    return .value(body(target, a, b, c))
  }

  package typealias Sent = _CarobSendResult

  /// The app's implementation of a method with this Swift name; nil if only the SDK implements it.
  package static func implementation(_ cls: AnyClass, _ swiftName: String) -> Method? {
    table(cls).bySwiftName[swiftName]
  }

  /// All methods of a class and its superclasses, its own first, for the inspector and for suggestions of
  /// similar names.
  package static func methods(of cls: AnyClass) -> [Method] { table(cls).ordered }

  /// The methods of all classes that have received a message. Inherited methods are listed for each class.
  static func knownMethods() -> [(AnyClass, Method)] {
    state.withLock { $0.tables }.flatMap { key, table in
      let cls: AnyClass = unsafeBitCast(key, to: AnyClass.self)
      return table.ordered.map { (cls, $0) }
    }
  }

  /// Adds the entries of an extension of a class that another module declares. Subclasses inherit them.
  ///
  /// Called by generated code before the app starts.
  package static func registerExtension(of cls: AnyClass, file: String, _ methods: [_CarobMethod]) {
    let methods = methods.map { $0.record.declared(in: file) }
    state.withLock { state in
      state.extensions[ObjectIdentifier(cls), default: []] += methods
      state.forgetResults()
    }
  }

  /// Forgets what was looked up before vtables changed.
  package static func vtablesDidChange() { state.withLock { $0.forgetResults() } }

  static func table(_ cls: AnyClass) -> MethodTable {
    let (known, generation) = state.withLock { ($0.tables[ObjectIdentifier(cls)], $0.generation) }
    if let known { return known }
    // NB: built outside the lock, because the getters run generated code of the app. The first table that is
    // stored is used.
    let parent = _getSuperclass(cls).map(table)
    var own: [Method] = []
    if let type = cls as? any _CarobMethods.Type {
      let file = type._carobSource
      // NB: a class that does not override the getter returns its superclass's entries, which are in the
      // parent's table too.
      let entries = type._carobMethods.map(\.record)
      own = entries.map { file.isEmpty ? $0 : $0.declared(in: file) }
      own += type._carobFrameworkMethods.map { $0.record.ofFramework() }
    }
    own += state.withLock { $0.extensions[ObjectIdentifier(cls)] } ?? []
    let table = MethodTable(parent: parent, own: own)
    return state.withLock { state in
      if let other = state.tables[ObjectIdentifier(cls)] { return other }
      // A table that lacks entries which were added meanwhile is not stored.
      if state.generation == generation { state.tables[ObjectIdentifier(cls)] = table }
      return table
    }
  }

  private struct State {
    var tables: [ObjectIdentifier: MethodTable] = [:]
    var extensions: [ObjectIdentifier: [Method]] = [:]
    var found: [Place: UnsafeMutablePointer<carob_found>] = [:]
    var forgotten: [UnsafeMutablePointer<carob_found>] = []
    /// How often entries were added, or vtables changed.
    var generation = 0

    mutating func forgetResults() {
      generation += 1
      tables.removeAll()
      // NB: not freed, because another thread may be reading them.
      for found in found.values { carob_forget_found(found) }
      forgotten += found.values
      found.removeAll()
    }
  }
  private static let state = Guarded(State())

  private struct Place: Hashable {
    let cls: UInt
    let selector: UInt
  }
}

/// What became of a message.
public enum _CarobSendResult {
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

/// Adds the entries of an extension of a class that another module declares; see `Runtime.registerExtension`.
public func _carobRegisterExtension(of cls: AnyClass, file: String, _ methods: [_CarobMethod]) {
  Runtime.registerExtension(of: cls, file: file, methods)
}

/// An object with `responds(to:)`; `NSObject` conforms.
public protocol _CarobAnswering: AnyObject {
  nonisolated func responds(to selector: Selector!) -> Bool
  /// Whether the class does not override `perform(_:with:)`.
  nonisolated static var _performsDirectly: Bool { get }
  /// Whether the selector is that of an accessor of a framework's property, which has no entry in the method table.
  nonisolated static func _hasAccessor(_ selector: Selector) -> Bool
  /// Whether a search of the responder chain need not call an object of the class that does not respond to the
  /// action.
  nonisolated static var _searchesPassOver: Bool { get }
}

extension _CarobAnswering {
  nonisolated public static var _searchesPassOver: Bool { false }
}

/// The methods of a class, including those of its superclasses.
final class MethodTable: Sendable {
  let bySelector: [Selector: Method]
  /// Methods that the app declares (they have a site), by Swift name.
  let bySwiftName: [String: Method]
  let ordered: [Method]

  init(parent: MethodTable?, own: [Method]) {
    var bySelector = parent?.bySelector ?? [:]
    var bySwiftName = parent?.bySwiftName ?? [:]
    for method in own {
      // NB: a marker never replaces a callable entry for the same selector, because the entry calls overrides
      // through the vtable.
      if !method.isCallable, let inherited = bySelector[method.selector], inherited.isCallable {
        bySelector[method.selector] = method.line > 0 ? inherited.declared(like: method) : inherited
      } else {
        bySelector[method.selector] = method
      }
      if method.line > 0 { bySwiftName[method.swiftName] = method }
    }
    self.bySelector = bySelector
    self.bySwiftName = bySwiftName
    ordered = own + (parent?.ordered ?? [])
  }
}
