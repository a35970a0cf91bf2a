// The flagged thing as it was then: a copy that later changes leave as it is.

import { z } from 'zod'

export const flaggedTrackSchema = z.object({
  title: z.string(),
  originalArtist: z.string(),
  description: z.string(),
  artistId: z.string(),
  artistName: z.string(),
  licenceStatus: z.string(),
  licensedFrom: z.string().nullable(),
  /** The hash of the recording. */
  sha256: z.string(),
})
export type FlaggedTrack = z.infer<typeof flaggedTrackSchema>

/** A review or a comment. */
export const flaggedTextSchema = z.object({
  text: z.string(),
  /** The artist's, of a review. */
  answer: z.string().nullable(),
  writtenAt: z.iso.datetime(),
  /** The author's name; null once the account is deleted. */
  author: z.string().nullable(),
  /** The artist or the track that it is about; null once the artist's account is deleted. */
  about: z.object({ id: z.string(), name: z.string() }).nullable(),
})
export type FlaggedText = z.infer<typeof flaggedTextSchema>

/** What a party of a commission wrote in its room. */
export const flaggedMessageSchema = z.object({
  text: z.string(),
  writtenAt: z.iso.datetime(),
  /** The author's name; null once the account is deleted. */
  author: z.string().nullable(),
  /** The commission. */
  about: z.object({ id: z.string(), name: z.string() }),
  /** The names of the files that were sent with it. */
  attachments: z.array(z.string()),
})
export type FlaggedMessage = z.infer<typeof flaggedMessageSchema>

/** What an artist says of themself. */
export const flaggedProfileSchema = z.object({
  name: z.string(),
  about: z.string().nullable(),
  instrument: z.string().nullable(),
  videoUrl: z.string().nullable(),
  /** Its address is gone once the picture was taken down. */
  avatar: z.string().nullable(),
})
export type FlaggedProfile = z.infer<typeof flaggedProfileSchema>
