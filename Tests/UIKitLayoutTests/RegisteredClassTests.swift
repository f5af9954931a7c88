import TestSupport
import Testing
import UIKit

/// The initializers with which tables make cells and headers of registered classes.
@MainActor @Suite struct RegisteredClassTests {
  @Test(.rule("E-265"))
  func `a cell of a registered class is made by init(style:reuseIdentifier:), once`() throws {
    let table = UITableView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    table.register(NotedCell.self, forCellReuseIdentifier: "noted")
    let cell = try #require(table.dequeueReusableCell(withIdentifier: "noted") as? NotedCell)
    #expect(cell.calls == ["style 0, noted"])
    #expect(cell.reuseIdentifier == "noted")
  }

  @Test(.rule("E-265"))
  func `a header of a registered class is made by init(reuseIdentifier:), once`() throws {
    let table = UITableView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    table.register(NotedHeader.self, forHeaderFooterViewReuseIdentifier: "noted")
    let header = try #require(table.dequeueReusableHeaderFooterView(withIdentifier: "noted") as? NotedHeader)
    #expect(header.calls == ["noted"])
  }

  @Test(.rule("E-265"))
  func `a registered class without the initializer stops the app with a message`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let table = UITableView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        table.register(StrangeCell.self, forCellReuseIdentifier: "strange")
        _ = table.dequeueReusableCell(withIdentifier: "strange")
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("Use of unimplemented initializer 'init(style:reuseIdentifier:)' for class"))
    #expect(text.contains("StrangeCell"))
  }
}

private final class NotedCell: UITableViewCell {
  var calls: [String] = []
  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    calls.append("style \(style.rawValue), \(reuseIdentifier ?? "none")")
  }
  required init?(coder: NSCoder) { nil }
  // Like the code that the translator generates.
  nonisolated override class var _carobNewCell:
    (@MainActor @Sendable (UITableViewCell.CellStyle, String?) -> UITableViewCell)?
  { { NotedCell(style: $0, reuseIdentifier: $1) } }
}

private final class NotedHeader: UITableViewHeaderFooterView {
  var calls: [String] = []
  override init(reuseIdentifier: String?) {
    super.init(reuseIdentifier: reuseIdentifier)
    calls.append(reuseIdentifier ?? "none")
  }
  required init?(coder: NSCoder) { nil }
  nonisolated override class var _carobNewHeader:
    (@MainActor @Sendable (String?) -> UITableViewHeaderFooterView)?
  { { NotedHeader(reuseIdentifier: $0) } }
}

private final class StrangeCell: UITableViewCell {
  init(model: Int) { super.init(style: .default, reuseIdentifier: "\(model)") }
  required init?(coder: NSCoder) { nil }
  nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? {
    { StrangeCell(model: 1) }
  }
}
