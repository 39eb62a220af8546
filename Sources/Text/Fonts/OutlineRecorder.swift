import CText
import StageKit

/// Takes down what a font draws.
final class OutlineRecorder {
  private var elements: [Path.Element] = []

  /// A glyph's outline in the font's scale, y upward.
  static func record(_ glyph: hb_codepoint_t, of font: OpaquePointer) -> [Path.Element] {
    guard let functions = hb_draw_funcs_create() else { return [] }
    defer { hb_draw_funcs_destroy(functions) }
    hb_draw_funcs_set_move_to_func(
      functions, { _, data, _, x, y, _ in OutlineRecorder.add(.move(point(x, y)), to: data) }, nil, nil)
    hb_draw_funcs_set_line_to_func(
      functions, { _, data, _, x, y, _ in OutlineRecorder.add(.line(point(x, y)), to: data) }, nil, nil)
    hb_draw_funcs_set_quadratic_to_func(
      functions, { _, data, _, cx, cy, x, y, _ in OutlineRecorder.add(.quad(point(cx, cy), point(x, y)), to: data) },
      nil, nil)
    hb_draw_funcs_set_cubic_to_func(
      functions,
      { _, data, _, ax, ay, bx, by, x, y, _ in
        OutlineRecorder.add(.cubic(point(ax, ay), point(bx, by), point(x, y)), to: data)
      }, nil, nil)
    hb_draw_funcs_set_close_path_func(
      functions, { _, data, _, _ in OutlineRecorder.add(.close, to: data) }, nil, nil)
    let recorder = OutlineRecorder()
    withExtendedLifetime(recorder) {
      ctext_draw_glyph(font, glyph, functions, Unmanaged.passUnretained(recorder).toOpaque())
    }
    return recorder.elements
  }

  private static func add(_ element: Path.Element, to data: UnsafeMutableRawPointer?) {
    guard let data else { return }
    Unmanaged<OutlineRecorder>.fromOpaque(data).takeUnretainedValue().elements.append(element)
  }
}

private func point(_ x: Float, _ y: Float) -> Point { Point(Double(x), Double(y)) }
