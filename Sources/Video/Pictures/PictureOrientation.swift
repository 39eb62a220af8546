import CLibAV
import Graphics

/// From 1, upright, to 8, as EXIF numbers them; 1 by default.
func orientation(of frame: UnsafeMutablePointer<AVFrame>) -> Int {
  guard let entry = av_dict_get(frame.pointee.metadata, "Orientation", nil, 0) else { return 1 }
  let text = String(cString: entry.pointee.value)
  guard let number = Int(text.filter(\.isNumber)), (1...8).contains(number) else { return 1 }
  return number
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
  let mirrorsColumns = [2, 3, 7, 8].contains(orientation)
  let mirrorsRows = [3, 4, 6, 7].contains(orientation)
  var target = 0
  for y in 0..<height {
    for x in 0..<width {
      let (column, row) = isTurned ? (y, x) : (x, y)
      let sourceColumn = mirrorsColumns ? image.width - 1 - column : column
      let sourceRow = mirrorsRows ? image.height - 1 - row : row
      let pixel = (sourceRow * image.width + sourceColumn) * 4
      for channel in 0..<4 { pixels[target + channel] = source[pixel + channel] }
      target += 4
    }
  }
  return Image(width: width, height: height, premultiplied: pixels) ?? image
}
