import CLibAV
import Formats

/// The tags of libav for a stream's colors (code points of ITU-T H.273).
struct ColorTags {
  var range: AVColorRange
  var primaries: AVColorPrimaries
  var transfer: AVColorTransferCharacteristic
  var matrix: AVColorSpace
  var chromaLocation: AVChromaLocation
}

extension PixelFormat {
  /// The tags of streams in this format.
  var colorTags: ColorTags {
    let chroma = isSubsampled ? AVCHROMA_LOC_CENTER : AVCHROMA_LOC_UNSPECIFIED
    return switch colorModel {
    case .yuv709:
      ColorTags(
        range: AVCOL_RANGE_MPEG, primaries: AVCOL_PRI_BT709, transfer: AVCOL_TRC_BT709, matrix: AVCOL_SPC_BT709,
        chromaLocation: chroma)
    case .rgb:
      ColorTags(
        range: AVCOL_RANGE_JPEG, primaries: AVCOL_PRI_BT709, transfer: AVCOL_TRC_IEC61966_2_1, matrix: AVCOL_SPC_RGB,
        chromaLocation: chroma)
    }
  }
}
