// The sentences about the messages of a room that the browser says by itself.

import {
  attachmentFormats,
  maxAttachmentMegabytes,
  maxAttachments,
} from '#rules/commissions/message-limits.ts'

export const roomMessages = {
  none: 'Nothing has been written yet.',
  removed: 'This message was removed.',
  loadFailed: 'The messages could not be loaded. Please load the page again.',
  earlierFailed: 'The earlier messages could not be loaded. Please try again.',
  sendFailed: 'Your message was not sent. It stays here: please try again.',
  stopped: 'Your message was not sent. It stays here.',
  preparing: 'Preparing it to be played…',
  tooMany: (name: string) => `“${name}” is one too many: a message takes ${maxAttachments} files.`,
  tooLarge: (name: string) => `“${name}” is larger than ${maxAttachmentMegabytes} MB.`,
  empty: (name: string) => `“${name}” is empty.`,
  notAccepted: (name: string) =>
    `“${name}” cannot be sent. What can be sent: ${attachmentFormats}.`,
  arrived: (name: string) => `${name} has sent a message.`,
  readable: 'You can read the messages for an hour.',
} as const
