import Foundation
import Testing

@testable import DeviceWeb

/// The file with the secret part of a project's page address.
@Suite final class PageTokenTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "carob-tokens-\(UUID().uuidString)")
  private let project = "/projects/Color Picker"

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  private var file: URL {
    get throws {
      let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      return try #require(files.count == 1 ? files.first : nil)
    }
  }

  private func rights(of url: URL) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
  }

  @Test func `a project keeps its token, and another one has its own`() throws {
    let token = try #require(PageToken.ofProject(project, in: folder))
    #expect(token.count == 32)
    #expect(PageToken.ofProject(project, in: folder) == token)
    #expect(PageToken.ofProject(project + " 2", in: folder) != token)
    #expect(PageToken.ofProject(project, in: folder) == token)
  }

  @Test func `only the user can read the token`() throws {
    _ = PageToken.ofProject(project, in: folder)
    #expect(try rights(of: folder) == 0o700)
    #expect(try rights(of: file) == 0o600)
  }

  @Test(arguments: [0o644, 0o640, 0o606, 0o660])
  func `a token that others could have read or written is replaced`(mode: Int) throws {
    let token = PageToken.ofProject(project, in: folder)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
    let next = try #require(PageToken.ofProject(project, in: folder))
    #expect(next != token)
    #expect(try rights(of: file) == 0o600)
    #expect(PageToken.ofProject(project, in: folder) == next)
  }

  @Test(arguments: ["", "0123", String(repeating: "G", count: 32), String(repeating: "a", count: 33)])
  func `a file that holds no token is replaced`(text: String) throws {
    _ = PageToken.ofProject(project, in: folder)
    let file = try file
    let handle = try FileHandle(forWritingTo: file)
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
    let token = try #require(PageToken.ofProject(project, in: folder))
    #expect(try String(decoding: Data(contentsOf: file), as: UTF8.self) == token)
    #expect(token.count == 32)
  }

  @Test func `a link in the place of the file is neither followed nor written`() throws {
    let token = try #require(PageToken.ofProject(project, in: folder))
    let file = try file
    let elsewhere = folder.appending(path: "elsewhere")
    try FileManager.default.moveItem(at: file, to: elsewhere)
    try FileManager.default.createSymbolicLink(at: file, withDestinationURL: elsewhere)
    #expect(PageToken.ofProject(project, in: folder) == nil)
    #expect(try String(decoding: Data(contentsOf: elsewhere), as: UTF8.self) == token)
  }

  @Test func `a folder that cannot be written gives no token`() throws {
    #expect(PageToken.ofProject(project, in: URL(filePath: "/dev/null/pages")) == nil)
  }
}
