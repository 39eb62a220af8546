import Files
import Foundation

/// The chunk "Software" of PNG, as `writePNG` writes it after a picture's header: length, type, text and checksum.
let pictureMark: [UInt8] =
  [0, 0, 0, 17] + Array("tEXtSoftware".utf8) + [0] + Array(movieMark.utf8) + [0x30, 0x66, 0xDA, 0xE7]

/// Where the mark stands: behind the signature and the header.
let pictureMarkOffset = 33

/// Whether what is at a path is a picture that `writePNG` made; false for links.
public func isOwnPicture(at path: String) -> Bool {
  guard let file = (try? RegularFile(path, followingLinks: false))?.handle,
    let bytes = try? file.read(upToCount: pictureMarkOffset + pictureMark.count)
  else { return false }
  return bytes.dropFirst(pictureMarkOffset).elementsEqual(pictureMark)
}
