import Compositor
import Device
import DeviceProtocol
import Foundation
import Testing

@testable import DeviceWeb

struct PageMessageTests {
  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func `marked text is read with its selection, which never exceeds it`() throws {
    func action(_ text: String) throws -> PageInput.Action { try PageInput(text: Array(text.utf8)).action }
    #expect(
      try action(#"{"type":"compose","text":"né","location":1,"length":1}"#)
        == .input(.composeText(ComposedText(text: "né", location: 1, length: 1))))
    #expect(
      try action(#"{"type":"compose","text":"né","location":9,"length":9}"#)
        == .input(.composeText(ComposedText(text: "né", location: 2, length: 0))))
    #expect(
      try action(#"{"type":"compose","text":""}"#)
        == .input(.composeText(ComposedText(text: "", location: 0, length: 0))))
    #expect(try action(#"{"type":"paste","text":" a"}"#) == .input(.pasteText(" a")))
    #expect(text(PageMessage.copied("é")) == #"{"type":"copied","text":"é"}"#)
  }

  @Test(
    arguments: [
      (#""value":"place","latitude":52.5,"longitude":-13"#, .place(latitude: 52.5, longitude: -13)),
      (#""value":"unknown""#, .unknown),
      (#""value":"route","key":"cityRun""#, .route("cityRun")),
      (#""value":"file","key":"Tours/A.gpx""#, .file("Tours/A.gpx")),
      (#""value":"pause""#, .change(.pause)), (#""value":"resume""#, .change(.resume)),
      (#""value":"seek","seconds":12.5"#, .change(.seek(12.5))),
      (#""value":"rate","seconds":20"#, .change(.rate(20))),
    ] as [(String, ScreenInput.LocationAction)])
  func `location inputs are read`(text: String, action: ScreenInput.LocationAction) throws {
    let read = try PageInput(text: Array("{\"type\":\"location\",\(text)}".utf8))
    #expect(read.action == .input(.location(action)))
  }

  @Test(arguments: [
    #""value":"place","latitude":52"#, #""value":"place","latitude":91,"longitude":0"#,
    #""value":"place","latitude":1e400,"longitude":0"#, #""value":"route""#, #""value":"file","key":"""#,
    #""value":"seek","seconds":-1"#, #""value":"rate","seconds":0"#, #""value":"fly""#, #""seconds":1"#,
  ])
  func `an invalid location closes the connection`(text: String) {
    #expect(throws: PageInput.Invalid.self) {
      try PageInput(text: Array("{\"type\":\"location\",\(text)}".utf8))
    }
  }

  @Test func `the location message has the route and the monitored regions`() {
    var location = ShownLocation(fix: LocationFix(latitude: 52.5, longitude: 13, course: 90))
    location.circles = [.init(identifier: "park", latitude: 52, longitude: 13.5, radius: 300)]
    location.route = ShownLocation.Route(
      name: "Drive.gpx", duration: 600, time: 12.5, rate: 10, isPaused: true, isOver: false,
      path: [[52, 13], [52.5, 13]])
    #expect(
      text(PageMessage.location(location))
        == #"{"type":"location","at":[52.5,13],"accuracy":5,"course":90,"#
        + #""way":{"name":"Drive.gpx","duration":600,"time":12.5,"rate":10,"paused":true},"#
        + #""circles":[{"name":"park","at":[52,13.5],"radius":300}]}"#)
    #expect(
      text(PageMessage.path(location.route?.path ?? [])) == #"{"type":"path","points":[[52,13],[52.5,13]]}"#)
    #expect(text(PageMessage.location(ShownLocation(fix: nil))) == #"{"type":"location","circles":[]}"#)
    let places = text(PageMessage.places(["A.gpx"]))
    #expect(places.contains(#""routes":["cityRun","cityBicycleRide","freewayDrive"],"files":["A.gpx"]"#))
    #expect(places.contains(#"{"name":"Berlin","at":[52.52,13.405]}"#))
  }

  @Test func `a notification has its picture in base64, if there is one`() {
    func shown(_ picture: [UInt8]) -> ShownNotification {
      ShownNotification(
        number: 1, identifier: "a", app: "App", title: "T", subtitle: "", body: "B", actions: [], date: 5,
        picture: picture)
    }
    var screen = NotificationScreen()
    screen.banner = shown([1, 2, 3])
    screen.list = [shown([])]
    let rest = #""subtitle":"","body":"B","date":5"#
    #expect(
      text(PageMessage.notifications(screen, NotificationCard.Frame(x: 8, y: 51, width: 377, height: 66)))
        == #"{"type":"notifications","badge":0,"banner":{"number":1,"identifier":"a","app":"App","title":"T",\#(rest),"picture":"AQID","actions":[]},"#
        + #""frame":[8,51,377,66],"list":[{"number":1,"identifier":"a","app":"App","title":"T",\#(rest),"actions":[]}]}"#
    )
  }

  @Test func `a plain layer has a position and a size only`() {
    var layer = LayerState(id: 3, name: "UIView")
    layer.positionX = 10
    layer.positionY = 20.5
    layer.width = 100
    layer.height = 1.0 / 3
    let commit = Commit(sequence: 9, time: 1.25, roots: [3], layers: [layer])
    #expect(
      text(PageMessage.commit(commit, isFull: false, input: 0))
        == #"{"type":"commit","sequence":9,"time":1.25,"roots":[3],"layers":[{"id":3,"name":"UIView","position":[10,20.5],"size":[100,0.3333333333333333]}],"statusBarStyle":"default"}"#
    )
  }

  @Test func `all properties of a layer are in the message`() throws {
    var layer = LayerState(id: 1, name: "A")
    layer.sublayers = [2, 3]
    layer.boundsY = 5
    layer.anchorX = 0
    layer.transform = Array(repeating: 0.5, count: 16)
    layer.sublayerTransform = Array(repeating: 2, count: 16)
    layer.opacity = 0.5
    layer.isHidden = true
    layer.masksToBounds = true
    layer.cornerRadius = 4
    layer.maskedCorners = 3
    layer.isContinuousCorner = true
    layer.backgroundColor = LayerColor(red: 1, green: 0, blue: 0.5, alpha: 1)
    layer.borderWidth = 2
    layer.borderColor = LayerColor(red: 0, green: 0, blue: 0, alpha: 1)
    layer.shadowOpacity = 1
    layer.contents = 77
    layer.contentsGravity = "center"
    layer.contentsScale = 3
    layer.contentsCenter = [0.25, 0.25, 0.5, 0.5]
    layer.contentsRect = [0, 0, 0.5, 1]
    layer.gradient = LayerGradient(
      kind: "axial", colors: [LayerColor(red: 0, green: 0, blue: 0, alpha: 1)], locations: [0], startX: 0,
      startY: 0,
      endX: 1, endY: 1)
    layer.backdropBlur = 10
    layer.mask = LayerPicture(image: 78, x: 1, y: 2, width: 3, height: 4)
    layer.addsSublayers = true
    layer.shadowPicture = LayerPicture(image: 79, x: 5, y: 6, width: 7, height: 8)
    (layer.magnifiesToNearest, layer.minifiesToNearest) = (true, true)
    layer.accessibility = LayerAccessibility(identifier: "i", label: "l", value: "v", role: "button")
    let animation = LayerAnimation(
      layer: 1, key: "k", property: "opacity", values: [[0], [1]], keyTimes: [0, 1], timings: [[0, 0, 1, 1]],
      begin: 2, duration: 3, repeatCount: .infinity, autoreverses: true, isAdditive: true, speed: 2)
    let commit = Commit(
      sequence: 1, time: 0, roots: [1], layers: [layer], removed: [5],
      images: [LayerImage(id: 77, pixelWidth: 1, pixelHeight: 1, png: [])], animations: [animation],
      removedAnimations: [LayerAnimationKey(layer: 4, key: "x")], busyUntil: 5, statusBarHidden: true)
    let bytes = PageMessage.commit(commit, isFull: true, input: 6)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? NSDictionary)
    let expected: NSDictionary = [
      "type": "commit", "sequence": 1, "time": 0, "full": true, "input": 6, "roots": [1], "removed": [5],
      "images": [77], "busyUntil": 5, "statusBarStyle": "default", "statusBarHidden": true,
      "removedAnimations": [["layer": 4, "key": "x"]],
      "layers": [
        [
          "id": 1, "name": "A", "sublayers": [2, 3], "position": [0, 0], "size": [0, 0], "origin": [0, 5],
          "anchor": [0, 0.5], "transform": Array(repeating: 0.5, count: 16),
          "sublayerTransform": Array(repeating: 2, count: 16), "opacity": 0.5, "hidden": true, "masks": true,
          "adds": true, "shadowPicture": ["image": 79, "box": [5, 6, 7, 8]], "magnifiesToNearest": true,
          "minifiesToNearest": true,
          "radius": 4, "corners": 3, "continuous": true, "background": [1, 0, 0.5, 1], "borderWidth": 2,
          "borderColor": [0, 0, 0, 1], "shadowOpacity": 1, "shadowOffset": [0, -3], "shadowRadius": 3,
          "contents": 77, "gravity": "center", "contentsScale": 3, "contentsCenter": [0.25, 0.25, 0.5, 0.5],
          "contentsRect": [0, 0, 0.5, 1],
          "gradient": [
            "kind": "axial", "colors": [[0, 0, 0, 1]], "locations": [0], "start": [0, 0], "end": [1, 1],
          ], "backdropBlur": 10, "mask": ["image": 78, "box": [1, 2, 3, 4]],
          "accessibility": ["identifier": "i", "label": "l", "value": "v", "role": "button"],
        ] as NSDictionary
      ],
      "animations": [
        [
          "layer": 1, "key": "k", "property": "opacity", "values": [[0], [1]], "keyTimes": [0, 1],
          "timings": [[0, 0, 1, 1]], "begin": 2, "duration": 3, "repeatCount": NSNull(), "autoreverses": true,
          "additive": true, "speed": 2, "fillsBackwards": true,
        ] as NSDictionary
      ],
    ]
    #expect(object == expected)
  }

  @Test func `numbers that JSON cannot represent leave the message valid`() throws {
    var layer = LayerState(id: .max, name: "\u{1}\"\\é😀")
    layer.positionX = .nan
    layer.positionY = -.infinity
    layer.width = 1e300
    let bytes = PageMessage.commit(Commit(sequence: 1, time: 0, layers: [layer]), isFull: false, input: 0)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    let layers = try #require(object["layers"] as? [[String: Any]])
    #expect(layers[0]["id"] as? String == "18446744073709551615")
    #expect(layers[0]["name"] as? String == "\u{1}\"\\é😀")
    #expect(layers[0]["position"] as? [Double] == [0, 0])
    #expect(layers[0]["size"] as? [Double] == [1e300, 0])
  }
}
