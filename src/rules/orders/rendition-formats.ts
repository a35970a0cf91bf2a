// The formats of an owned recording.

import { renditionFormats } from '../music/audio-formats.ts'

export const ownedFormats = ['original', ...renditionFormats] as const
export type OwnedFormat = (typeof ownedFormats)[number]
