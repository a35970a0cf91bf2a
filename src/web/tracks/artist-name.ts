import type { Track } from '#contracts/tracks.ts'
import { messages } from '#web/messages.ts'

/** An artist with an empty name is unknown; a missing artist is not available (D-097). */
export function artistName(user: Track['user']): string {
  if (user === null) return messages.artistMissing
  return user.username === '' ? messages.artistUnknown : user.username
}
