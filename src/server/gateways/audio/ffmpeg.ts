// The engine's interface for the job: runs FFmpeg, and reads the data that FFmpeg writes only to its log.

type FfmpegRun = { status: number; log: string }

export type Ffmpeg = {
  /** The upload's name in this engine's argument lists. */
  input: string
  /**
   * Runs one argument list; afterwards `output`, a plain file name, is in the job's folder.
   * Throws `AudioRefused` when the file made FFmpeg crash, an ordinary error for any other failure.
   */
  run(argumentList: string[], output?: string): FfmpegRun
}

export type StreamFacts = {
  codec: string
  sampleRateHz: number
  channels: number
  /** The duration in the header, or null when FFmpeg only estimated it. */
  declaredMs: number | null
  /** True for a video, false for a recording with cover art. */
  hasPictures: boolean
}

export type Loudness = {
  loudnessLufs: number
  loudnessRangeLu: number
}

// Anchored to a line's start and indent, so that a title like "Stream #0:0: Audio: …" does not match. Without
// the `m` flag, whose `^` also matches after U+2028, which a title may contain.
const audioStream = /(?:^|\n) {2}Stream #0:\d+[^\n]*?: Audio: (\w+)[^\n]*?, (\d+) Hz, ([^,\n]+)/
const videoStreams = /(?:^|\n) {2}Stream #0:\d+[^\n]*?: Video: [^\n]*/g
const duration = /(?:^|\n) {2}Duration: (\d+):(\d\d):(\d\d\.\d+)/

/** The first audio stream that `ffmpeg -i` describes, or null when there is none. */
export function readStreamFacts(log: string): StreamFacts | null {
  const [, codec, sampleRate, layout] = audioStream.exec(log) ?? []
  if (codec === undefined || sampleRate === undefined || layout === undefined) return null
  return {
    codec,
    sampleRateHz: Number(sampleRate),
    channels: countChannels(layout),
    declaredMs: readDeclaredMs(log),
    hasPictures: (log.match(videoStreams) ?? []).some((line) => !line.includes('(attached pic)')),
  }
}

/** Any layout but mono and stereo exceeds the limit, so its exact number is not needed. */
function countChannels(layout: string): number {
  if (layout === 'mono' || layout === '1 channels') return 1
  if (layout === 'stereo' || layout === 'downmix' || layout === '2 channels') return 2
  return Number.POSITIVE_INFINITY
}

function readDeclaredMs(log: string): number | null {
  if (log.includes('Estimating duration from bitrate')) return null
  const [, hours, minutes, seconds] = duration.exec(log) ?? []
  if (hours === undefined) return null
  return (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
}

/** The summary of the `ebur128` filter, or null when the log has none. */
export function readLoudness(log: string): Loudness | null {
  // The file's own tags appear earlier in the log: only the text after the last "Summary:" is FFmpeg's.
  const summary = log.slice(log.lastIndexOf('Summary:'))
  const loudnessLufs = readFigure(summary, /^ +I: +(\S+) LUFS/m)
  const loudnessRangeLu = readFigure(summary, /^ +LRA: +(\S+) LU$/m)
  if (Number.isNaN(loudnessLufs) || Number.isNaN(loudnessRangeLu)) return null
  return { loudnessLufs, loudnessRangeLu }
}

function readFigure(text: string, pattern: RegExp): number {
  return Number(pattern.exec(text)?.[1])
}
