/// The characters that HTML has names for (HTML 4.01, 24), and those that numbers stand for (HTML, 13.2.5.80).
enum CharacterReference {
  /// The character of a reference without its ampersand and its semicolon, such as `eacute`, `#233` or `#xE9`; nil for
  /// others.
  static func character(_ name: some StringProtocol) -> Character? {
    guard name.first == "#" else { return named[String(name)] }
    let digits = name.dropFirst()
    let isHexadecimal = digits.first == "x" || digits.first == "X"
    guard let number = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits),
      let scalar = Unicode.Scalar(windows1252[number] ?? number), scalar.value >= 0x20
    else { return nil }
    return Character(scalar)
  }

  /// The characters from U+00A0 to U+00FF, in their order.
  private static let latin1 = """
    nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute
    micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig
    Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash
    Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute
    ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc
    uuml yacute thorn yuml
    """

  /// The others, with their numbers.
  private static let others = """
    22=quot 26=amp 27=apos 3C=lt 3E=gt 152=OElig 153=oelig 160=Scaron 161=scaron 178=Yuml 192=fnof 2C6=circ
    2DC=tilde 391=Alpha 392=Beta 393=Gamma 394=Delta 395=Epsilon 396=Zeta 397=Eta 398=Theta 399=Iota 39A=Kappa
    39B=Lambda 39C=Mu 39D=Nu 39E=Xi 39F=Omicron 3A0=Pi 3A1=Rho 3A3=Sigma 3A4=Tau 3A5=Upsilon 3A6=Phi 3A7=Chi 3A8=Psi
    3A9=Omega 3B1=alpha 3B2=beta 3B3=gamma 3B4=delta 3B5=epsilon 3B6=zeta 3B7=eta 3B8=theta 3B9=iota 3BA=kappa
    3BB=lambda 3BC=mu 3BD=nu 3BE=xi 3BF=omicron 3C0=pi 3C1=rho 3C2=sigmaf 3C3=sigma 3C4=tau 3C5=upsilon 3C6=phi
    3C7=chi 3C8=psi 3C9=omega 3D1=thetasym 3D2=upsih 3D6=piv 2002=ensp 2003=emsp 2009=thinsp 200C=zwnj 200D=zwj
    200E=lrm 200F=rlm 2013=ndash 2014=mdash 2018=lsquo 2019=rsquo 201A=sbquo 201C=ldquo 201D=rdquo 201E=bdquo
    2020=dagger 2021=Dagger 2022=bull 2026=hellip 2030=permil 2032=prime 2033=Prime 2039=lsaquo 203A=rsaquo
    203E=oline 2044=frasl 20AC=euro 2111=image 2118=weierp 211C=real 2122=trade 2135=alefsym 2190=larr 2191=uarr
    2192=rarr 2193=darr 2194=harr 21B5=crarr 21D0=lArr 21D1=uArr 21D2=rArr 21D3=dArr 21D4=hArr 2200=forall 2202=part
    2203=exist 2205=empty 2207=nabla 2208=isin 2209=notin 220B=ni 220F=prod 2211=sum 2212=minus 2217=lowast
    221A=radic 221D=prop 221E=infin 2220=ang 2227=and 2228=or 2229=cap 222A=cup 222B=int 2234=there4 223C=sim
    2245=cong 2248=asymp 2260=ne 2261=equiv 2264=le 2265=ge 2282=sub 2283=sup 2284=nsub 2286=sube 2287=supe
    2295=oplus 2297=otimes 22A5=perp 22C5=sdot 2308=lceil 2309=rceil 230A=lfloor 230B=rfloor 27E8=lang 27E9=rang
    25CA=loz 2660=spades 2663=clubs 2665=hearts 2666=diams
    """

  private static let named: [String: Character] = {
    var named: [String: Character] = [:]
    func add(_ name: Substring, _ number: UInt32?) {
      if let scalar = number.flatMap({ Unicode.Scalar($0) }) { named[String(name)] = Character(scalar) }
    }
    for (offset, name) in latin1.split(whereSeparator: \.isWhitespace).enumerated() { add(name, 0xA0 + UInt32(offset)) }
    for pair in others.split(whereSeparator: \.isWhitespace) {
      let parts = pair.split(separator: "=")
      if parts.count == 2 { add(parts[1], UInt32(parts[0], radix: 16)) }
    }
    return named
  }()

  /// The characters that Windows has for numbers of control characters.
  private static let windows1252: [UInt32: UInt32] = [
    0x80: 0x20AC, 0x82: 0x201A, 0x83: 0x0192, 0x84: 0x201E, 0x85: 0x2026, 0x86: 0x2020, 0x87: 0x2021,
    0x88: 0x02C6, 0x89: 0x2030, 0x8A: 0x0160, 0x8B: 0x2039, 0x8C: 0x0152, 0x8E: 0x017D, 0x91: 0x2018,
    0x92: 0x2019, 0x93: 0x201C, 0x94: 0x201D, 0x95: 0x2022, 0x96: 0x2013, 0x97: 0x2014, 0x98: 0x02DC,
    0x99: 0x2122, 0x9A: 0x0161, 0x9B: 0x203A, 0x9C: 0x0153, 0x9E: 0x017E, 0x9F: 0x0178,
  ]
}
