// Who is asking, as the browser knows it: unknown until the server has answered.

import type { getIdAndRole } from '#contracts/accounts.ts'
import type { Role } from '#rules/permissions.ts'
import type { Attempt } from '#web/api/attempt.ts'

export type Session =
  | { state: 'unknown' | 'visitor' }
  | { state: 'user'; id: string; role: Role; username: string }

type IdAndRole = ReturnType<(typeof getIdAndRole)['output']['parse']>
type Deps = {
  ask: () => Promise<Attempt<IdAndRole>>
  /** Told with each answer, for other windows and for display: the server enforces bans. */
  keep: (answer: { id: string | null; isBanned: boolean }) => void
}

export const unknownSession: Session = { state: 'unknown' }

export function createSession({ ask, keep }: Deps) {
  let session = unknownSession
  let asking: Promise<Session> | null = null
  const listeners = new Set<() => void>()

  function put(next: Session) {
    session = next
    for (const listener of listeners) listener()
  }

  async function askServer(): Promise<Session> {
    const answer = await ask()
    if (!answer.ok) return unknownSession
    keep(answer.value)
    const { id, role, username } = answer.value
    if (id === null || role === null) return { state: 'visitor' }
    return { state: 'user', id, role, username: username ?? '' }
  }

  /** Asks once for everybody who waits. Still unknown when no answer could be had: the next call asks again. */
  function known(): Promise<Session> {
    if (session.state !== 'unknown') return Promise.resolve(session)
    if (asking !== null) return asking
    const question = askServer().then((answer) => {
      // Dropped meanwhile: this answer is about who was asking before.
      if (asking !== question) return known()
      asking = null
      put(answer)
      return answer
    })
    asking = question
    return question
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    void known()
    return () => listeners.delete(listener)
  }

  /** Logging in or out, or an answer that says so: whatever was known holds no more. */
  function drop(): void {
    asking = null
    put(unknownSession)
    void known()
  }

  return {
    get: () => session,
    known,
    subscribe,
    drop,
  }
}
