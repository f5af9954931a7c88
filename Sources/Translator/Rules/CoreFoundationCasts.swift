import SwiftSyntax

/// `x as CFString` becomes the bridged Foundation class of the same width: `x as NSString`.
///
/// Covers CFString, CFDictionary, CFArray, CFURL, CFData, CFDate, CFNumber, CFBoolean, CFSet, CFError, CFLocale,
/// CFAttributedString, CFNull and their mutable kinds, in `as`, `as?` and `as!`.
enum CoreFoundationCasts: Rule {
  private static let names: [String: String] = [
    "CFString": "NSString", "CFMutableString": "NSMutableString", "CFDictionary": "NSDictionary",
    "CFMutableDictionary": "NSMutableDictionary", "CFArray": "NSArray", "CFMutableArray": "NSMutableArray",
    "CFURL": "NSURL", "CFData": "NSData", "CFMutableData": "NSMutableData", "CFDate": "NSDate",
    "CFNumber": "NSNumber",
    "CFBoolean": "NSNumber", "CFSet": "NSSet", "CFMutableSet": "NSMutableSet", "CFError": "NSError",
    "CFLocale": "NSLocale", "CFAttributedString": "NSAttributedString", "CFNull": "NSNull",
    "CFTypeRef": "AnyObject",
  ]

  static func apply(to translation: FileTranslation) {
    for token in translation.facts.coreFoundationCasts {
      guard let name = names[token.text] else { continue }
      translation.edits.replacePadded(token.range, with: name, in: translation.source)
    }
  }
}
