import Formats
import JobFile
import StageKit
import Testing

@Suite("Reading sounds") struct SoundReadingTests {
  private func job(sounds: String, outputs: String = "[]", more: String = "") -> String {
    #"{ "canvas": {"size": [64, 64], "duration": 2}, "stages": [], "# + more
      + "\n\"sounds\": \(sounds)" + (outputs == "[]" ? "" : ",\n\"outputs\": \(outputs)") + " }"
  }

  /// Messages but those about stages that are not there.
  private func faults(_ text: String) -> [String] {
    messages(text).filter {
      !$0.contains("there are no stages") && !$0.contains("there is no file") && !$0.contains("GIF shows")
    }
  }

  @Test("A sound has its values, and a name from its file") func valuesAreRead() throws {
    let job = try #require(
      read(
        job(
          sounds:
            #"[ { "file": "audio/music.mp3", "start": { "after": "a.b", "delay": 1 }, "trim": [2, 17.5], "gain": -6, "#
            + #""loop": true, "duck": { "under": "voice" } }, { "id": "voice", "file": "v.wav", "start": { "each": "pin.landed" } } ]"#
        )
      ).job)
    let sound = job.sounds[0]
    #expect(sound.id == "music" && sound.file.literal == "audio/music.mp3")
    #expect(sound.trim == (2, 17.5))
    #expect(SoundOptions(reading: sound.parameters).gain.value(at: 9) == -6)
    #expect(SoundOptions(reading: sound.parameters).loop && SoundOptions(reading: sound.parameters).speed == 1)
    let duck = try #require(SoundOptions(reading: sound.parameters).duck)
    #expect(duck.under == "voice" && duck.by == -12)
    guard case .once(.after("a", "b", 1, _, _)) = sound.start,
      case .each("pin", "landed", 0, _, _) = job.sounds[1].start
    else {
      Issue.record("\(job.sounds.map(\.start))")
      return
    }
    #expect(job.inputFiles.map(\.reference.literal) == ["audio/music.mp3", "v.wav"])
  }

  @Test("Everything that is wrong with sounds is reported with its place") func faultsAreReported() {
    #expect(
      faults(
        job(
          sounds: """
            [ { "id": "a", "file": "a.wav", "gain": 60, "trim": [3, 2] },
              { "id": "a", "file": "", "fadeIn": -1, "pan": 2 },
              { "start": { "each": "pin" }, "speed": 0 },
              { "id": "b", "file": "b.wav", "duck": { "under": "voise", "by": 3 } },
              { "id": "c", "file": "c.wav", "duck": { "under": "c" } } ]
            """)) == [
          "2:51: sounds[0].gain: 60 is above 24",
          "2:63: sounds[0].trim: ends at 2 s, not after 3 s",
          "3:11: sounds[1].id: the id 'a' is used twice. It was first used at 2:21.",
          "3:24: sounds[1].file: the file name is empty",
          "3:38: sounds[1].fadeIn: -1 is below 0",
          "3:49: sounds[1].pan: 2 is above 1",
          "4:3: sounds[2]: 'file' is missing. It is a file with sound, such as WAV, FLAC, MP3, M4A, Ogg or a "
            + "movie.",
          "4:24: sounds[2].start.each: expected \"stage.cue\", found 'pin'. It is a stage's id and a cue of that stage.",
          "4:42: sounds[2].speed: 0 is below 0.1",
          "5:52: sounds[3].duck.under: there is no sound 'voise'. Possible values: 'a', 'c', 'sound-3'.",
          "5:67: sounds[3].duck.by: 3 is above 0",
          "6:52: sounds[4].duck.under: 'c' cannot sink under itself",
        ])
  }

  @Test("Outputs have the sound that their container and place ask for") func outputsHaveSound() throws {
    let job = try #require(
      read(
        job(
          sounds: #"[ { "file": "a.wav" } ]"#,
          outputs: """
            [ { "file": "a.mp4" }, { "file": "b.webm" }, { "file": "c.mov", "codec": "prores" }, { "file": "d.mkv" },
              { "file": "e.gif" }, { "file": "f.mp4", "sound": false }, { "file": "g.mp4", "for": "instagram-reel" },
              { "file": "h.mov", "sound": { "codec": "pcm", "loudness": "as is" } },
              { "file": "i.wav" }, { "file": "j.m4a", "sound": { "bitRate": 96, "loudness": -16, "truePeak": -2 } } ]
            """)
      ).job)
    let formats = job.outputs.map { job.soundFormat(of: $0) }
    #expect(formats.map { $0?.codec.name } == ["aac", "opus", "pcm", "flac", nil, nil, "aac", "pcm"])
    #expect(formats[0] == SoundFormat(codec: .aac) && formats[6]?.bitRate == 128)
    #expect(formats[7]?.loudness == .asIs)
    #expect(job.soundOutputs.map(\.file) == ["i.wav", "j.m4a"])
    #expect(
      job.soundFormat(of: job.soundOutputs[1])
        == SoundFormat(codec: .aac, bitRate: 96, loudness: Loudness(target: -16, maxTruePeak: -2)))
  }

  @Test("The job's loudness holds where an output does not say it") func loudnessIsShared() throws {
    let job = try #require(
      read(
        job(
          sounds: #"[ { "file": "a.wav" } ]"#,
          outputs: #"[ { "file": "a.mp4" }, { "file": "b.mp4", "sound": { "loudness": -16 } } ]"#,
          more: #""loudness": "as is","#)
      ).job)
    #expect(job.outputs.map { job.soundFormat(of: $0)?.loudness } == [.asIs, Loudness(target: -16)])
  }

  @Test("Sound that an output cannot hold is reported") func impossibleSoundIsReported() {
    #expect(
      faults(
        job(
          sounds: #"[ { "file": "a.wav" } ]"#,
          outputs: """
            [ { "file": "a.gif", "sound": true },
              { "file": "b.mp4", "sound": { "codec": "opus" } },
              { "file": "c.wav", "sound": { "bitRate": 128 } },
              { "file": "d.wav", "fps": 30 } ]
            """)) == [
          "3:42: outputs[0].sound: GIF holds no sound. Deliver .mp4, .mov, .webm, .mkv, .wav or .m4a.",
          "4:42: outputs[1].sound.codec: sound as 'opus' does not go into MP4. Use 'aac'.",
          "5:44: outputs[2].sound.bitRate: 'pcm' loses nothing and has no bit rate",
          "6:22: outputs[3].fps: unknown key 'fps'. Possible values: 'file', 'sound', 'from', 'to', 'loop'.",
        ])
  }

  @Test("Frames begin at their samples, at any rate") func framesHaveSamples() throws {
    var job = try #require(read(job(sounds: "[]")).job)
    job.frameRate = try #require(FrameRate(30_000, 1001))
    #expect(job.samples(of: 0..<1) == 0..<1602)
    #expect(job.samples(of: 5..<30_000) == 8008..<48_048_000)
  }
}
