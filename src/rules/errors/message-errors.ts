import {
  attachmentFormats,
  maxAttachmentMegabytes,
  messageLimit,
  maxAttachedMegabytes,
  maxAttachments,
  maxPictureMegapixels,
  minAttachedSeconds,
} from '../commissions/message-limits.ts'
import { audioLimits } from '../uploads/upload-limits.ts'
import type { RefusalTable } from './refusal-table.ts'

/** What a form says before it sends anything. */
export const messageBlank = 'Please enter a message.'

export const messageErrors = {
  messages_closed: {
    status: 409,
    message: 'This room takes no messages any more. What was written stays readable.',
  },
  too_many_room_messages: {
    status: 429,
    message: `You have written ${messageLimit.max} messages about commissions within an hour. Please send the next one later.`,
  },
  message_on_its_way: {
    status: 429,
    message:
      'Other messages of yours with files are on their way. Please wait until they have arrived.',
  },
  too_many_attachments: {
    status: 400,
    message: `A message takes at most ${maxAttachments} files.`,
  },
  attachments_full: {
    status: 409,
    message: `The files of this commission take ${maxAttachedMegabytes} MB already, which is the most. Please send the message without files.`,
  },
  attachment_empty: { status: 400, message: 'One of the files is empty.' },
  attachment_too_large: {
    status: 413,
    message: `One of the files is larger than ${maxAttachmentMegabytes} MB.`,
  },
  attachment_not_accepted: {
    status: 415,
    message: `One of the files is nothing that can be sent here. Please use ${attachmentFormats}.`,
  },
  picture_unreadable: {
    status: 415,
    message: 'One of the pictures is damaged, and cannot be shown.',
  },
  picture_too_many_pixels: {
    status: 422,
    message: `One of the pictures has more than ${maxPictureMegapixels} megapixels. Please use a smaller one.`,
  },
  attachment_length: {
    status: 422,
    message: `Audio in a message lasts from ${minAttachedSeconds} second to ${audioLimits.maxMinutes} minutes.`,
  },
  attachment_unplayable: {
    status: 422,
    message: 'This file is damaged, or of a kind that we cannot play.',
  },
} as const satisfies RefusalTable
