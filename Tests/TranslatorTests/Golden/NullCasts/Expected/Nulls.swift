#sourceLocation(file: "/Project/Nulls.swift", line: 1)
import Foundation
import UIKit

class Reader {
  var rows: Any?

  func names(_ list: NSArray, _ table: NSDictionary) throws -> [String?] {
    if let rows = rows §? [[String: Any?]].self, let name = rows.first?["name"] { print(name ?? "none") }
    print(table §? [String: Int?].self ?? [:], list § [Int?].self, (list §? Array<String?>.self)?.count ?? 0)
    let first = list.firstObject §? (String?).self
    guard let last = try read() §! Optional<Int>.self, first != nil else { return [] }
    print(last, list as? [String] ?? [], table as Any? as? [String: Int?] ?? [:])
    return list §! [String?].self
  }

  func read() throws -> Any { NSNull() }
}
