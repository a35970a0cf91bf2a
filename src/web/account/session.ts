// Who is asking, as the browser knows it: unknown until the server has answered.

import type { getIdAndRole } from '#contracts/accounts.ts'
import type { Role } from '#rules/permissions.ts'
import type { Result } from '#web/api/result.ts'

export type Session =
  | { state: 'unknown' | 'visitor' }
  | { state: 'user'; id: string; role: Role; username: string }

type IdAndRole = ReturnType<(typeof getIdAndRole)['output']['parse']>
type Deps = {
  fetchSession: () => Promise<Result<IdAndRole>>
  /** Told with each answer, for other windows and for display: the server enforces bans. */
  store: (result: { id: string | null; isBanned: boolean }) => void
}

export const unknownSession: Session = { state: 'unknown' }

export function createSession({ fetchSession, store }: Deps) {
  let session = unknownSession
  let pending: Promise<Session> | null = null
  const listeners = new Set<() => void>()

  function put(next: Session) {
    session = next
    for (const listener of listeners) listener()
  }

  async function fetchOnce(): Promise<Session> {
    const result = await fetchSession()
    if (!result.ok) return unknownSession
    store(result.value)
    const { id, role, username } = result.value
    if (id === null || role === null) return { state: 'visitor' }
    return { state: 'user', id, role, username: username ?? '' }
  }

  /** Asks once for everybody who waits. Still unknown when no answer could be had: the next call asks again. */
  function known(): Promise<Session> {
    if (session.state !== 'unknown') return Promise.resolve(session)
    if (pending !== null) return pending
    const question = fetchOnce().then((result) => {
      // Dropped meanwhile: this answer is about who was asking before.
      if (pending !== question) return known()
      pending = null
      put(result)
      return result
    })
    pending = question
    return question
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    void known()
    return () => listeners.delete(listener)
  }

  /** Logging in or out, or an answer that says so: whatever was known holds no more. */
  function invalidate(): void {
    pending = null
    put(unknownSession)
    void known()
  }

  return {
    get: () => session,
    known,
    subscribe,
    invalidate,
  }
}
