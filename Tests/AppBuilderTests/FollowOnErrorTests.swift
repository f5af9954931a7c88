import Testing

@testable import AppBuilder

struct FollowOnErrorTests {
  private static let grid = """
    import UIKit

    // class Comment: UICollectionViewController {
    class Grid: UICollectionViewController {
      let title = "{"
      override func viewDidLoad() {
        super.viewDidLoad()
        present(alert, animated: true)
      }
    }

    class Plain: UIViewController {
      func use(_ grid: Grid) { grid.view }
    }
    """
  private static let more = """
    extension Grid {
      func more() { view }
    }
    final class WideGrid<T>:
      Grid, Other
    {
      class func make() { title }
    }
    func outside() { view }
    """

  private func condensed(_ lines: [String]) -> [String] {
    let diagnostics = lines.map { line in
      let parts = line.split(separator: ":", maxSplits: 3).map { String($0) }
      return BuildDiagnostic(
        path: "/p/\(parts[0])", line: Int(parts[1]), column: 1,
        severity: BuildDiagnostic.Severity(rawValue: parts[2])!, message: parts[3])
    }
    let errors = FollowOnErrors { $0 == "/p/Grid.swift" ? Self.grid : Self.more }
    return errors.condensed(diagnostics).map {
      "\($0.path?.split(separator: "/").last ?? ""):\($0.line ?? 0):\($0.severity.rawValue):\($0.message)"
    }
  }

  @Test func `errors that follow from a missing superclass are counted in one message`() {
    #expect(
      condensed([
        "Grid.swift:4:error:cannot find type 'UICollectionViewController' in scope",
        "Grid.swift:6:error:method does not override any method from its superclass",
        "Grid.swift:7:note:overridden here",
        "Grid.swift:8:error:cannot find 'present' in scope",
        "Grid.swift:13:error:value of type 'Grid' has no member 'view'",
        "Grid.swift:13:warning:unused",
        "Grid.swift:12:error:a mistake of its own",
      ]) == [
        "Grid.swift:4:error:class Grid needs UICollectionViewController, which Carob does not have yet: "
          + "3 further errors in Grid.swift follow from it",
        "Grid.swift:13:warning:unused",
        "Grid.swift:12:error:a mistake of its own",
      ])
  }

  @Test func `extensions and subclasses in other files count as parts of the class`() {
    #expect(
      condensed([
        "Grid.swift:4:error:cannot find type 'UICollectionViewController' in scope",
        "More.swift:2:error:cannot find 'view' in scope",
        "More.swift:7:error:cannot find 'title' in scope",
        "More.swift:9:error:cannot find 'view' in scope",
      ]) == [
        "Grid.swift:4:error:the classes Grid, WideGrid need UICollectionViewController, which Carob does not have yet: "
          + "2 further errors in More.swift follow from it",
        "More.swift:9:error:cannot find 'view' in scope",
      ])
  }

  @Test func `a type that is missing in several places is reported once, with its notes`() {
    #expect(
      condensed([
        "Grid.swift:13:error:cannot find type 'UIPickerView' in scope",
        "Grid.swift:13:note:a hint", "More.swift:9:error:cannot find type 'UIPickerView' in scope",
        "More.swift:9:note:the same hint", "More.swift:9:error:cannot find type 'Typo' in scope",
      ]) == [
        "Grid.swift:13:error:cannot find type 'UIPickerView' in scope, which Carob does not have yet (2 uses)",
        "Grid.swift:13:note:a hint", "More.swift:9:error:cannot find type 'Typo' in scope",
      ])
  }

  @Test func `without a missing type all messages are unchanged`() {
    let lines = ["Grid.swift:8:error:cannot find 'present' in scope", "Grid.swift:9:note:hint"]
    #expect(condensed(lines) == lines)
  }
}
