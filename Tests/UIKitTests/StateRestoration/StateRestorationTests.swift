import CarobFoundation
import DeviceProtocol
import InterfaceCompiler
import NibFormat
import TestSupport
import Testing

@testable import UIKit

/// Saving and restoring with controllers: which methods are called, when, and with what.
@MainActor @Suite struct StateRestorationTests {
  /// Launches, shows what the test pushes, and presses the Home button.
  private func save(
    _ prepare: (RestoringDelegate) -> Void, then check: (RestoringDelegate, TestDevice) -> Void = { _, _ in }
  ) {
    withDevice { device in
      let delegate = RestoringDelegate(device.log)
      delegate.launch()
      device.turn()
      prepare(delegate)
      device.advance(1)
      _ = device.log.take()
      device.goHome()
      check(delegate, device)
    }
  }

  /// Launches again.
  private func restore(
    _ prepare: (RestoringDelegate) -> Void = { _ in }, check: (RestoringDelegate, TestDevice) -> Void
  ) {
    withDevice { device in
      let delegate = RestoringDelegate(device.log)
      prepare(delegate)
      delegate.launch()
      check(delegate, device)
    }
  }

  private func pushDetail(_ delegate: RestoringDelegate) {
    delegate.navigation.pushViewController(
      RestoringScreen("detail", delegate.log, number: 7), animated: false)
  }

