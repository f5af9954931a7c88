import CarobFoundation
import CarobRuntime

public enum CNPostalAddressFormatterStyle: Int, Sendable {
  case mailingAddress = 0
}

/// Formats a postal address in the line order of its country (L-270).
open class CNPostalAddressFormatter: NSObject {
  open var style = CNPostalAddressFormatterStyle.mailingAddress

  open class func string(from postalAddress: CNPostalAddress, style: CNPostalAddressFormatterStyle) -> String
  {
    let formatter = CNPostalAddressFormatter()
    formatter.style = style
    return formatter.string(from: postalAddress)
  }

  open func string(from postalAddress: CNPostalAddress) -> String {
    lines(postalAddress).joined(separator: "\n")
  }

  open func attributedString(
    from postalAddress: CNPostalAddress, withDefaultAttributes attributes: [AnyHashable: Any] = [:]
  ) -> NSAttributedString {
    let own = attributes.compactMap { entry in
      (entry.key as? NSAttributedString.Key ?? (entry.key as? String).map { NSAttributedString.Key($0) })
        .map { ($0, entry.value) }
    }
    return NSAttributedString(
      string: string(from: postalAddress), attributes: Dictionary(own, uniquingKeysWith: { $1 }))
  }

  private func lines(_ address: CNPostalAddress) -> [String] {
    func joined(_ parts: String..., by separator: String = " ") -> String {
      parts.filter { !$0.isEmpty }.joined(separator: separator)
    }
    let town =
      switch Self.order(address.isoCountryCode) {
      case .stateThenCode: joined(address.city, joined(address.state, address.postalCode))
      case .cityStateCode: joined(address.city, address.state, address.postalCode)
      case .codeFirst: joined(address.postalCode, address.city)
      case .cityThenCode: joined(address.city, address.postalCode, by: "\n")
      }
    return [address.street, address.subLocality, town, address.country]
      .filter { !$0.isEmpty }
  }

  private enum Order { case stateThenCode, cityStateCode, codeFirst, cityThenCode }
  // L-270
  private static func order(_ country: String) -> Order {
    switch country.uppercased() {
    case "", "US": .stateThenCode
    case "CA", "AU": .cityStateCode
    case "GB", "IE": .cityThenCode
    default: .codeFirst
    }
  }
}
