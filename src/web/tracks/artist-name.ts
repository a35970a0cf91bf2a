import type { Track } from '#contracts/tracks.ts'
import { words } from '#web/words.ts'

/** An artist without a name is unknown; no artist at all is not available (D-097). */
export function artistName(user: Track['user']): string {
  if (user === null) return words.artistMissing
  return user.username === '' ? words.artistUnknown : user.username
}
