import Foundation
import JobFile
import Messages
import Reporting
import TestSupport
import Testing

@testable import Preview

@Suite("A preview that other machines reach")
struct PasswordTests {
  private static let password = "a long password"

  private struct Unable: Error {}

  private func serve(_ folder: TemporaryFolder) throws -> LocalClient {
    let session = PreviewSession(
      PreviewSettings(
        path: folder.path, listFiles: { [] }, registry: describedStages, policy: JobPolicy(), messages: Messages(),
        outputFolder: "out", baselineFolder: "Baselines", reportFolder: "regress", workers: 2
      ) { _ in throw Unable() })
    let (socket, port) = try LocalSocket.listen(at: "127.0.0.1", port: 0)
    try #require(PreviewServer.start(session, socket: socket, port: port, token: "t0ken", password: Self.password))
    return LocalClient(port: port)
  }

  /// The status, and the text with its headers.
  private func answer(
    _ client: LocalClient, _ line: String, _ headers: [String] = [], body: String = ""
  ) throws -> (status: Int, text: String) {
    let connection = try #require(client.connect())
    let head = [
      "\(line) HTTP/1.1", "Host: film.example:\(client.port)", "Connection: close",
      "Content-Length: \(body.utf8.count)",
    ]
    connection.send((head + headers + ["", body]).joined(separator: "\r\n"))
    let text = String(decoding: try #require(connection.bytesToEnd()), as: UTF8.self)
    return (try #require(text.split(separator: " ").dropFirst().first.flatMap { Int($0) }), text)
  }

  private func login(_ client: LocalClient, _ password: String, _ headers: [String] = []) throws -> (Int, String) {
    try answer(client, "POST /login", headers, body: JSONValue.object([.init("password", .string(password))]).text)
  }

  @Test("Without the password there is a page that asks for it, and nothing else")
  func locked() throws {
    let client = try serve(try TemporaryFolder())
    let page = try answer(client, "GET /")
    #expect(page.status == 200 && page.text.contains("type=\"password\"") && !page.text.contains("/api/edit"))
    for line in ["GET /api/state", "GET /api/state?token=t0ken", "POST /api/edit", "GET /regress/a", "POST /"] {
      #expect(try answer(client, line, ["X-Token: t0ken"]).status == 403, "\(line)")
    }
    for cookie in [
      "pipeline-preview-\(client.port)=", "pipeline-preview-\(client.port)=t0kex", "pipeline-preview-1=t0ken",
    ] {
      #expect(try answer(client, "GET /api/state", ["Cookie: \(cookie)"]).status == 403, "\(cookie)")
    }
  }

  @Test("The right password gives a cookie that pages cannot read and other sites cannot use")
  func opens() throws {
    let client = try serve(try TemporaryFolder())
    let (status, text) = try login(client, Self.password)
    #expect(status == 204)
    let cookie = "pipeline-preview-\(client.port)=t0ken"
    #expect(text.contains("Set-Cookie: \(cookie); Path=/; HttpOnly; SameSite=Strict\r\n"))
    #expect(try answer(client, "GET /api/state", ["Cookie: \(cookie)"]).status == 200)
    let own = "Origin: http://film.example:\(client.port)"
    #expect(try answer(client, "GET /api/state", ["Cookie: \(cookie)", own]).status == 200)
    for origin in ["http://evil.example", "https://film.example:\(client.port)", "null"] {
      #expect(
        try answer(client, "GET /api/state", ["Cookie: \(cookie)", "Origin: \(origin)"]).status == 403, "\(origin)")
      #expect(try login(client, Self.password, ["Origin: \(origin)"]).0 == 403, "\(origin)")
    }
  }

  @Test("Under TLS the cookie is kept from unencrypted connections")
  func encrypted() {
    let door = PasswordDoor(password: Self.password, token: "t", port: 8443, isEncrypted: true)
    #expect(door.header == "pipeline-preview-8443=t; Path=/; HttpOnly; SameSite=Strict; Secure")
  }

  @Test("Each wrong password keeps its address waiting longer, and nobody else")
  func slows() {
    let door = PasswordDoor(password: Self.password, token: "t", port: 1, isEncrypted: false)
    let (right, wrong) = (Array(Self.password.utf8), Array("a long passwore".utf8))
    var now = ContinuousClock.now
    for seconds in [1, 2, 4, 8, 16, 32, 60, 60] {
      #expect(door.tried(wrong, at: "a", now) == .wrong(seconds))
      // Not even the right one is looked at meanwhile.
      #expect(door.tried(right, at: "a", now) == .early(seconds + 1))
      now += .seconds(seconds)
    }
    #expect(door.tried(right, at: "b", now) == .right)
    #expect(door.tried(right, at: "a", now) == .right)
    #expect(door.tried(wrong, at: "a", now) == .wrong(1))
    let others: [[UInt8]] = [[], Array("a".utf8), right.dropLast(), right + right, right + [0]]
    for (index, given) in others.enumerated() { #expect(door.tried(given, at: "\(index)", now) == .wrong(1)) }
  }

  @Test("An address is its own, or the network that one user of IPv6 has")
  func places() {
    #expect(PasswordDoor.place(of: "192.168.1.20") == "192.168.1.20")
    #expect(PasswordDoor.place(of: "::ffff:192.168.1.20") == "::ffff:192.168.1.20")
    #expect(PasswordDoor.place(of: "2001:db8:1:2::1") == PasswordDoor.place(of: "2001:db8:1:2:3:4:5:6"))
    #expect(PasswordDoor.place(of: "2001:db8:1:2::1") != PasswordDoor.place(of: "2001:db8:1:3::1"))
  }

  @Test("Sockets listen at addresses of this machine, and at no others")
  func sockets() throws {
    for address in ["127.0.0.1", "0.0.0.0", "::1"] {
      let (socket, port) = try LocalSocket.listen(at: address, port: 0)
      #expect(socket >= 0 && port > 0, "\(address)")
      close(socket)
    }
    #expect(throws: POSIXError.self) { try LocalSocket.listen(at: "192.0.2.1", port: 0) }
    #expect(throws: POSIXError.self) { try LocalSocket.listen(at: "film.example", port: 0) }
  }
}
