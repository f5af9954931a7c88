import ArgumentParser
import Device
import DeviceProtocol
import Foundation

struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices", abstract: "Lists the device models: name, size in points, scale, idiom.")

  @Flag(help: "Print one JSON array.")
  var json = false

  func run() throws {
    if json {
      let list: [[String: Any]] = DeviceModel.all.map {
        ["name": $0.name, "width": $0.width, "height": $0.height, "scale": $0.scale, "idiom": $0.idiom]
      }
      return try Output.write(json: list)
    }
    let width = DeviceModel.all.map(\.name.count).max() ?? 0
    for model in DeviceModel.all {
      let name = model.name.padding(toLength: width, withPad: " ", startingAt: 0)
      try Output.writeLine(
        "\(name)  \(Int(model.width))×\(Int(model.height))  @\(Int(model.scale))x  \(model.idiom)")
    }
  }
}
