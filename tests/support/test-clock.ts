// The clock of a test app: real time until the test moves it, together with that of its card provider.

import type { Clock } from '#server/clock-and-failpoints/clock.ts'

type Span = { days?: number; hours?: number; minutes?: number; seconds?: number }

export type TestClock = Clock & {
  /** Forward. */
  move: (span: Span) => Promise<void>
  /** To this moment, where the app's time stands still from then on; the provider's runs on. */
  set: (moment: Date) => Promise<void>
  /** Back to real time, for an app whose provider begins anew. */
  reset: () => void
}

type Sandbox = { control: (route: string, body?: object) => Promise<unknown> }

export function openTestClock(sandbox: Sandbox): TestClock {
  let aheadMs = 0
  let standsAt: number | null = null
  const nowMs = () => standsAt ?? Date.now() + aheadMs
  /** The provider's clock moves by whole seconds, and never back. */
  let providerAheadMs = 0
  const moveProvider = async () => {
    const seconds = Math.round((nowMs() - Date.now() - providerAheadMs) / 1000)
    if (seconds <= 0) return
    await sandbox.control('POST clock', { seconds })
    providerAheadMs += seconds * 1000
  }
  return {
    now: () => new Date(nowMs()),
    async move({ days = 0, hours = 0, minutes = 0, seconds = 0 }) {
      const ms = (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
      if (standsAt === null) aheadMs += ms
      else standsAt += ms
      await moveProvider()
    },
    async set(moment) {
      if (moment.getTime() < nowMs() - 1000) throw new Error('The clock is only moved forward.')
      standsAt = moment.getTime()
      await moveProvider()
    },
    reset() {
      aheadMs = 0
      standsAt = null
      providerAheadMs = 0
    },
  }
}
