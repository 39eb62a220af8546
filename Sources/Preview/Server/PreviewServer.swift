import Foundation
import Reporting
import StageKit

/// Answers a page's requests for a session.
public struct PreviewServer: Sendable {
  let session: PreviewSession
  private let rule: AccessRule
  /// Nil for a preview of this machine alone.
  private let door: PasswordDoor?

  /// Serves on a listening socket until the process ends; false where that fails. Only who knows the token is answered; with a
  /// password only who has given that, also from other machines.
  public static func start(
    _ session: PreviewSession, socket: Int32, port: UInt16, token: String, password: String? = nil,
    encryption: HTTPServer.Encryption? = nil
  ) -> Bool {
    let door = password.map {
      PasswordDoor(password: $0, token: token, port: port, isEncrypted: encryption != nil)
    }
    let server = PreviewServer(session: session, rule: AccessRule(token: token, port: port), door: door)
    return HTTPServer.start(
      socket: socket, encryption: encryption,
      judge: { request in
        server.door.map { $0.judge(request) } ?? (server.rule.allows(request) ? .trusted : .refused)
      }, { server.handle($0) })
  }

  private func handle(_ request: HTTPRequest) {
    if let door, !door.isOpen(for: request) { return door.handle(request) }
    // A review changes nothing but the review itself.
    if session.settings.isReview, request.method == "POST", request.path != "/api/review" {
      return request.fail(403, "this is a review: the job is not changed here")
    }
    switch (request.method, request.path) {
    case ("GET", "/"), ("HEAD", "/"): page(request)
    case ("GET", "/favicon.ico"): request.answer([], type: "image/x-icon", status: 204)
    case ("GET", "/api/events"): session.events.add(request, first: hello)
    case ("GET", "/api/state"): session.add(.description, request) { _ in request.answer(session.state) }
    case ("GET", "/api/frame"): session.add(.picture, request) { frame(request, $0) }
    case ("GET", "/api/delivered"): session.add(.picture, request) { _ in delivered(request) }
    case ("GET", "/api/digests"): session.add(.description, request) { _ in digests(request) }
    case ("GET", "/api/values"): session.add(.description, request) { _ in values(request) }
    case ("GET", "/api/warnings"): session.add(.background, request) { _ in warnings(request) }
    case ("GET", "/api/poster"): session.add(.background, request) { _ in poster(request) }
    case ("GET", "/api/film"): session.add(.background, request) { film(request, $0) }
    case ("POST", "/api/begin"): change(request) { begin(request, $0) }
    case ("POST", "/api/piece"): change(request) { piece(request, $0) }
    case ("POST", "/api/render"): render(request)
    case ("POST", "/api/cancel"): cancel(request)
    case ("POST", "/api/regress"): regress(request)
    case ("POST", "/api/accept"): accept(request)
    case ("GET", "/api/check"): session.add(.description, request) { _ in check(request) }
    case ("GET", let path) where path.hasPrefix("/regress/"):
      session.add(.description, request) { _ in reportFile(request) }
    case ("POST", "/api/edit"): change(request) { edit(request, $0) }
    case ("POST", "/api/draft"): change(request) { draft(request, $0) }
    case ("POST", "/api/discard"): change(request) { discard(request, $0) }
    case ("POST", "/api/review"): change(request) { changeReview(request, $0) }
    case ("POST", "/api/save"): change(request) { save(request, $0) }
    case ("POST", "/api/file"): session.add(.description, request) { _ in addFile(request) }
    case ("GET", "/api/peaks"): session.add(.picture, request) { _ in peaks(request) }
    default:
      guard let answer = Self.routes["\(request.method) \(request.path)"] else {
        return request.fail(404, "there is nothing at \(request.path.escapingControlCharacters)")
      }
      session.add(.description, request) { _ in answer(self, request) }
    }
  }

  /// Lets a worker change the job that a request's body names; one change comes after the other.
  private func change(_ request: HTTPRequest, _ body: @escaping @Sendable (JSONValue) -> Void) {
    session.queue.add(.change) { _ in
      guard let json = request.json() else { return }
      session.change(json["file"]?.string) { body(json) }
    }
  }

  /// Requests that take a moment, which workers answer.
  private static let routes: [String: @Sendable (PreviewServer, HTTPRequest) -> Void] = [
    "GET /api/job": { $0.job($1) }, "GET /api/boxes": { $0.boxes($1) }, "GET /api/sound": { $0.sound($1) },
    "GET /api/easings": { $0.easings($1) }, "GET /api/output": { $0.output($1) },
    "GET /api/regress": { $0.regressResults($1) }, "GET /api/stages": { $0.stages($1) },
    "GET /api/stage-picture": { $0.stagePicture($1) }, "GET /api/references": { $0.references($1) },
    "GET /api/disk": { $0.disk($1) }, "GET /api/review": { $0.review($1) }, "GET /api/motions": { $0.motions($1) },
    "GET /api/templates": { $0.templates($1) },
  ]

  private var hello: PreviewEvent {
    PreviewEvent(name: "hello", data: ["session": .string(session.id)])
  }

  private func page(_ request: HTTPRequest) {
    request.answer(
      PreviewPage.document, type: "text/html; charset=utf-8",
      headers: [PreviewPage.policy])
  }
}

extension HTTPRequest {
  func answer(_ json: JSONValue, status: UInt32 = 200) {
    answer(Array(json.text.utf8), type: "application/json", status: status)
  }

  func fail(_ status: UInt32, _ message: String, hint: String? = nil, revision: String? = nil) {
    let json: JSONValue = .members([
      "error": .string(message), "hint": hint.map { .string($0) }, "revision": revision.map { .string($0) },
    ])
    answer(json, status: status)
  }

  /// Pixels, with their size in headers.
  func answer(_ pixels: [UInt8], width: Int, height: Int) {
    answer(pixels, type: "application/octet-stream", headers: [("X-Width", "\(width)"), ("X-Height", "\(height)")])
  }

  /// A JSON object; nil after the request was refused.
  func json() -> JSONValue? {
    if let json = JSONValue(parsing: body), case .object = json { return json }
    fail(400, "expected a JSON object")
    return nil
  }
}
