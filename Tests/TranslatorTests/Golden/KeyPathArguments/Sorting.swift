import UIKit

@objcMembers class Album: NSObject {
  dynamic var title: String?
  dynamic var year = 0
}

func sorting(_ path: KeyPath<Album, Int>) -> [NSSortDescriptor] {
  [
    NSSortDescriptor(keyPath: \Album.title, ascending: true),
    NSSortDescriptor(keyPath: \Album.year, ascending: false),
    NSSortDescriptor(keyPath: path, ascending: true),
  ]
}
