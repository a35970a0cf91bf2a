// The card provider may be silent: that is said where it matters, and takes nothing else of the page with it.

import { isRefusalCode } from '#rules/refusal.ts'
import type { Attempt, Refused } from '#web/api/attempt.ts'

/** A refusal of ours stays an answer even when its status is a server's (502); a fault is still thrown. */
export async function asAnswer<Value>(call: Promise<Attempt<Value>>): Promise<Attempt<Value>> {
  try {
    return await call
  } catch (thrown) {
    if (hasRefusal(thrown) && isRefusalCode(thrown.data.code)) return thrown.data
    throw thrown
  }
}

/** What `data()` of the router throws carries the body it was given. */
function hasRefusal(thrown: unknown): thrown is { data: Refused } {
  if (typeof thrown !== 'object' || thrown === null || !('data' in thrown)) return false
  const { data } = thrown
  return typeof data === 'object' && data !== null && 'ok' in data && data.ok === false
}
