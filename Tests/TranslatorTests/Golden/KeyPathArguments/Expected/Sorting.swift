#sourceLocation(file: "/Project/Sorting.swift", line: 1)
import UIKit

             class Album: NSObject {
  dynamic var title: String? { willSet { _kvoWill("title", self.title) } didSet { _kvoDid("title", self.title) } }
  dynamic var year = 0 { willSet { _kvoWill("year", self.year) } didSet { _kvoDid("year", self.year) } }
 nonisolated override class var _carobMethods: [_CarobMethod] { [.init(anyValue: "title", "title", 4) { s, _, _, _ in unsafeDowncast(s, to: Album.self).title }, .init(any: "setTitle:", "title", 4) { s, a, _, _ in unsafeDowncast(s, to: Album.self).title = _arg(a) }, .init(anyValue: "year", "year", 5) { s, _, _, _ in unsafeDowncast(s, to: Album.self).year }, .init(any: "setYear:", "year", 5) { s, a, _, _ in unsafeDowncast(s, to: Album.self).year = _arg(a) }] }; nonisolated override class var _carobSource: String { "Sorting.swift" }; nonisolated override class var _carobKVC: [_CarobProperty] { [.init("title", \Album.title), .init("year", \Album.year)] }; nonisolated override class var _carobName: String { "App.Album" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { Album() } } }

func sorting(_ path: KeyPath<Album, Int>) -> [NSSortDescriptor] {
  [
    NSSortDescriptor(keyPath: _kp(\Album.title, "title"), ascending: true),
    NSSortDescriptor(keyPath: _kp(\Album.year, "year"), ascending: false),
    NSSortDescriptor(keyPath: path, ascending: true),
  ]
}
