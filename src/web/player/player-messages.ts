// Why a preview does not play.

export const playerMessages = {
  audioLoadFailed: 'Failed to load audio',
  audioPlayFailed: 'Failed to play audio',
  audioPlayerFailed: 'Failed to create audio player',
  audioFormat: 'Audio format not supported',
  previewLoadFailed: 'Failed to load preview',
  previewPlayFailed: 'Failed to play preview',
  previewGone: 'Preview not available',
  previewUrlMissing: 'No preview URL available',
  previewMissing: 'No preview available',
  previewMissingButton: 'No Preview Available',
} as const
