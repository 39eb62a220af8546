import CPreviewPage
import Foundation

/// The page, as one document with its style and script.
enum PreviewPage {
  /// The header that keeps pages to this server.
  static let policy = (
    "Content-Security-Policy",
    "default-src 'self' 'unsafe-inline' data: blob:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
  )

  static let document: [UInt8] = {
    var (html, style, script) = ("", "", "")
    var index = 0
    while true {
      let file = preview_page_file(index)
      let name = String(cString: file.name)
      guard !name.isEmpty, let bytes = file.bytes else { break }
      let text = String(decoding: UnsafeBufferPointer(start: bytes, count: file.count), as: UTF8.self)
      if name.hasSuffix(".html") { html = text }
      if name.hasSuffix(".css") { style += text + "\n" }
      if name.hasSuffix(".js") { script += text + "\n" }
      index += 1
    }
    let parts = html.components(separatedBy: "<!--style-->")
    let styled = parts.joined(separator: "<style>\(style)</style>")
    return Array(styled.components(separatedBy: "<!--script-->").joined(separator: "<script>\(script)</script>").utf8)
  }()
}
