// What an engine offers the job, FFmpeg run to its end, and the facts FFmpeg tells only in its log.

type FfmpegRun = { status: number; log: string }

export type Ffmpeg = {
  /** What the upload is called in this engine's argument lists. */
  input: string
  /**
   * Runs one argument list; afterwards `output`, a plain file name, lies in the job's folder.
   * Throws `AudioRefused` when the file made FFmpeg crash, an ordinary error for any other fault.
   */
  run(argumentList: string[], output?: string): FfmpegRun
}

export type StreamFacts = {
  codec: string
  sampleRateHz: number
  channels: number
  /** What the header says, or null when FFmpeg could only guess. */
  declaredMs: number | null
  /** A film, not a recording with a cover. */
  hasPictures: boolean
}

export type Loudness = {
  loudnessLufs: number
  loudnessRangeLu: number
  /** Digital silence has no peak: -Infinity. */
  truePeakDbtp: number
}

// Anchored to a line's start and indent, so that a title like "Stream #0:0: Audio: …" is not read. Not
// with the `m` flag, whose `^` also stands after U+2028, which a title may hold.
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

/** Any layout but mono and stereo counts as more than we take; its exact number is of no use. */
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
  // The file's own tags stand earlier in the log: only what follows the last summary is FFmpeg's.
  const summary = log.slice(log.lastIndexOf('Summary:'))
  const loudnessLufs = readFigure(summary, /^ +I: +(\S+) LUFS/m)
  const loudnessRangeLu = readFigure(summary, /^ +LRA: +(\S+) LU$/m)
  const truePeakDbtp = readFigure(summary, /^ +Peak: +(\S+) dBFS/m)
  const figures = [loudnessLufs, loudnessRangeLu, truePeakDbtp]
  return figures.some(Number.isNaN) ? null : { loudnessLufs, loudnessRangeLu, truePeakDbtp }
}

function readFigure(text: string, pattern: RegExp): number {
  const figure = pattern.exec(text)?.[1]
  return figure === '-inf' ? Number.NEGATIVE_INFINITY : Number(figure)
}
