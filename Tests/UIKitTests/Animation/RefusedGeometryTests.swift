import CarobFoundation
import TestSupport
import Testing

@testable import QuartzCore
@testable import UIKit

/// Invalid numbers and view trees.
@MainActor @Suite struct RefusedGeometryTests {
  @Test(.rule("E-696")) func `a constant that is not finite raises an exception`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { _ = UIView().widthAnchor.constraint(equalToConstant: .nan) }
    }
    #expect(errors(of: result).contains("the constant is not finite: nan"))
  }

  @Test(.rule("E-697")) func `an endless nesting of views raises an exception, 2000 levels do not`() async {
    withDevice { device in
      var view = device.showEmpty()
      for _ in 0..<1900 {
        let inner = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        view.addSubview(inner)
        view = inner
      }
      device.turn()
      #expect(view.convert(CGPoint.zero, to: nil) == .zero)
    }
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        var outer = UIView()
        for _ in 0..<100_000 {
          let around = UIView()
          around.addSubview(outer)
          outer = around
        }
      }
    }
    #expect(errors(of: result).contains("nested deeper than 2000 levels"))
  }
}
