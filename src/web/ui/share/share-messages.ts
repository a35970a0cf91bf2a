// Sentences about sharing a page.

export const shareMessages = {
  copied: 'Link copied to clipboard!',
  copyFailed: 'Failed to copy link',
  shareFailed: 'Failed to share',
} as const
