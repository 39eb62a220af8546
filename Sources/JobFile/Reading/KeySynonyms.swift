import StageKit

/// The known key that an unknown one most likely means: another program's name for it, or the most similar one.
func meantKey(for key: String, among known: [String]) -> String? {
  let plain = key.lowercased().filter { $0 != "-" && $0 != "_" }
  return keySynonyms[plain]?.first { known.contains($0) } ?? spellingSuggestion(for: key, among: known)
}

/// Names of other programs, in lower case, and the keys that they may mean; the one that is known in an object counts.
private let keySynonyms: [String: [String]] = [
  // When something begins and ends.
  "at": ["start", "from"], "begin": ["start", "from"], "delay": ["start"], "end": ["duration", "to"],
  "from": ["start"], "in": ["start", "from"], "length": ["duration", "to"], "offset": ["start", "at"],
  "out": ["duration", "to"], "start": ["from"], "stop": ["duration", "to"], "time": ["at", "start"],
  "to": ["value", "duration"], "until": ["duration", "to"],
  // Stages.
  "children": ["stages"], "items": ["stages"], "kind": ["stage"], "layers": ["stages"], "mask": ["matte"],
  "name": ["id", "file"], "options": ["parameters"], "props": ["parameters"], "show": ["hidden"], "type": ["stage"],
  "visible": ["hidden"], "zindex": ["z"],
  // Keyframes.
  "alternate": ["autoreverse"], "ease": ["curve"], "easing": ["curve"], "frames": ["keyframes"],
  "interpolation": ["mode", "curve"], "iterations": ["repeat"], "loop": ["repeat"], "pingpong": ["autoreverse"],
  "reverse": ["autoreverse"], "timing": ["curve"], "values": ["keyframes"], "yoyo": ["autoreverse"],
  // The canvas and outputs.
  "dimensions": ["size"], "framerate": ["fps"], "height": ["size"], "rate": ["fps"], "resolution": ["size"],
  "width": ["size"],
  // Places, styles and files.
  "align": ["alignment"], "alpha": ["opacity"], "angle": ["rotation"], "color": ["fill", "paint", "background"],
  "colors": ["stops"], "content": ["text"], "cornerradius": ["radius"], "direction": ["angle"],
  "fill": ["color", "paint"], "gradient": ["fill", "paint"], "prefix": ["text"], "spacing": ["gap"], "suffix": ["text"],
  "filename": ["file"], "href": ["file"], "image": ["file", "picture"], "label": ["text"], "oval": ["ellipse"],
  "path": ["file"], "rectangle": ["rect"], "square": ["rect"],
  "pivot": ["anchor"], "rotate": ["rotation"], "source": ["file"], "src": ["file"], "title": ["text"],
  "typeface": ["family"], "url": ["file"], "volume": ["gain"], "x": ["position"], "y": ["position"], "zoom": ["scale"],
]

/// The known word that an unknown one means by another program's name for it: a stage, a codec or a preset.
func synonym(of word: String, among known: [String]) -> String? {
  wordSynonyms[word.lowercased().filter { $0.isLetter || $0.isNumber }]?.first { known.contains($0) }
}

/// Words of other programs, in lower case without other marks, and the words that they mean here; the one that is known counts.
private let wordSynonyms: [String: [String]] = [
  // Codecs.
  "avc": ["h264"], "h265": ["hevc"], "libx264": ["h264"], "libx265": ["hevc"], "mjpeg": ["jpeg"], "jpg": ["jpeg"],
  "x264": ["h264"], "x265": ["hevc"], "aom": ["av1"], "prores4444": ["prores"], "libvpxvp9": ["vp9"],
  // Stages.
  "background": ["backdrop"], "camera": ["camera-rotation"], "circle": ["shape"], "composition": ["job"],
  "ellipse": ["shape"],
  "graph": ["chart"], "image": ["picture"], "img": ["picture"], "label": ["caption"], "laptop": ["device"],
  "layer": ["group"], "line": ["shape"], "loader": ["spinner"], "map": ["camera-rotation"], "marker": ["pin-morph"],
  "number": ["counter"], "path": ["shape"], "phone": ["device"], "photo": ["picture"], "pin": ["pin-morph"],
  "polyline": ["polyline-sweep"], "qr": ["qr-code"], "rect": ["shape"], "rectangle": ["shape"], "scenes": ["sequence"],
  "svg": ["picture"], "text": ["caption"], "title": ["caption"], "video": ["clip"], "watermark": ["picture"],
  // Sides.
  "bottom": ["end"], "left": ["start"], "middle": ["center"], "right": ["end"], "top": ["start"],
  // Presets.
  "fadein": ["fade"], "fadeout": ["fade"], "none": ["cut"], "scalein": ["grow"], "slidedown": ["sink"],
  "slidein": ["slide-left"],
  "slideup": ["rise"], "crossfade": ["dissolve"], "zoomin": ["grow", "zoom"], "zoomout": ["shrink", "zoom"],
]
