import CHTTPServer
import Foundation
import StageKit

/// A server of HTTP on a listening socket of this machine.
///
/// It runs on a thread of its own until the process ends.
public struct HTTPServer: Sendable {
  /// The object that `start` passes to C, which keeps it.
  private final class Handler: Sendable {
    let judge: @Sendable (HTTPRequest) -> Verdict
    let handle: @Sendable (HTTPRequest) -> Void

    init(_ judge: @escaping @Sendable (HTTPRequest) -> Verdict, _ handle: @escaping @Sendable (HTTPRequest) -> Void) {
      (self.judge, self.handle) = (judge, handle)
    }
  }

  /// The fate of a request.
  public enum Verdict: Sendable {
    /// It is answered with 403, before its body is taken.
    case refused
    /// It is handled, as that of somebody who is not known.
    case handled
    /// It is handled, and its connection is no stranger's any more.
    case trusted
  }

  /// A certificate with those that it is signed by, and its private key, both as PEM.
  public struct Encryption: Codable, Sendable {
    var certificate: String
    var key: String

    public init(certificate: String, key: String) { (self.certificate, self.key) = (certificate, key) }

    /// True where this program can encrypt.
    public static var isPossible: Bool { http_server_has_tls() }
  }

  /// Limits of connections.
  public struct Limits: Sendable {
    /// In bytes: a job file, in JSON's escapes.
    var maxBody = 64 << 20
    /// Those that have sent no trusted request take a quarter at most.
    var maxConnections: UInt32 = 4000
    /// The time for which a connection may be silent, or send no trusted request, in seconds.
    var timeout: UInt32 = 15

    public init() {}
  }

  /// Begins to serve on a socket, which is never closed. False where the server cannot be started.
  ///
  /// `judge` is asked for each request, before its body is taken. `handle` is called on the server's thread with each one that
  /// is not refused, which it must answer once, now or later; it must not block.
  public static func start(
    socket: Int32, limits: Limits = Limits(), encryption: Encryption? = nil,
    judge: @escaping @Sendable (HTTPRequest) -> Verdict, _ handle: @escaping @Sendable (HTTPRequest) -> Void
  ) -> Bool {
    let context = Unmanaged.passRetained(Handler(judge, handle)).toOpaque()
    return http_server_start(
      socket, limits.maxConnections, limits.timeout, limits.maxBody, encryption?.certificate, encryption?.key,
      { context, request in
        guard let context, let request else { return HTTP_REFUSED }
        switch Unmanaged<Handler>.fromOpaque(context).takeUnretainedValue().judge(HTTPRequest(request)) {
        case .refused: return HTTP_REFUSED
        case .handled: return HTTP_HANDLED
        case .trusted: return HTTP_TRUSTED
        }
      },
      { context, request in
        guard let context, let request else { return }
        Unmanaged<Handler>.fromOpaque(context).takeUnretainedValue().handle(HTTPRequest(request))
      }, context)
  }
}

/// One request, to be answered once.
public struct HTTPRequest: Sendable {
  // The C side guards its own state, and what is read here does not change.
  private nonisolated(unsafe) let pointer: OpaquePointer

  fileprivate init(_ pointer: OpaquePointer) { self.pointer = pointer }

  public var method: String { String(cString: http_request_method(pointer)) }
  /// Decoded, without the query.
  public var path: String { String(cString: http_request_path(pointer)) }

  /// A value of the query, decoded.
  public func query(_ name: String) -> String? { http_request_query(pointer, name).map { String(cString: $0) } }

  public func header(_ name: String) -> String? { http_request_header(pointer, name).map { String(cString: $0) } }

  public func cookie(_ name: String) -> String? { http_request_cookie(pointer, name).map { String(cString: $0) } }

  /// The address of the other side, without its port.
  public var client: String {
    var text = [CChar](repeating: 0, count: 64)
    http_request_client(pointer, &text, text.count)
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  public var body: [UInt8] {
    var count = 0
    guard let bytes = http_request_body(pointer, &count) else { return [] }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  /// True if somebody still waits for the answer.
  public var isOpen: Bool { http_request_is_open(pointer) }

  /// Answers with bytes of a media type.
  public func answer(
    _ bytes: [UInt8], type: String, status: UInt32 = 200, headers: [(name: String, value: String)] = []
  ) {
    Self.withHeaders([("Content-Type", type)] + Self.common + headers) { list in
      http_request_answer(pointer, status, list, bytes, bytes.count)
    }
  }

  /// Answers with a stream of events, to which `EventStreams` sends.
  func openStream() {
    Self.withHeaders([("Content-Type", "text/event-stream")] + Self.common) { http_request_stream(pointer, $0) }
  }

  /// Appends to its stream; false once its connection is closed, when it must not be used again.
  func send(_ bytes: [UInt8]) -> Bool { http_request_send(pointer, bytes, bytes.count) }

  /// Nothing is kept by browsers, embedded in other pages, or taken for another type.
  private static let common = [
    ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Resource-Policy", "same-origin"),
  ]

  private static func withHeaders(
    _ headers: [(String, String)], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Void
  ) {
    let texts = headers.flatMap { [strdup($0.0), strdup($0.1)] }
    defer { for text in texts { free(text) } }
    let list = texts.map { UnsafePointer($0) } + [nil]
    list.withUnsafeBufferPointer { if let base = $0.baseAddress { body(base) } }
  }
}
