// The session as the browser knows it: unknown until the server has responded.

import { createStore } from 'zustand/vanilla'
import type { getIdAndRole } from '#contracts/accounts/accounts.ts'
import type { Role } from '#rules/permissions.ts'
import type { Result } from '#web/api/result.ts'

export type Session =
  | { state: 'unknown' | 'visitor' }
  | { state: 'user'; id: string; role: Role; username: string; displayName: string }

type IdAndRole = ReturnType<(typeof getIdAndRole)['output']['parse']>
type Deps = {
  fetchSession: () => Promise<Result<IdAndRole>>
  /** Called with each response that is used, for other tabs and for display: the server enforces bans. */
  store: (result: Pick<IdAndRole, 'id' | 'isBanned' | 'hasBoughtCommission'>) => void
}

const unknownSession: Session = { state: 'unknown' }

export function createSession({ fetchSession, store: storeResult }: Deps) {
  const store = createStore<Session>(() => unknownSession)
  let pending: Promise<Session> | null = null

  async function fetchOnce(): Promise<IdAndRole | null> {
    const result = await fetchSession()
    return result.ok ? result.value : null
  }

  function use(response: IdAndRole | null): Session {
    if (response === null) return unknownSession
    storeResult(response)
    const { id, role, username = '', displayName = username } = response
    if (id === null || role === null) return { state: 'visitor' }
    return { state: 'user', id, role, username, displayName }
  }

  /** Concurrent callers share one request. Without a response it stays unknown, and the next call fetches again. */
  function known(): Promise<Session> {
    const session = store.getState()
    if (session.state !== 'unknown') return Promise.resolve(session)
    if (pending !== null) return pending
    const fetching = fetchOnce().then((response) => {
      // Invalidated meanwhile: this response belongs to an older session.
      if (pending !== fetching) return known()
      pending = null
      const fetched = use(response)
      store.setState(fetched, true)
      return fetched
    })
    pending = fetching
    return fetching
  }

  /** Called after a login or logout, or a response that shows one: the stored session is outdated. */
  function invalidate(): void {
    pending = null
    store.setState(unknownSession, true)
    void known()
  }

  /** Fetches again; the known session is shown meanwhile, and without a response it stays. */
  async function refresh(): Promise<void> {
    const before = store.getState()
    if (before.state === 'unknown') {
      await known()
      return
    }
    const response = await fetchOnce()
    // Invalidated meanwhile, as above.
    if (response === null || store.getState() !== before) return
    const fetched = use(response)
    if (!isSame(before, fetched)) store.setState(fetched, true)
  }

  return { store, get: store.getState, known, invalidate, refresh }
}

function isSame(one: Session, other: Session): boolean {
  if (one.state !== 'user' || other.state !== 'user') return one.state === other.state
  return one.id === other.id && one.role === other.role && one.username === other.username
}
