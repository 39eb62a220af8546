import Files
import Foundation

/// The program's name, as `MovieWriter` writes it to every movie.
let movieMark = "pipeline"

/// Whether what is at a path is a movie that `MovieWriter` made; false for links.
///
/// Reads a few hundred bytes: the mark stands at the end of the movie's index.
public func isOwnMovie(at path: String) -> Bool {
  guard let file = (try? RegularFile(path, followingLinks: false))?.handle,
    let boxes = try? topLevelBoxes(in: file, named: path), let index = boxes.first(where: { $0.type == "moov" })
  else { return false }
  let count = min(index.size, 512)
  guard (try? file.seek(toOffset: index.offset + index.size - count)) != nil,
    let bytes = try? file.read(upToCount: Int(count))
  else { return false }
  return bytes.range(of: Data(markBox)) != nil
}

/// The item "encoding tool" of a movie's list of metadata.
private let markBox: [UInt8] =
  [0xA9] + Array("too".utf8) + [0, 0, 0, UInt8(16 + movieMark.utf8.count)] + Array("data".utf8)
  + [0, 0, 0, 1, 0, 0, 0, 0] + Array(movieMark.utf8)
