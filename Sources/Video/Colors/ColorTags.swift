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

extension OutputFormat {
  /// The tags of its streams.
  var colorTags: ColorTags {
    var tags = pixelFormat.colorTags
    switch colors {
    case .standard(.sRGB): break
    case .standard(.displayP3): tags.primaries = AVCOL_PRI_SMPTE432
    case .hdr(let transfer, _):
      tags.primaries = AVCOL_PRI_BT2020
      tags.transfer = transfer == .pq ? AVCOL_TRC_SMPTE2084 : AVCOL_TRC_ARIB_STD_B67
      tags.matrix = AVCOL_SPC_BT2020_NCL
    }
    return tags
  }
}

extension PixelFormat {
  /// The tags of streams of sRGB in this format.
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
