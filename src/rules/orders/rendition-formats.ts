// The formats of an owned recording.

export const renditionFormats = ['mp3', 'wav'] as const
export type RenditionFormat = (typeof renditionFormats)[number]

export const ownedFormats = ['original', ...renditionFormats] as const
export type OwnedFormat = (typeof ownedFormats)[number]
