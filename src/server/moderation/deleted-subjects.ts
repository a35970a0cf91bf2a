import { sql } from 'kysely'

/** Of a row of `flags`: its author, or an admin, has deleted the words that it is about. */
export const isSubjectDeleted = sql<boolean>`
  coalesce(flags.track_id, flags.review_id, flags.comment_id, flags.profile_id, flags.message_id) is null`
