import StageKit

/// Who may ask: pages of this server that know its token.
///
/// Pages of other sites, whatever name they reach this machine by, neither know the token nor have the right `Host` and
/// `Origin`.
public struct AccessRule: Sendable {
  private let token: [UInt8]
  private let hosts: Set<String>

  public init(token: String, port: UInt16) {
    self.token = Array(token.utf8)
    // Browsers leave HTTP's own port out.
    hosts = Set(["127.0.0.1", "localhost"].flatMap { port == 80 ? [$0, "\($0):80"] : ["\($0):\(port)"] })
  }

  /// The values of the headers `Host` and `Origin`, and the token that the request carries; nil for none.
  public func allows(host: String?, origin: String?, token: String?) -> Bool {
    guard let host, hosts.contains(host.lowercased()), let token else { return false }
    if let origin, !hosts.contains(where: { origin.lowercased() == "http://\($0)" }) { return false }
    return isToken(token)
  }

  /// Takes as long for any text of the right length.
  private func isToken(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count == token.count else { return false }
    return zip(bytes, token).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
  }

  func allows(_ request: HTTPRequest) -> Bool {
    allows(
      host: request.header("Host"), origin: request.header("Origin"),
      token: request.query("token") ?? request.header("X-Token"))
  }
}
