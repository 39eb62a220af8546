import Formats
import MediaBase

/// Takes an output's segments in order and makes its files, which appear under their names only when all are whole and
/// checked. To be used from one thread at a time.
public protocol OutputWriter: AnyObject {
  /// The unfinished file or folder.
  var temporaryPath: String { get }
  /// Sets the sound, before the first segment; files that hold pictures alone leave it out.
  func add(_ sound: EncodedSound)
  /// Sets the subtitles, before the first segment; files that hold pictures alone leave them out.
  func add(_ subtitles: [MovieSubtitles])
  /// Adds a segment after those before it; the same one may be added again and again. After an error the writer takes
  /// nothing more.
  func append(_ segment: EncodedSegment) throws(MediaError)
  /// Checks what was written, brings it to the disk and gives it its name. After an error nothing is left behind, and
  /// what was there stays.
  func finish() throws(MediaError)
  /// Removes what was written so far; nothing happens if it is finished.
  func cancel()
}

extension OutputWriter {
  public func add(_ sound: EncodedSound) {}
  public func add(_ subtitles: [MovieSubtitles]) {}
}

/// Keeps finished animated pictures between runs, so that the same frames are not encoded again.
public struct FinishedPicture {
  /// The file's bytes as a run before had them; nil where none is kept.
  public let bytes: [UInt8]?
  /// Called with the bytes of a file that was made anew and checked.
  public let keep: ([UInt8]) -> Void

  public init(bytes: [UInt8]?, keep: @escaping ([UInt8]) -> Void) {
    self.bytes = bytes
    self.keep = keep
  }
}

extension OutputFormat {
  /// A writer for a file, or for files numbered from `firstFrame`. Throws if the folder does not exist or cannot be
  /// written to.
  public func writer(
    to path: String, numbering: FrameNumbering = FrameNumbering(), finished: FinishedPicture? = nil
  ) throws(MediaError) -> any OutputWriter {
    switch container.storage {
    case .movie: try MovieWriter(path: path, format: self)
    case .animation: try AnimationWriter(path: path, format: self, finished)
    case .numberedFiles: try NumberedFileWriter(pattern: path, numbering: numbering, self)
    case .sheet: try SpriteSheetWriter(path: path, format: self, sprite ?? SpriteSheet(columns: 1))
    }
  }
}
