import { sql } from 'kysely'

/**
 * What people are told a flag is about: the title of the track that it or the comment is about, the name of the artist whom
 * the review or the profile is about, or that of the commission in whose room a message stands. Of a row of `flags` with its
 * track, whose title is that of today.
 */
export const flagName = sql<string>`coalesce(
  tracks.title, flagged -> 'about' ->> 'name', flagged ->> 'name', 'Deleted user'
)`
