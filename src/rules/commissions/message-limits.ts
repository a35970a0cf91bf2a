// Messages of a commission's room: how long, how many, and which files go with them.

import { audioFileTypes } from '../music/audio-formats.ts'

export const maxMessageLength = 2_000

const hourMs = 60 * 60_000
/** The limit of one user, in all rooms together. */
export const messageLimit = { max: 60, periodMs: hourMs } as const

export const messagesPerPage = 50

export const maxAttachments = 3
export const maxAttachmentMegabytes = 20
export const maxAttachmentBytes = maxAttachmentMegabytes * 1024 * 1024
/** All attachments of a commission, as they were sent. */
export const maxAttachedMegabytes = 200
export const maxAttachedBytes = maxAttachedMegabytes * 1024 * 1024

export const attachmentKinds = ['image', 'document', 'audio'] as const
export type AttachmentKind = (typeof attachmentKinds)[number]

/** For the file dialog. Not SVG, which can contain scripts. Some systems give files no media type: then the ending counts. */
export const attachmentFileTypes = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'application/pdf',
  '.png',
  '.jpg',
  '.jpeg',
  '.webp',
  '.pdf',
  ...audioFileTypes,
] as const
export const attachmentFormats = 'PNG, JPEG, WebP, PDF or audio'

/** A small file can contain pixels for many gigabytes. */
export const maxPictureMegapixels = 50
/** Larger pictures are made smaller, in pixels. */
export const maxPictureSide = 2_048

/** Also a word that is sung or said counts as audio. */
export const minAttachedSeconds = 1

/** How long an admin who has stated a reason can read a room. */
export const adminReadMinutes = 60

/** When the emails about what is new in a room are sent. */
export const newsDelays = {
  /** Who is in the room reads it first. */
  firstMs: 5 * 60_000,
  /** Between two of them. */
  nextMs: hourMs,
} as const
