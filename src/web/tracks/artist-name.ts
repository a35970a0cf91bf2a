import type { Track } from '#contracts/tracks.ts'
import { messages } from '#web/messages.ts'

/** An artist without a name is unknown; no artist at all is not available (D-097). */
export function artistName(user: Track['user']): string {
  if (user === null) return messages.artistMissing
  return user.username === '' ? messages.artistUnknown : user.username
}
