// The unread notifications of the user of this browser tab: their number, kept up to date while the page is open.

import { createStore } from 'zustand/vanilla'
import type { Session } from '#web/accounts/session.ts'
import type { followChanges } from '#web/api/live-events.ts'
import type { Result } from '#web/api/result.ts'

type Unread = Result<{ unread: number }>

type Calls = {
  count: () => Promise<Unread>
  markRead: (id: string) => Promise<Unread>
  markAllRead: () => Promise<Unread>
}

type Deps = {
  calls: Calls
  follow: typeof followChanges
  isHidden: () => boolean
}

type State = {
  unread: number
  /** Increased with each change that the server has told: lists load again. */
  version: number
}

/** In milliseconds. Nobody waits for a notification as they wait for an upload. */
const pollEveryMs = { connected: 5 * 60_000, alone: 30_000 }

const nothing: State = { unread: 0, version: 0 }

export function createNotifications({ calls, follow, isHidden }: Deps) {
  const store = createStore<State>(() => nothing)
  let userId: string | null = null
  let stop: (() => void) | null = null

  async function refetch(): Promise<boolean> {
    // When the tab is shown again, its new stream begins with an event.
    if (isHidden()) return true
    const of = userId
    const counted = await calls.count()
    if (of !== userId) return true
    put(counted)
    return counted.ok || counted.status !== 401
  }

  function put(result: Unread): void {
    if (!result.ok) return
    store.setState(({ version }) => ({ unread: result.value.unread, version: version + 1 }))
  }

  /** Called with each change of the session. */
  function followSession(session: Session): void {
    const next = session.state === 'user' ? session.id : null
    if (next === userId) return
    userId = next
    stop?.()
    store.setState(nothing)
    stop = null
    if (next === null) return
    const isConcerned = ({ name }: { name: string }) => name === 'notificationsChanged'
    stop = follow({ isConcerned, refetch, pollEveryMs })
    void refetch()
  }

  async function change(call: () => Promise<Unread>): Promise<Unread> {
    const result = await call()
    put(result)
    return result
  }

  return {
    store,
    followSession,
    markRead: (id: string) => change(() => calls.markRead(id)),
    markAllRead: () => change(calls.markAllRead),
  }
}
