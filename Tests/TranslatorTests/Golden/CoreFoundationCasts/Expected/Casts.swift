#sourceLocation(file: "/Project/Casts.swift", line: 1)
import Foundation
import UIKit

func casts(_ options: [String: Any], _ url: URL, _ any: Any) {
  _ = options as NSDictionary
  _ = "text" as NSString
  _ = url as NSURL
  _ = any as? NSNumber
  _ = true as NSNumber 
  print("as CFString")
}
