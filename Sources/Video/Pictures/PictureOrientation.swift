import CLibAV
import Graphics

/// The orientation of a stream's pictures, by the display matrix of the file; from 1, upright, to 8, as EXIF numbers
/// them. Turns by other angles count as the nearest quarter.
func orientation(of stream: UnsafeMutablePointer<AVStream>) -> Int {
  guard let data = clibav_stream_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, nil) else { return 1 }
  let matrix = data.withMemoryRebound(to: Int32.self, capacity: 9) { values in (0..<9).map { Double(values[$0]) } }
  return orientation(ofMatrix: matrix)
}

/// True where the matrix of a stream turns its pictures by other than quarters, or shears them, which is not done.
func isTilted(_ stream: UnsafeMutablePointer<AVStream>) -> Bool {
  guard let data = clibav_stream_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, nil) else { return false }
  let matrix = data.withMemoryRebound(to: Int32.self, capacity: 9) { values in (0..<9).map { abs(Double(values[$0])) } }
  let (straight, crossed) = (max(matrix[0], matrix[4]), max(matrix[1], matrix[3]))
  return min(straight, crossed) > 0.01 * max(straight, crossed)
}

/// Rotates and mirrors a picture to be upright.
///
/// EXIF (CIPA DC-008, 4.6.4) says where the first row and the first column of the data are to be shown: 1 top and left,
/// 2 top and right, 3 bottom and right, 4 bottom and left, 5 left and top, 6 right and top, 7 right and bottom, 8 left
/// and bottom.
func upright(_ image: Image, orientation: Int) -> Image {
  guard (2...8).contains(orientation) else { return image }
  let isTurned = orientation >= 5
  let (width, height) = isTurned ? (image.height, image.width) : (image.width, image.height)
  let source = image.pixels
  var pixels = [UInt8](repeating: 0, count: source.count)
  let mirrors = mirrorsPicture(orientation)
  var target = 0
  for y in 0..<height {
    for x in 0..<width {
      let (column, row) = isTurned ? (y, x) : (x, y)
      let sourceColumn = mirrors.columns ? image.width - 1 - column : column
      let sourceRow = mirrors.rows ? image.height - 1 - row : row
      let pixel = (sourceRow * image.width + sourceColumn) * 4
      for channel in 0..<4 { pixels[target + channel] = source[pixel + channel] }
      target += 4
    }
  }
  return Image(width: width, height: height, premultiplied: pixels, gamut: image.gamut) ?? image
}

/// True if the columns and the rows of the data of an orientation are to be mirrored.
func mirrorsPicture(_ orientation: Int) -> (columns: Bool, rows: Bool) {
  ([2, 3, 7, 8].contains(orientation), [3, 4, 6, 7].contains(orientation))
}

/// The orientation, as EXIF numbers them, of a matrix of 3 × 3 that maps a point (column, row) of the data to (a · column +
/// c · row, b · column + d · row), as ISO/IEC 14496-12, 6.2.2, orders its numbers: a b u c d v x y w.
func orientation(ofMatrix matrix: [Double]) -> Int {
  guard matrix.count == 9 else { return 1 }
  let (a, b, c, d) = (matrix[0], matrix[1], matrix[3], matrix[4])
  guard [a, b, c, d].contains(where: { $0 != 0 }) else { return 1 }
  // The sides at which the first row and the first column of the data are shown.
  if abs(a) + abs(d) >= abs(b) + abs(c) {
    switch (a >= 0, d >= 0) {
    case (true, true): return 1
    case (false, true): return 2
    case (false, false): return 3
    case (true, false): return 4
    }
  }
  switch (c >= 0, b >= 0) {
  case (true, true): return 5
  case (false, true): return 6
  case (false, false): return 7
  case (true, false): return 8
  }
}

/// The change of a picture of an orientation, such as `turned by 90°`, clockwise; nil for upright ones.
func orientationText(_ orientation: Int) -> String? {
  switch orientation {
  case 2: "mirrored"
  case 3: "turned by 180°"
  case 4: "mirrored and turned by 180°"
  case 5: "mirrored and turned by 270°"
  case 6: "turned by 90°"
  case 7: "mirrored and turned by 90°"
  case 8: "turned by 270°"
  default: nil
  }
}
