import CLibAV
import Formats

extension PixelFormat {
  var libavFormat: AVPixelFormat { av_get_pix_fmt(name) }
}
