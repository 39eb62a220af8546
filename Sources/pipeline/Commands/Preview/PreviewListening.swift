import Files
import Foundation
import Preview

/// The way in which a preview answers other machines.
struct PreviewListening: Codable {
  /// An address of this machine, as the user named it.
  var address: String
  var password: String
  /// Nil for plain HTTP.
  var encryption: HTTPServer.Encryption?

  private static let variable = "PIPELINE_PREVIEW_PASSWORD"
  private static let shortest = 8

  /// Reads the options; nil where the preview answers this machine alone. Throws `UsageError`, also without a password.
  init?(_ arguments: ParsedArguments) throws {
    guard let address = arguments.string("listen") else {
      for option in ["password-file", "certificate", "key"] where arguments.has(option) {
        throw UsageError.message("--\(option) goes with --listen")
      }
      return nil
    }
    var bytes = in6_addr()
    guard inet_pton(AF_INET, address, &bytes) == 1 || inet_pton(AF_INET6, address, &bytes) == 1 else {
      throw UsageError.badValue(
        option: "listen", value: address,
        expected: "an address of this machine, such as 192.168.1.20, or 0.0.0.0 for all")
    }
    self.address = address
    password = try Self.password(arguments)
    encryption = try Self.encryption(arguments)
  }

  private static func password(_ arguments: ParsedArguments) throws -> String {
    var password = ProcessInfo.processInfo.environment[variable] ?? ""
    var place = variable
    if let file = arguments.string("password-file") {
      place = "--password-file \(file)"
      let text = String(decoding: try bytes(of: file, "password-file"), as: UTF8.self)
      password = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
      var status = stat()
      if stat(file, &status) == 0, status.st_mode & 0o077 != 0 {
        Terminal.error(
          "warning: \(file): other users of this machine may read the password; chmod 600 keeps it".displayText)
      }
    }
    guard !password.isEmpty else {
      throw UsageError.message(
        "--listen needs a password, since others reach the preview: write it to a file and name that by --password-file, or set \(variable)"
      )
    }
    guard password.count >= shortest else {
      throw UsageError.message(
        "\(place): the password has \(password.count) characters; at least \(shortest) are needed")
    }
    return password
  }

  private static func encryption(_ arguments: ParsedArguments) throws -> HTTPServer.Encryption? {
    switch (arguments.string("certificate"), arguments.string("key")) {
    case (nil, nil): return nil
    case (let certificate?, let key?):
      guard HTTPServer.Encryption.isPossible else {
        throw UsageError.message("--certificate: this program was built with a libmicrohttpd that has no TLS")
      }
      return HTTPServer.Encryption(
        certificate: String(decoding: try bytes(of: certificate, "certificate"), as: UTF8.self),
        key: String(decoding: try bytes(of: key, "key"), as: UTF8.self))
    default: throw UsageError.message("--certificate and --key go together")
    }
  }

  private static func bytes(of file: String, _ option: String) throws -> [UInt8] {
    do throws(FileError) {
      return try RegularFile(file).bytes(limit: 1 << 20)
    } catch {
      throw UsageError.path(option: option, value: file, error)
    }
  }

  func url(port: UInt16) -> String {
    "\(encryption == nil ? "http" : "https")://\(address.contains(":") ? "[\(address)]" : address):\(port)/"
  }

  /// Why it is a risk, in a sentence.
  func risk(isReview: Bool) -> String {
    let rights =
      isReview
      ? "sees all jobs and comments on them" : "sees, changes and saves all jobs, and starts renders on this machine"
    let line =
      encryption == nil
      ? " Without --certificate the password and all pictures can be read on the network: use it where you trust everybody."
      : ""
    return "other machines reach this preview: whoever has the password \(rights).\(line)"
  }
}
