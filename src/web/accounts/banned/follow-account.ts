import { onLiveEvent } from '#web/api/live-events.ts'

/** Calls `refetch` when the account may have changed, and when that may have been missed. Returns how to stop. */
export function followAccount(refetch: () => void): () => void {
  return onLiveEvent(({ name }) => {
    if (name === 'accountChanged' || name === 'resync') refetch()
  })
}
