// The audio formats: which are accepted, what they are called, how they are served, and which are made of a recording.

type Row = {
  /** As sentences call it. */
  name: string
  /** What names of files end in; the first one is that of a download. */
  endings: readonly [string, ...string[]]
  contentType: string
  /** FFmpeg's word for how it is read. */
  demuxer: string
  /** Hints name it. AAC without a container is accepted, but nobody is advised to send it. */
  isOffered: boolean
  /** Otherwise the player needs a rendition. */
  playsInBrowsers: boolean
}

/** The first bytes of each are in `server/gateways/audio/sniff-audio.ts`. */
export const audioContainers = {
  wav: {
    name: 'WAV',
    endings: ['wav', 'wave'],
    contentType: 'audio/wav',
    demuxer: 'wav',
    isOffered: true,
    playsInBrowsers: true,
  },
  flac: {
    name: 'FLAC',
    endings: ['flac'],
    contentType: 'audio/flac',
    demuxer: 'flac',
    isOffered: true,
    playsInBrowsers: true,
  },
  aiff: {
    name: 'AIFF',
    endings: ['aiff', 'aif', 'aifc'],
    contentType: 'audio/aiff',
    demuxer: 'aiff',
    isOffered: true,
    playsInBrowsers: false,
  },
  mp3: {
    name: 'MP3',
    endings: ['mp3'],
    contentType: 'audio/mpeg',
    demuxer: 'mp3',
    isOffered: true,
    playsInBrowsers: true,
  },
  ogg: {
    name: 'OGG',
    endings: ['ogg', 'oga', 'opus'],
    contentType: 'audio/ogg',
    demuxer: 'ogg',
    isOffered: true,
    playsInBrowsers: true,
  },
  m4a: {
    name: 'M4A',
    endings: ['m4a', 'mp4'],
    contentType: 'audio/mp4',
    demuxer: 'mov',
    isOffered: true,
    playsInBrowsers: true,
  },
  aac: {
    name: 'AAC',
    endings: ['aac'],
    contentType: 'audio/aac',
    demuxer: 'aac',
    isOffered: false,
    playsInBrowsers: true,
  },
} as const satisfies Record<string, Row>

export type AudioContainer = keyof typeof audioContainers

/** What an owner can have made of a recording. */
export const renditionFormats = ['mp3', 'wav'] as const satisfies readonly AudioContainer[]
export type RenditionFormat = (typeof renditionFormats)[number]

// Object.keys returns strings; these are the keys of the table above.
export const audioContainerNames = Object.keys(audioContainers) as AudioContainer[]

export function isAudioContainer(name: string | undefined): name is AudioContainer {
  return name !== undefined && Object.hasOwn(audioContainers, name)
}

/** For a file field. Some systems give audio files no media type: then the ending of the file's name counts. */
export const audioFileTypes: readonly string[] = [
  'audio/*',
  ...audioContainerNames.flatMap((name) =>
    audioContainers[name].endings.map((ending) => `.${ending}`),
  ),
]

/** 'WAV, FLAC, AIFF, MP3, OGG or M4A' */
export const offeredFormats = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
  audioContainerNames
    .filter((name) => audioContainers[name].isOffered)
    .map((name) => audioContainers[name].name),
)

/** The rate of every MP3 that the site makes is constant, as variable rates show wrong lengths. */
export const madeMp3Kbits = 128
export const madeMp3BytesPerMs = madeMp3Kbits / 8
