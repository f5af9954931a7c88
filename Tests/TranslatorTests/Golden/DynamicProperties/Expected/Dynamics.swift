#sourceLocation(file: "/Project/Dynamics.swift", line: 1)
import UIKit

class DynamicsModel: NSObject {
                var count = 0 { willSet { _kvoWill("count", self.count) } didSet { _kvoDid("count", self.count) } }
                var typed: String? { willSet { _kvoWill("typed", self.typed) } didSet { _kvoDid("typed", self.typed) } }
                var list = [1, 2] { willSet { _kvoWill("list", self.list) }
    didSet { defer { _kvoDid("list", self.list) }; print("set", oldValue) }
  }
                private(set) var closure: String = { "x" }() { didSet { _kvoDid("closure", self.closure) }
    willSet { _kvoWill("closure", self.closure); print(newValue) }
  }
                var watched = 1 {
    willSet(new) { _kvoWill("watched", self.watched); print(new) }
    didSet(old) { defer { _kvoDid("watched", self.watched) };
      print(old)
    }
  }
                lazy var slow = "z" { willSet { _kvoWill("slow", self.slow) } didSet { _kvoDid("slow", self.slow) } }
                weak var friend: DynamicsModel? { willSet { _kvoWill("friend", self.friend) } didSet { _kvoDid("friend", self.friend) } }
                var full: String {
    get { closure }
    set { _kvoWill("full", self.full); defer { _kvoDid("full", self.full) }; closure = newValue }
  }
                var readOnly: String { closure }
                         var isEnabled = true { willSet { _kvoWill("enabled", self.isEnabled) } didSet { _kvoDid("enabled", self.isEnabled) } }
                var a = 0 { willSet { _kvoWill("a", self.a) } didSet { _kvoDid("a", self.a) } }; var b = 1 { willSet { _kvoWill("b", self.b) } didSet { _kvoDid("b", self.b) } }
        private         var c: Int? { willSet { _kvoWill("c", self.c) } didSet { _kvoDid("c", self.c) } }; private var d: Int? { willSet { _kvoWill("d", self.d) } didSet { _kvoDid("d", self.d) } }
                func method() {}
  dynamic var onlyDynamic = 1
        var notDynamic = 2
 nonisolated override class var _carobMethods: [_CarobMethod] { [.init(anyValue: "count", "count", 4) { s, _, _, _ in unsafeDowncast(s, to: DynamicsModel.self).count }, .init(any: "setCount:", "count", 4) { s, a, _, _ in unsafeDowncast(s, to: DynamicsModel.self).count = _arg(a) }, .init(anyValue: "typed", "typed", 5) { s, _, _, _ in unsafeDowncast(s, to: DynamicsModel.self).typed }, .init(any: "setTyped:", "typed", 5) { s, a, _, _ in unsafeDowncast(s, to: DynamicsModel.self).typed = _arg(a) }, .init(anyValue: "list", "list", 6) { s, _, _, _ in unsafeDowncast(s, to: DynamicsModel.self).list }, .init(any: "setList:", "list", 6) { s, a, _, _ in unsafeDowncast(s, to: DynamicsModel.self).list = _arg(a) }, .init(anyValue: "closure", "closure", 9) { s, _, _, _ in unsafeDowncast(s, to: DynamicsModel.self).closure }, .init(any: "setClosure:", "closure", 9) { s, a, _, _ in unsafeDowncast(s, to: DynamicsModel.self).closure = _arg(a) }, .init(anyValue: "watched", "watched", 12) { s, _, _, _ in unsafeDowncast(s, to: DynamicsModel.self).watched }, .init(any: "setWatched:", "watched", 12) { s, a, _, _ in unsafeDowncast(s, to: DynamicsModel.self).watched = _arg(a) }, .init(anyValue: "slow", "slow", 18) { s, _, _, _ in unsafeDowncast(s, to: DynamicsModel.self).slow }, .init(any: "setSlow:", "slow", 18) { s, a, _, _ in unsafeDowncast(s, to: DynamicsModel.self).slow = _arg(a) }, .init(anyValue: "friend", "friend", 19) { s, _, _, _ in unsafeDowncast(s, to: DynamicsModel.self).friend }, .init(any: "setFriend:", "friend", 19) { s, a, _, _ in unsafeDowncast(s, to: DynamicsModel.self).friend = _arg(a) }, .init(anyValue: "full", "full", 20) { s, _, _, _ in unsafeDowncast(s, to: DynamicsModel.self).full }, .init(any: "setFull:", "full", 20) { s, a, _, _ in unsafeDowncast(s, to: DynamicsModel.self).full = _arg(a) }, .init(anyValue: "readOnly", "readOnly", 24) { s, _, _, _ in unsafeDowncast(s, to: DynamicsModel.self).readOnly }, .init(anyValue: "enabled", "isEnabled", 25) { s, _, _, _ in unsafeDowncast(s, to: DynamicsModel.self).isEnabled }, .init(any: "setEnabled:", "isEnabled", 25) { s, a, _, _ in unsafeDowncast(s, to: DynamicsModel.self).isEnabled = _arg(a) }, .init(anyValue: "a", "a", 26) { s, _, _, _ in unsafeDowncast(s, to: DynamicsModel.self).a }, .init(any: "setA:", "a", 26) { s, a, _, _ in unsafeDowncast(s, to: DynamicsModel.self).a = _arg(a) }, .init(anyValue: "b", "b", 26) { s, _, _, _ in unsafeDowncast(s, to: DynamicsModel.self).b }, .init(any: "setB:", "b", 26) { s, a, _, _ in unsafeDowncast(s, to: DynamicsModel.self).b = _arg(a) }, .init(anyValue: "c", "c", 27) { s, _, _, _ in unsafeDowncast(s, to: DynamicsModel.self).c }, .init(any: "setC:", "c", 27) { s, a, _, _ in unsafeDowncast(s, to: DynamicsModel.self).c = _arg(a) }, .init(anyValue: "d", "d", 27) { s, _, _, _ in unsafeDowncast(s, to: DynamicsModel.self).d }, .init(any: "setD:", "d", 27) { s, a, _, _ in unsafeDowncast(s, to: DynamicsModel.self).d = _arg(a) }, .init(anyNone: "method", "method()", 28) { s in unsafeDowncast(s, to: DynamicsModel.self).method() }, .init(anyValue: "notDynamic", "notDynamic", 30) { s, _, _, _ in unsafeDowncast(s, to: DynamicsModel.self).notDynamic }, .init(any: "setNotDynamic:", "notDynamic", 30) { s, a, _, _ in unsafeDowncast(s, to: DynamicsModel.self).notDynamic = _arg(a) }, .init(anyValue: "inExtension", "inExtension", 43) { s, _, _, _ in unsafeDowncast(s, to: DynamicsModel.self).inExtension }, .init(any: "setInExtension:", "inExtension", 43) { s, a, _, _ in unsafeDowncast(s, to: DynamicsModel.self).inExtension = _arg(a) }] }; nonisolated override class var _carobSource: String { "Dynamics.swift" }; nonisolated override class var _carobKVC: [_CarobProperty] { [.init("count", \DynamicsModel.count), .init("typed", \DynamicsModel.typed), .init("list", \DynamicsModel.list) { $0.list = $1 }, .init("closure", \DynamicsModel.closure) { $0.closure = $1 }, .init("watched", \DynamicsModel.watched) { $0.watched = $1 }, .init("slow", \DynamicsModel.slow), .init("friend", \DynamicsModel.friend), .init("full", \DynamicsModel.full) { $0.full = $1 }, .init(readOnly: "readOnly", \DynamicsModel.readOnly), .init("enabled", \DynamicsModel.isEnabled), .init("a", \DynamicsModel.a), .init("b", \DynamicsModel.b), .init("c", \DynamicsModel.c), .init("d", \DynamicsModel.d), .init("notDynamic", \DynamicsModel.notDynamic), .init("inExtension", \DynamicsModel.inExtension) { $0.inExtension = $1 }] }; nonisolated override class var _carobName: String { "App.DynamicsModel" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { DynamicsModel() } } }
