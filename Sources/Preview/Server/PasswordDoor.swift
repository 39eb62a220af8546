import Foundation
import Reporting
import StageKit
import Synchronization

/// Who may ask from other machines: whoever has given the password, as a cookie shows that pages cannot read.
///
/// A wrong password keeps its address from another try for a second, the next one for two, and so on up to a minute.
final class PasswordDoor: Sendable {
  private let password: [UInt8]
  /// The cookie's value, which nobody can guess.
  private let token: [UInt8]
  private let isEncrypted: Bool
  private let cookie: String

  /// The wrong passwords of an address.
  private struct Attempts {
    var count = 0
    var next = ContinuousClock.now
  }

  private let attempts = Mutex<[String: Attempts]>([:])

  init(password: String, token: String, port: UInt16, isEncrypted: Bool) {
    (self.password, self.token, self.isEncrypted) = (Array(password.utf8), Array(token.utf8), isEncrypted)
    // Browsers keep the cookies of all ports of a machine together.
    cookie = "pipeline-preview-\(port)"
  }

  /// True where a request comes from a page of this server, after its password was given.
  func isOpen(for request: HTTPRequest) -> Bool {
    isSame(request.cookie(cookie).map { Array($0.utf8) } ?? [], token) && isOwn(request)
  }

  /// Those who are not known see the page that asks for the password, and send it.
  func judge(_ request: HTTPRequest) -> HTTPServer.Verdict {
    if isOpen(for: request) { return .trusted }
    switch (request.method, request.path) {
    case ("GET", "/"): return .handled
    case ("POST", "/login"):
      let size = request.header("Content-Length").flatMap(Int.init)
      return isOwn(request) && size.map { $0 <= Self.maxBody } == true ? .handled : .refused
    default: return .refused
    }
  }

  /// Answers somebody who is not known.
  func handle(_ request: HTTPRequest) {
    guard request.method == "POST" else {
      return request.answer(
        Array(LoginPage.document.utf8), type: "text/html; charset=utf-8", headers: [PreviewPage.policy])
    }
    guard let json = request.json() else { return }
    let place = Self.place(of: request.client)
    let given = Array((json["password"]?.string ?? "").utf8)
    switch tried(given, at: place, .now) {
    case .right: request.answer([], type: "text/plain", status: 204, headers: [("Set-Cookie", header)])
    case .wrong(let seconds):
      request.fail(403, "this is not the password", hint: "The next try is possible in \(seconds) s.")
    case .early(let seconds): request.fail(429, "the next try is possible in \(seconds) s")
    }
  }

  enum Outcome: Equatable {
    case right
    /// And how many seconds the next try has to wait.
    case wrong(Int)
    /// It was not looked at, since it came so many seconds too early.
    case early(Int)
  }

  /// Judges a password that was given at an address.
  func tried(_ given: [UInt8], at place: String, _ now: ContinuousClock.Instant) -> Outcome {
    attempts.withLock { attempts in
      let known = attempts[place]
      if let known, now < known.next {
        return .early(Int(now.duration(to: known.next).components.seconds) + 1)
      }
      if isSame(given, password) {
        attempts[place] = nil
        return .right
      }
      // Addresses from which nobody has tried for an hour are forgotten.
      attempts = attempts.filter { $0.value.next.duration(to: now) < .seconds(3600) }
      let count = (known?.count ?? 0) + 1
      let wait = min(1 << min(count - 1, 10), 60)
      attempts[place] = Attempts(count: count, next: now + .seconds(wait))
      return .wrong(wait)
    }
  }

  private static let maxBody = 4096

  var header: String {
    "\(cookie)=\(String(decoding: token, as: UTF8.self)); Path=/; HttpOnly; SameSite=Strict\(isEncrypted ? "; Secure" : "")"
  }

  /// True where a request comes from a page of the host that it is sent to, or from no page.
  private func isOwn(_ request: HTTPRequest) -> Bool {
    guard let host = request.header("Host") else { return false }
    guard let origin = request.header("Origin") else { return true }
    return origin.lowercased() == "\(isEncrypted ? "https" : "http")://\(host.lowercased())"
  }

  /// The time that it takes depends on the length of what was given alone.
  private func isSame(_ given: [UInt8], _ secret: [UInt8]) -> Bool {
    var difference: UInt8 = given.count == secret.count ? 0 : 1
    for (index, byte) in given.enumerated() { difference |= byte ^ secret[index % secret.count] }
    return difference == 0
  }

  /// An address, or of IPv6 the network that one user has.
  static func place(of address: String) -> String {
    var bytes = in6_addr()
    guard !address.contains("."), inet_pton(AF_INET6, address, &bytes) == 1 else { return address }
    return withUnsafeBytes(of: bytes) { $0.prefix(8).map { String($0, radix: 16) }.joined(separator: ":") }
  }
}

/// The page that asks for the password.
enum LoginPage {
  static let document = """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Preview</title>
    <link rel="icon" href="data:,">
    <style>
    body { font: 15px/1.5 system-ui, sans-serif; display: grid; place-items: center; min-height: 100vh; margin: 0; background: light-dark(#f4f5f7, #14171c); color: light-dark(#1b1f26, #e8eaee); }
    form { display: grid; gap: 12px; width: min(300px, 84vw); padding: 28px; border-radius: 12px; background: light-dark(#fff, #1d2128); box-shadow: 0 1px 3px #0003; }
    h1 { font-size: 18px; margin: 0; }
    label { display: grid; gap: 4px; }
    input, button { font: inherit; padding: 8px 10px; border-radius: 7px; border: 1px solid light-dark(#8a919c, #6d7583); }
    input { background: light-dark(#fff, #14171c); color: inherit; }
    button { background: #2f5fd7; border-color: #2f5fd7; color: #fff; cursor: pointer; }
    p { margin: 0; min-height: 1.5em; color: light-dark(#b3261e, #ff9d94); }
    </style>
    </head>
    <body>
    <form id="form">
    <h1>Preview</h1>
    <label>Password <input id="password" type="password" required autofocus autocomplete="current-password"></label>
    <button>Open</button>
    <p id="fault" role="status"></p>
    </form>
    <script>
    const open = () => location.reload();
    document.getElementById('form').addEventListener('submit', async event => {
      event.preventDefault();
      const fault = document.getElementById('fault'), field = document.getElementById('password');
      fault.textContent = '';
      try {
        const response = await fetch('/login', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ password: field.value }) });
        if (response.ok) return open();
        const { error, hint } = await response.json();
        fault.textContent = `${error[0].toUpperCase()}${error.slice(1)}. ${hint ?? ''}`;
      } catch (error) {
        fault.textContent = 'The server does not answer.';
      }
      field.select();
    });
    // A page that comes from elsewhere has no cookie with its first request.
    fetch('/api/state').then(response => { if (response.ok) open(); });
    </script>
    </body>
    </html>
    """
}
