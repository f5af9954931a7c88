import CarobFoundation
import InterfaceCompiler
import NibFormat
import TestSupport
import Testing
import UIKit

@testable import MapKit

/// Maps in interface files.
@MainActor @Suite struct InterfaceFileTests {
  @Test(.rule("MK-35")) func `the element mapView creates a map view with its attributes`() throws {
    try withDevice { device in
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("map-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let xml = """
        <?xml version="1.0" encoding="UTF-8"?>
        <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" \
        targetRuntime="iOS.CocoaTouch" initialViewController="c"><scenes><scene sceneID="s"><objects>
        <viewController id="c" sceneMemberID="viewController"><view key="view" id="v">
        <rect key="frame" x="0.0" y="0.0" width="393" height="852"/><subviews>
        <mapView clipsSubviews="YES" multipleTouchEnabled="YES" contentMode="scaleToFill" mapType="hybrid" \
        rotateEnabled="NO" pitchEnabled="NO" showsScale="YES" id="m">
        <rect key="frame" x="10" y="20" width="300" height="200"/></mapView>
        </subviews></view></viewController></objects></scene></scenes></document>
        """
      let document = try NibCompiler.parse(xml: Data(xml.utf8), path: "Test.storyboard")
      #expect(NibCompiler.check(document).map(\.message) == [])
      let bytes = try NibCompiler.compile(xml: Data(xml.utf8), path: "Test.storyboard")
      try Data(bytes).write(to: folder.appendingPathComponent("Test.storyboardc"))
      let bundle = try #require(Bundle(path: folder.path))
      let controller = try #require(
        UIStoryboard(name: "Test", bundle: bundle).instantiateInitialViewController())
      device.show(controller)
      let map = try #require(controller.view.subviews.first as? MKMapView)
      #expect(map.frame == CGRect(x: 10, y: 20, width: 300, height: 200) && map.mapType == .hybrid)
      #expect(!map.isRotateEnabled && !map.isPitchEnabled && map.isZoomEnabled && map.showsScale)
    }
  }
}