class DynamicsSub: DynamicsModel {
  override var count: Int { didSet { print("sub") } }
                override var full: String {
    get { super.full }
    set { super.full = newValue }
  }
 nonisolated override class var _carobMethods: [_CarobMethod] { [.init(anyValue: "count", "count", 33) { s, _, _, _ in unsafeDowncast(s, to: DynamicsSub.self).count }, .init(any: "setCount:", "count", 33) { s, a, _, _ in unsafeDowncast(s, to: DynamicsSub.self).count = _arg(a) }, .init(anyValue: "full", "full", 34) { s, _, _, _ in unsafeDowncast(s, to: DynamicsSub.self).full }, .init(any: "setFull:", "full", 34) { s, a, _, _ in unsafeDowncast(s, to: DynamicsSub.self).full = _arg(a) }] }; nonisolated override class var _carobSource: String { "Dynamics.swift" }; nonisolated override class var _carobKVC: [_CarobProperty] { [.init("count", \DynamicsSub.count) { $0.count = $1 }, .init("full", \DynamicsSub.full) { $0.full = $1 }] }; nonisolated override class var _carobName: String { "App.DynamicsSub" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { DynamicsSub() } } }
             class DynamicsMembers: NSObject {
  dynamic var x = 1 { willSet { _kvoWill("x", self.x) } didSet { _kvoDid("x", self.x) } }
 nonisolated override class var _carobMethods: [_CarobMethod] { [.init(anyValue: "x", "x", 40) { s, _, _, _ in unsafeDowncast(s, to: DynamicsMembers.self).x }, .init(any: "setX:", "x", 40) { s, a, _, _ in unsafeDowncast(s, to: DynamicsMembers.self).x = _arg(a) }] }; nonisolated override class var _carobSource: String { "Dynamics.swift" }; nonisolated override class var _carobKVC: [_CarobProperty] { [.init("x", \DynamicsMembers.x)] }; nonisolated override class var _carobName: String { "App.DynamicsMembers" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { DynamicsMembers() } } }
extension DynamicsModel {
                var inExtension: Int {
    get { count }
    set { _kvoWill("inExtension", self.inExtension); defer { _kvoDid("inExtension", self.inExtension) }; count = newValue }
  }
}
class DynamicsPlain: nonisolated _CarobMethods {               var x = 1 ; nonisolated class var _carobMethods: [_CarobMethod] { [.init(anyValue: "x", "x", 48) { s, _, _, _ in unsafeDowncast(s, to: DynamicsPlain.self).x }, .init(any: "setX:", "x", 48) { s, a, _, _ in unsafeDowncast(s, to: DynamicsPlain.self).x = _arg(a) }] }; nonisolated class var _carobSource: String { "Dynamics.swift" } }
