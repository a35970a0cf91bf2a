import { onLiveEvent } from '#web/api/live-events.ts'

/** Calls `refetch` when the account may have changed, and when that may have been missed, until `signal` aborts. */
export function followAccount(refetch: () => unknown, signal: AbortSignal): void {
  if (signal.aborted) return
  const stop = onLiveEvent(({ name }) => {
    if (name === 'accountChanged' || name === 'resync') refetch()
  })
  signal.addEventListener('abort', stop)
}
