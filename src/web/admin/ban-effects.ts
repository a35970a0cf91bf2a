// What a ban does to one user, in sentences by what they have listed, sold and are owed.

import type { UserRecord } from '#contracts/admin/users.ts'
import { formatPence } from '#rules/price.ts'

type Banned = Pick<UserRecord, 'role' | 'tracks' | 'sold' | 'owedPence'>

/** Null is a user whose record is not known: the effects on an artist are told without numbers. */
export function banEffects(user: Banned | null): string[] {
  return [
    'Within a second, every page they have open is blocked, and every call is refused.',
    'They can still download what they bought, get a copy of their data and leave.',
    ...(user?.role === 'customer' ? [] : [hidden(user), sold(user), held(user)]),
  ]
}

function hidden(user: Banned | null): string {
  if (user === null) return 'Their profile and tracks leave lists, searches and carts.'
  if (user.tracks === 0) return 'Their profile leaves lists and searches.'
  const tracks = user.tracks === 1 ? 'one track' : `${user.tracks} tracks`
  return `Their profile and ${tracks} leave lists, searches and carts.`
}

function sold(user: Banned | null): string {
  if (user?.sold === 0) return 'They have sold nothing, so no buyer is concerned.'
  if (user?.sold === 1)
    return 'The one copy they sold stays with its buyer, who can go on downloading it.'
  const copies = user === null ? 'Sold copies' : `The ${user.sold} copies they sold`
  return `${copies} stay with their buyers, who can go on downloading them.`
}

function held(user: Banned | null): string {
  if (user?.owedPence === 0) return 'Nothing is owed to them.'
  const owed = user === null ? 'What is' : `The ${formatPence(user.owedPence)}`
  return `${owed} owed to them is held until an admin releases it.`
}
