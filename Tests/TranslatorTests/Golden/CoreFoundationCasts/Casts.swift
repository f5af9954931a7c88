import Foundation
import UIKit

func casts(_ options: [String: Any], _ url: URL, _ any: Any) {
  _ = options as CFDictionary
  _ = "text" as CFString
  _ = url as CFURL
  _ = any as? CFNumber
  _ = true as CFBoolean
  print("as CFString")
}
