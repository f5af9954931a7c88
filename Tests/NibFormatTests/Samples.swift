import Foundation
import InterfaceCompiler
import NibFormat

/// A storyboard with the usual kinds of content; written for these tests.
let sampleStoryboard = """
  <?xml version="1.0" encoding="UTF-8"?>
  <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" toolsVersion="21701" targetRuntime="iOS.CocoaTouch" propertyAccessControl="none" useAutolayout="YES" useTraitCollections="YES" useSafeAreas="YES" colorMatched="YES" initialViewController="nav">
      <device id="retina6_12" orientation="portrait" appearance="light"/>
      <dependencies>
          <plugIn identifier="com.apple.InterfaceBuilder.IBCocoaTouchPlugin" version="21679"/>
      </dependencies>
      <scenes>
          <!--Navigation Controller-->
          <scene sceneID="sc1">
              <objects>
                  <navigationController id="nav" sceneMemberID="viewController">
                      <connections>
                          <segue destination="vc" kind="relationship" relationship="rootViewController" id="sg1"/>
                      </connections>
                  </navigationController>
                  <placeholder placeholderIdentifier="IBFirstResponder" id="fr1" userLabel="First Responder" sceneMemberID="firstResponder"/>
              </objects>
          </scene>
          <!--Main-->
          <scene sceneID="sc2">
              <objects>
                  <viewController storyboardIdentifier="Main" id="vc" customClass="MainController" customModule="App" customModuleProvider="target" sceneMemberID="viewController">
                      <view key="view" contentMode="scaleToFill" id="root">
                          <rect key="frame" x="0.0" y="0.0" width="390" height="844"/>
                          <autoresizingMask key="autoresizingMask" widthSizable="YES" heightSizable="YES"/>
                          <subviews>
                              <button opaque="NO" id="b1" translatesAutoresizingMaskIntoConstraints="NO">
                                  <state key="normal" title="Tap &amp; go" image="star.fill" catalog="system"/>
                                  <connections>
                                      <action selector="tap:" destination="vc" eventType="touchUpInside" id="a1"/>
                                      <action selector="nobody:" destination="fr2" eventType="touchDown" id="a2"/>
                                      <segue destination="vc2" kind="show" identifier="details" destinationCreationSelector="make:sender:" id="sg2"/>
                                  </connections>
                              </button>
                              <imageView image="Photo" id="iv"/>
                              <textView id="tv"><string key="text">First line
  second &lt;line&gt;</string></textView>
                              <label id="lb"><attributedString key="attributedText"><fragment content="red"><attributes><color key="NSColor" name="Brand"/></attributes></fragment></attributedString></label>
                              <textView id="tw"><string key="text" base64-UTF8="YES">
  ICBhCg
  </string></textView>
                          </subviews>
                          <viewLayoutGuide key="safeArea" id="sa"/>
                          <constraints>
                              <constraint firstItem="b1" firstAttribute="top" secondItem="sa" secondAttribute="top" constant="8.5" priority="750" id="k1"/>
                          </constraints>
                      </view>
                      <connections>
                          <outlet property="button" destination="b1" id="o1"/>
                          <outletCollection property="texts" destination="tv" id="o2"/>
                      </connections>
                  </viewController>
                  <placeholder placeholderIdentifier="IBFirstResponder" id="fr2" sceneMemberID="firstResponder"/>
              </objects>
              <point key="canvasLocation" x="53" y="375"/>
          </scene>
          <scene sceneID="sc3">
              <objects>
                  <viewController storyboardIdentifier="Details" id="vc2" sceneMemberID="viewController">
                      <connections>
                          <segue destination="ex" kind="unwind" identifier="back" unwindAction="unwind:" id="sg3"/>
                      </connections>
                  </viewController>
                  <exit id="ex" userLabel="Exit" sceneMemberID="exit"/>
              </objects>
          </scene>
      </scenes>
      <resources>
          <image name="Photo" width="120" height="80"/>
          <image name="star.fill" catalog="system" width="128" height="116"/>
          <namedColor name="Brand"><color red="1" green="0" blue="0" alpha="1" colorSpace="custom" customColorSpace="sRGB"/></namedColor>
          <systemColor name="systemBackgroundColor"><color white="1" alpha="1" colorSpace="custom" customColorSpace="genericGamma22GrayColorSpace"/></systemColor>
      </resources>
  </document>
  """

let sampleXib = """
  <?xml version="1.0" encoding="UTF-8"?>
  <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" targetRuntime="iOS.CocoaTouch">
      <objects>
          <placeholder placeholderIdentifier="IBFilesOwner" id="-1" userLabel="File's Owner" customClass="CardOwner">
              <connections><outlet property="card" destination="v" id="o"/></connections>
          </placeholder>
          <placeholder placeholderIdentifier="IBFirstResponder" id="-2" customClass="UIResponder"/>
          <view id="v"/>
      </objects>
  </document>
  """

func parse(_ xml: String, path: String = "Base.lproj/Main.storyboard") throws -> NibDocument {
  try NibCompiler.parse(xml: Data(xml.utf8), path: path)
}

/// The error for reading the XML, as shown to the user.
func failure(_ xml: String) -> String? {
  do {
    _ = try parse(xml, path: "Main.storyboard")
    return nil
  } catch {
    return "\(error)"
  }
}

/// A storyboard document with the given content.
func storyboard(_ content: String, attributes: String = "initialViewController=\"vc\"") -> String {
  """
  <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" targetRuntime="iOS.CocoaTouch" \(attributes)>
  \(content)
  </document>
  """
}

/// A scene with one controller that has the given content.
func scene(_ content: String, controller: String = "vc", extra: String = "") -> String {
  """
  <scene sceneID="scene-\(controller)"><objects>
  <viewController id="\(controller)" sceneMemberID="viewController">
  \(content)
  </viewController>\(extra)
  </objects></scene>
  """
}