  @Test(.rule("E-350", "E-351", "E-353", "E-354", "E-400", "E-401", "E-403"))
  func `a pushed screen is saved in the background and recreated between the launch methods`() {
    withStore { _ in
      save(pushDetail) { _, device in
        #expect(
          device.log.take() == [
            "shouldSave", "willEncode", "nav.encode", "list.encode 0", "detail.encode 7",
          ])
      }
      restore { delegate, device in
        device.turn()
        #expect(
          device.log.take() == [
            "willFinish", "list.didLoad", "list.willAppear", "shouldRestore", "delegate makes nav",
            "delegate makes nav/list", "class makes nav/detail", "detail.didLoad", "detail.willAppear",
            "nav.decode", "list.decode 0", "detail.decode 7", "didDecode", "nav.finished", "list.finished",
            "detail.finished", "didFinish", "detail.didAppear",
          ])
        #expect(delegate.navigation.viewControllers.count == 2)
        #expect(delegate.navigation.viewControllers.first === delegate.list)
        #expect((delegate.navigation.topViewController as? RestoringScreen)?.number == 7)
      }
    }
  }

  @Test(.rule("E-350")) func `without consent nothing is saved, and the previously saved state is deleted`() {
    withStore { store in
      save(pushDetail)
      #expect(store.read(.controllers) != nil)
      save {
        $0.saves = false
      } then: { _, device in
        #expect(device.log.take() == ["shouldSave"])
      }
      #expect(store.read(.controllers) == nil)
      restore { delegate, device in
        #expect(!device.log.take().contains("shouldRestore"))
        #expect(delegate.navigation.viewControllers.count == 1)
      }
    }
  }

  @Test(.rule("E-351")) func `nothing is restored without consent`() {
    withStore { _ in
      save(pushDetail)
      restore({ $0.restores = false }) { delegate, device in
        #expect(
          device.log.take().filter { $0.contains("Restore") || $0.contains("make") } == ["shouldRestore"])
        #expect(delegate.navigation.viewControllers.count == 1)
      }
    }
  }

  @Test(.rule("E-350")) func `descendants of a controller without an identifier are not saved`() {
    withStore { _ in
      save {
        $0.navigation.restorationIdentifier = nil
        pushDetail($0)
      } then: { _, device in
        #expect(device.log.take() == ["shouldSave", "willEncode"])
      }
      save {
        let detail = RestoringScreen("detail", $0.log)
        detail.restorationIdentifier = nil
        $0.navigation.pushViewController(detail, animated: false)
      } then: { _, device in
        #expect(device.log.take() == ["shouldSave", "willEncode", "nav.encode", "list.encode 0"])
      }
    }
  }

  @Test(.rule("E-352")) func `if a restoration class returns nil, the delegate is not asked`() {
    withStore { _ in
      save(pushDetail)
      RestoringScreen.refuses = true
      defer { RestoringScreen.refuses = false }
      restore { delegate, device in
        let log = device.log.take()
        #expect(
          log.filter { $0.contains("make") } == [
            "delegate makes nav", "delegate makes nav/list", "class makes nav/detail",
          ])
        #expect(!log.contains { $0.hasPrefix("detail.") })
        #expect(delegate.navigation.viewControllers.count == 1)
      }
    }
  }

  @Test(.rule("E-351")) func `without a restoration class the delegate creates the controller`() {
    withStore { _ in
      save {
        let detail = RestoringScreen("detail", $0.log, number: 7)
        detail.restorationClass = nil
        $0.navigation.pushViewController(detail, animated: false)
      }
      restore({ delegate in
        delegate.makes = { [unowned delegate] in
          $0 == ["nav", "detail"] ? RestoringScreen("other", delegate.log) : nil
        }
      }) { delegate, device in
        let log = device.log.take()
        #expect(log.filter { $0.contains("make") }.last == "delegate makes nav/detail")
        #expect(log.contains("other.decode 7"))
        #expect(delegate.navigation.viewControllers.count == 2)
      }
    }
  }

  @Test(.rule("E-353")) func `a window that is not visible before restoration is not restored`() {
    withStore { _ in
      save(pushDetail)
      restore({ $0.showsWindow = false }) { delegate, device in
        let log = device.log.take()
        #expect(!log.contains("nav.decode"))
        #expect(delegate.navigation.viewControllers.count == 1)
      }
    }
  }

  @Test(.rule("E-356")) func `a state that the app crashed with is not restored again`() {
    withStore { store in
      save(pushDetail)
      store.beginRestoring()
      restore { delegate, device in
        #expect(!device.log.take().contains("shouldRestore"))
        #expect(delegate.navigation.viewControllers.count == 1)
      }
      #expect(store.read(.controllers) == nil)
      // A state that was restored without a crash is kept until the next one is saved.
      save(pushDetail)
      restore { _, _ in }
      restore { delegate, _ in #expect(delegate.navigation.viewControllers.count == 2) }
    }
  }

  @Test(.rule("E-402", "E-356")) func `an extended restoration ends with completeStateRestoration`() {
    withStore { store in
      save(pushDetail)
      restore({ delegate in
        delegate.decoded = { _ in UIApplication.shared.extendStateRestoration() }
      }) { _, device in
        device.turn()
        #expect(!device.log.take().contains { $0.hasSuffix("finished") })
        #expect(FileManager.default.fileExists(atPath: store.folder + "/restoring"))
        UIApplication.shared.completeStateRestoration()
        #expect(device.log.take() == ["nav.finished", "list.finished", "detail.finished"])
        #expect(!FileManager.default.fileExists(atPath: store.folder + "/restoring"))
      }
    }
  }

  @Test(.rule("E-354")) func `the application has its own coder, with information about the save`() {
    withStore { _ in
      withDevice { device in
        let delegate = RestoringDelegate(device.log)
        delegate.encoded = { coder in
          coder.encode("seven", forKey: "number")
          coder.encode(["a": [1, 2]], forKey: "dictionary")
        }
        delegate.launch()
        device.goHome()
      }
      restore({ delegate in
        delegate.decoded = { [unowned delegate] coder in
          let idiom = coder.decodeObject(forKey: UIApplication.stateRestorationUserInterfaceIdiomKey)
          #expect((idiom as? NSNumber)?.intValue == UIUserInterfaceIdiom.phone.rawValue)
          let version = coder.decodeObject(forKey: UIApplication.stateRestorationSystemVersionKey)
          #expect(version as? String == UIDevice.current.systemVersion)
          #expect(coder.decodeObject(forKey: UIApplication.stateRestorationTimestampKey) is Date)
          #expect(coder.decodeObject(of: NSString.self, forKey: "number") as String? == "seven")
          #expect((coder.decodeObject(forKey: "dictionary") as? [String: [Int]])?["a"] == [1, 2])
          #expect(!coder.containsValue(forKey: "nothing"))
          delegate.log("looked")
        }
      }) { _, device in #expect(device.log.take().contains("looked")) }
    }
  }

  @Test(.rule("E-403")) func `a presented screen is restored on top of its presenter`() {
    withStore { _ in
      save {
        let sheet = RestoringScreen("sheet", $0.log, number: 3)
        sheet.modalPresentationStyle = .fullScreen
        $0.navigation.present(sheet, animated: false)
        CATransaction.flush()
        _ = $0.log.take()
      } then: { _, device in
        #expect(
          device.log.take() == [
            "shouldSave", "willEncode", "nav.encode", "sheet.encode 3", "list.encode 0",
          ])
      }
      restore { delegate, device in
        device.advance(1)
        let sheet = delegate.navigation.presentedViewController as? RestoringScreen
        #expect(sheet?.number == 3)
        #expect(sheet?.modalPresentationStyle == .fullScreen)
        #expect(device.log.take().last == "sheet.didAppear")
      }
    }
  }

  @Test(.rule("E-400"))
  func `a referenced object is saved with its own coder, after the controller that refers to it`() {
    withStore { _ in
      save { delegate in
        let held = RestoringScreen("held", delegate.log, number: 5)
        delegate.list.other = held
      } then: { _, device in
        #expect(
          device.log.take() == ["shouldSave", "willEncode", "nav.encode", "list.encode 0", "held.encode 5"])
      }
      restore { delegate, device in
        #expect((delegate.list.other as? RestoringScreen)?.number == 5)
        #expect(device.log.take().filter { $0.hasPrefix("class") } == ["class makes held"])
      }
    }
  }

  @Test(.rule("E-405")) func `registered objects are saved and restored`() {
    withStore { _ in
      let log = Log()
      let model = RestoringModel(log)
      model.word = "green"
      UIApplication.registerObject(forStateRestoration: model, restorationIdentifier: "model")
      save { _ in
      } then: { _, device in
        #expect(log.take() == ["model.encode"])
        #expect(device.log.take() == ["shouldSave", "willEncode", "nav.encode", "list.encode 0"])
      }
      RegisteredObjects.forgetAll()
      let other = RestoringModel(log)
      restore({ delegate in
        delegate.willFinish = {
          UIApplication.registerObject(forStateRestoration: other, restorationIdentifier: "model")
        }
      }) { _, _ in
        #expect(log.take() == ["model.decode green", "model.finished"])
      }
    }
  }

  @Test(.rule("E-403")) func `tabs are restored with the selected one`() {
    withStore { _ in
      @MainActor func tabs(_ delegate: RestoringDelegate) -> UITabBarController {
        let tabs = UITabBarController()
        tabs.restorationIdentifier = "tabs"
        tabs.viewControllers = ["one", "two"].map {
          let screen = RestoringScreen($0, delegate.log)
          screen.restorationClass = nil
          return screen
        }
        return tabs
      }
      withDevice { device in
        let delegate = RestoringDelegate(device.log)
        var root: UITabBarController?
        delegate.willFinish = { [unowned delegate] in
          root = tabs(delegate)
          delegate.window?.rootViewController = root
        }
        delegate.launch()
        root?.selectedIndex = 1
        device.goHome()
      }
      restore({ delegate in
        delegate.willFinish = { [unowned delegate] in delegate.window?.rootViewController = tabs(delegate) }
      }) { delegate, device in
        #expect((delegate.window?.rootViewController as? UITabBarController)?.selectedIndex == 1)
        #expect(
          device.log.take().filter { $0.contains("decode") || $0.contains("finished") } == [
            "one.decode 0", "two.decode 0", "one.finished", "two.finished",
          ])
      }
    }
  }

  @Test(.rule("E-404", "E-406")) func `a table finds its rows again by the data source's identifiers`() {
    withStore { _ in
      @MainActor func fill(_ delegate: RestoringDelegate, _ rows: [String]) -> (UITableView, NamedRows) {
        let source = NamedRows(rows)
        let table = UITableView(frame: CGRect(x: 0, y: 0, width: 300, height: 400))
        table.rowHeight = 50
        table.restorationIdentifier = "table"
        table.dataSource = source
        delegate.list.view.addSubview(table)
        return (table, source)
      }
      let names = (0..<40).map { "row \($0)" }
      withDevice { device in
        let delegate = RestoringDelegate(device.log)
        delegate.launch()
        let (table, source) = fill(delegate, names)
        device.turn()
        table.selectRow(at: IndexPath(row: 12, section: 0), animated: false, scrollPosition: .top)
        device.turn()
        device.goHome()
        withExtendedLifetime(source) {}
      }
      withDevice { device in
        let delegate = RestoringDelegate(device.log)
        var made: (UITableView, NamedRows)?
        // Two rows were inserted above in the meantime.
        delegate.willFinish = { [unowned delegate] in made = fill(delegate, ["new", "newer"] + names) }
        delegate.launch()
        device.turn()
        #expect(made?.0.indexPathForSelectedRow == IndexPath(row: 14, section: 0))
        #expect(made?.0.topPath == IndexPath(row: 14, section: 0))
      }
    }
  }

  @Test(.rule("E-351", "E-304")) func `a storyboard recreates its controllers without running a segue`()
    throws
  {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("story-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let xml = """
      <?xml version="1.0" encoding="UTF-8"?>
      <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" \
      targetRuntime="iOS.CocoaTouch" initialViewController="a"><scenes><scene sceneID="1"><objects>
      <viewController storyboardIdentifier="page" useStoryboardIdentifierAsRestorationIdentifier="YES" id="a" \
      sceneMemberID="viewController"><view key="view" id="v"><subviews>
      <textView restorationIdentifier="text" id="t"><rect key="frame" x="0.0" y="0.0" width="100" height="50"/>
      </textView></subviews></view></viewController></objects></scene></scenes></document>
      """
    try Data(NibCompiler.compile(xml: Data(xml.utf8), path: "Pages.storyboard"))
      .write(to: folder.appendingPathComponent("Pages.storyboardc"))
    let bundle = try #require(Bundle(path: folder.path))
    withStore { store in
      save {
        let page = UIStoryboard(name: "Pages", bundle: bundle).instantiateViewController(
          withIdentifier: "page")
        $0.navigation.pushViewController(page, animated: false)
      }
      let archive = store.read(.controllers).flatMap(StateArchive.init(decoding:))
      #expect(
        archive?.entries.map(\.reference.path) == [
          ["nav"], ["nav", "list"], ["nav", "page"], ["nav", "page", "text"],
        ])
      restore { delegate, _ in
        #expect(delegate.navigation.viewControllers.count == 2)
        #expect(delegate.navigation.topViewController?.storyboard?.name == "Pages")
      }
    }
  }

  @Test func `an unreadable state is ignored`() {
    withStore { store in
      save(pushDetail)
      store.write(Data("nonsense".utf8), as: .controllers)
      restore { delegate, _ in #expect(delegate.navigation.viewControllers.count == 1) }
      #expect(store.read(.controllers) == nil)
    }
  }
}

/// A registered object that is not a controller.
@MainActor
final class RestoringModel: NSObject, UIStateRestoring {
  let log: Log
  var word = ""
  init(_ log: Log) { self.log = log }
  func encodeRestorableState(with coder: NSCoder) {
    coder.encode(word, forKey: "word")
    log("model.encode")
  }
  func decodeRestorableState(with coder: NSCoder) {
    word = coder.decodeObject(forKey: "word") as? String ?? ""
    log("model.decode \(word)")
  }
  func applicationFinishedRestoringState() { log("model.finished") }
}

/// Rows with stable identifiers.
@MainActor
final class NamedRows: NSObject, UITableViewDataSource, UIDataSourceModelAssociation {
  let names: [String]
  init(_ names: [String]) { self.names = names }
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { names.count }
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    UITableViewCell(style: .default, reuseIdentifier: nil)
  }
  func modelIdentifierForElement(at idx: IndexPath, in view: UIView) -> String? { names[idx.row] }
  func indexPathForElement(withModelIdentifier identifier: String, in view: UIView) -> IndexPath? {
    names.firstIndex(of: identifier).map { IndexPath(row: $0, section: 0) }
  }
}
