import Foundation
import UIKit

class Reader {
  var rows: Any?

  func names(_ list: NSArray, _ table: NSDictionary) throws -> [String?] {
    if let rows = rows as? [[String: Any?]], let name = rows.first?["name"] { print(name ?? "none") }
    print(table as? [String: Int?] ?? [:], list is [Int?], (list as? Array<String?>)?.count ?? 0)
    let first = list.firstObject as? String?
    guard let last = try read() as! Optional<Int>, first != nil else { return [] }
    print(last, list as? [String] ?? [], table as Any? as? [String: Int?] ?? [:])
    return list as! [String?]
  }

  func read() throws -> Any { NSNull() }
}
