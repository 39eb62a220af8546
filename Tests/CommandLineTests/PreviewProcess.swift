import Foundation
import Reporting
import StageKit
import TestSupport
import Testing

/// A running preview of the jobs in the folder `jobs`.
final class PreviewProcess {
  let process = TestProcess()
  let client: LocalClient
  let token: String

  init(_ folder: TemporaryFolder, _ arguments: [String] = [], errors: Foundation.Pipe? = nil) throws {
    let output = Foundation.Pipe()
    process.arguments = ["preview", "jobs"] + arguments
    process.environment = environment(cache: folder.url.appendingPathComponent("cache")).merging(
      ["XDG_STATE_HOME": folder.file("state")]) { $1 }
    process.currentDirectoryURL = folder.url
    process.standardOutput = output.fileHandleForWriting
    if let errors { process.standardError = errors.fileHandleForWriting }
    try process.run()
    var line = Data()
    while line.last != UInt8(ascii: "\n") {
      guard let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty else { break }
      line += byte
    }
    let address = try #require(
      URLComponents(string: String(decoding: line, as: UTF8.self).trimmingCharacters(in: .newlines)))
    client = LocalClient(port: UInt16(try #require(address.port)))
    token = try #require(address.queryItems?.first { $0.name == "token" }?.value)
  }

  deinit {
    kill(process.processIdentifier, SIGTERM)
    process.waitUntilExit()
  }

  func post(_ address: String, _ body: JSONValue) throws -> JSONValue {
    let answer = try #require(client.answer("POST", address, token: token, body: body.text))
    #expect(answer.status == 200)
    return try #require(JSONValue(parsing: answer.body))
  }
}
