// A comment on a track and a review of an artist, as everyone reads them.

import { z } from 'zod'

const text = {
  id: z.string(),
  text: z.string(),
  createdAt: z.iso.datetime(),
  isEdited: z.boolean(),
  /** Its author has bought the track, or a track of the artist. */
  isVerifiedBuyer: z.boolean(),
}
const author = { username: z.string(), avatar: z.string().nullable() }

export const commentSchema = z.object({
  ...text,
  /** Null once the account is deleted. */
  user: z.object(author).nullable(),
})
export type Comment = z.infer<typeof commentSchema>

export const reviewSchema = z.object({
  ...text,
  /** Null once the account is deleted. */
  user: z.object({ id: z.string(), ...author }).nullable(),
  answer: z.object({ text: z.string(), answeredAt: z.iso.datetime() }).nullable(),
})
export type Review = z.infer<typeof reviewSchema>

/** One page of a track's comments, newest first. */
export const commentListSchema = z.object({
  comments: z.array(commentSchema),
  totalComments: z.int(),
  /** At most `commentPages`, also when a later page was asked for. */
  commentPage: z.int(),
  /** At least 1. */
  commentPages: z.int(),
})
export type CommentList = z.infer<typeof commentListSchema>
