import Foundation
import FoundationXML
import InterfaceCompiler
import NibFormat

// Measures a scene of 500 labels and 1,000 constraints: compiling it, reading the file, making the elements,
// finding each by id. The baseline parses the same XML and discards the result.
//
//     swift run -c release NibBenchmark

let labels = (0..<500).map { index in
  """
  <label opaque="NO" userInteractionEnabled="NO" contentMode="left" horizontalHuggingPriority="251" text="Label \(index)" \
  textAlignment="natural" lineBreakMode="tailTruncation" translatesAutoresizingMaskIntoConstraints="NO" id="l-\(index)">
  <rect key="frame" x="10" y="\(index)" width="42" height="21"/>
  <fontDescription key="fontDescription" type="system" pointSize="17"/><nil key="textColor"/></label>
  """
}.joined(separator: "\n")
let constraints = (0..<1000).map { index in
  """
  <constraint firstItem="l-\(index / 2)" firstAttribute="top" secondItem="v" secondAttribute="top" \
  constant="\(index)" id="c-\(index)"/>
  """
}.joined(separator: "\n")
let xml = Data(
  """
  <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" targetRuntime="iOS.CocoaTouch" \
  initialViewController="vc"><scenes><scene sceneID="s"><objects><viewController id="vc" sceneMemberID="viewController">
  <view key="view" id="v"><subviews>\(labels)</subviews><constraints>\(constraints)</constraints></view>
  </viewController></objects></scene></scenes></document>
  """.utf8)

func median(_ body: () throws -> Void) rethrows -> Double {
  var times: [Double] = []
  for _ in 0..<11 {
    let time = try ContinuousClock().measure(body).components
    times.append(Double(time.seconds) * 1e3 + Double(time.attoseconds) * 1e-15)
  }
  return times.sorted()[5]
}

var compiled: [UInt8] = []
let baseline = median { _ = XMLParser(data: xml).parse() }
let compile = try median { compiled = try NibCompiler.compile(xml: xml, path: "Main.storyboard") }
let read = try median { _ = try NibReader.read(compiled) }
let readAll = try median {
  let document = try NibReader.read(compiled)
  for scene in document.scenes { _ = scene.root }
}
let document = try NibReader.read(compiled)
let find = median { for index in 0..<500 { _ = document.elementByID("l-\(index)") } }
print("XML \(xml.count) bytes, compiled \(compiled.count)")
print(
  "parse the XML only \(baseline) ms; compile \(compile) ms; read \(read) ms; read with all elements \(readAll) ms"
)
print("500 look-ups by id \(find) ms")
