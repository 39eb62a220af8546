import Formats
import Reporting
import StageKit

/// Reads the colors in which an output is delivered.
struct OutputColorReader {
  let context: ReaderContext

  /// After the codec, its options and the background of the output were read.
  func read(_ fields: DeclaredReader<OutputObject>, into output: inout OutputEntry, hasAlpha: Bool) {
    let asked = fields.read(\.$color) ?? nil
    if let transfer = fields.read(\.$hdr) ?? nil, let (found, path) = fields[\.$hdr] {
      readHDR(transfer, fields, found, path, into: &output, hasAlpha: hasAlpha)
      return
    }
    if let (found, path) = fields[\.$white] {
      context.report(
        found, path, "has no effect: only HDR says how bright white is", code: .noEffect,
        hint: "Add \"hdr\": \"pq\", or leave 'white' out.")
    }
    let wanted = asked ?? context.gamut
    output.colors = .standard(wanted)
    guard wanted != .sRGB else { return }
    let (found, path) = fields[\.$color] ?? fields[\.common.$file] ?? (fields.fields.found, fields.fields.path)
    if !output.codec.carriesDisplayP3 {
      if asked != nil {
        context.report(
          found, path, "pictures of \(output.codec.name) are always sRGB",
          hint: "Leave 'color' out to have them converted, or use another codec.")
        return
      }
      output.colors = .standard(.sRGB)
      // The files of a job within another are not made.
      if context.isNested { return }
      context.log.add(
        .warning, at: found.position, path: path.text,
        "'\(output.file)' is converted to sRGB: pictures of \(output.codec.name) cannot say that they are in Display P3",
        hint: "Say so to silence this: \"color\": \"srgb\".")
    } else if output.codec is H264 {
      warnOfPlayers(output, at: found.position, path: path.text)
    }
  }

  /// The output of a job that names none, in the colors of the canvas.
  func colored(_ standard: OutputEntry) -> OutputEntry {
    var output = standard
    output.colors = .standard(context.gamut)
    if context.gamut != .sRGB { warnOfPlayers(output, at: output.position, path: "") }
    return output
  }

  private func warnOfPlayers(_ output: OutputEntry, at position: SourcePosition, path: String) {
    if context.isNested { return }
    context.log.add(
      .warning, at: position, path: path,
      "'\(output.file)' is in Display P3, and many players of H.264 take it for sRGB and show duller colors",
      hint: "Use the codec 'hevc', or \"color\": \"srgb\" for a file that is converted.")
  }

  private func readHDR(
    _ transfer: HDRTransfer, _ fields: DeclaredReader<OutputObject>, _ found: ResolvedValue, _ path: JobPath,
    into output: inout OutputEntry, hasAlpha: Bool
  ) {
    let codecs = Codecs.all.filter(\.carriesHDR).map(\.name)
    if let (found, path) = fields[\.$color] {
      context.report(found, path, "HDR is always in BT.2020", hint: "Leave 'color' out.")
    }
    if !output.codec.carriesHDR {
      context.report(
        found, path, "codec '\(output.codec.name)' has no HDR",
        hint: "Use \"codec\": \(quoted(codecs)).")
      return
    }
    if hasAlpha || output.isStacked {
      context.report(found, path, "HDR has no alpha", hint: "Add \"background\": \"black\", or another color.")
      return
    }
    if case .text("8")? = output.options["depth"] {
      context.report(found, path, "HDR has 10 bits", hint: "Leave 'depth' out.")
      return
    }
    guard let white = fields.read(\.$white) else { return }
    output.colors = .hdr(transfer, white: white)
  }
}
