import CarobFoundation
import Contacts
import TestSupport
import Testing

/// Postal addresses and their formatting.
@Suite struct PostalAddressTests {
  private func address(_ country: String, _ code: String) -> CNMutablePostalAddress {
    let address = CNMutablePostalAddress()
    address.street = "1 Main St"
    address.city = "Springfield"
    address.state = "IL"
    address.postalCode = "62701"
    address.country = country
    address.isoCountryCode = code
    return address
  }

  @Test(
    .rule("L-270"),
    arguments: [
      ("United States", "US", "1 Main St\nSpringfield IL 62701\nUnited States"),
      ("Germany", "DE", "1 Main St\n62701 Springfield\nGermany"),
      ("United Kingdom", "GB", "1 Main St\nSpringfield\n62701\nUnited Kingdom"),
    ])
  func `an address is formatted for its country`(country: String, code: String, text: String) {
    #expect(CNPostalAddressFormatter.string(from: address(country, code), style: .mailingAddress) == text)
  }

  @Test(.rule("L-270"))
  func `missing parts leave no empty lines`() {
    let address = CNMutablePostalAddress()
    address.city = "Paris"
    #expect(CNPostalAddressFormatter.string(from: address, style: .mailingAddress) == "Paris")
  }

  @Test
  func `a copy keeps its parts when the original changes, and can be archived`() throws {
    let original = address("Germany", "DE")
    let copy = try #require(original.copy() as? CNPostalAddress)
    original.city = "Shelbyville"
    #expect(copy.city == "Springfield" && copy != original)
    let data = try NSKeyedArchiver.archivedData(withRootObject: copy, requiringSecureCoding: true)
    #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: CNPostalAddress.self, from: data) == copy)
  }
}
