// An unruly card provider, by seed: requests to it fail, and its events arrive several times, late and out of order.
//
// How a suite switches it on. In a test app, after `createTestApp`: `const provider = await openDisorder(app, { seed })`, with
// the seed in the test's name. From then on five of a hundred requests of the app meet a fault. `await provider.deliver()`
// brings some of the waiting events to the app's webhooks, shuffled, and keeps others for later; `await provider.calm()` ends
// the faults and brings everything that still waits: call it before the last check. The test's own calls by `provider(app)`
// of shopping.ts meet faults as well: read `GET snapshot` and `GET events` of `app.sandbox.control` instead. An app that runs
// as a process, whose sandbox sends events by itself, needs only `POST /_control/disorder` or SANDBOX_DISORDER_SEED.

import { seededRandom } from '../../../sandbox/state/seeded-random.ts'
import { signedDelivery } from '../shopping.ts'
import type { TestApp } from '../test-app.ts'

type Options = { seed: number; faultPercent?: number }
type Endpoint = 'snapshot' | 'thin'
type Waiting = { endpoint: Endpoint; body: object }
type Events = Record<Endpoint, { id: string }[]>

const maxCopies = 3
/** Of the waiting deliveries, so many are kept for later. */
const keptShare = 0.25

export async function openDisorder(app: TestApp, options: Options) {
  const random = seededRandom(options.seed)
  const seen = new Set<string>()
  let waiting: Waiting[] = []

  async function collect(): Promise<void> {
    const events = (await app.sandbox.control('GET events')) as Events
    for (const endpoint of ['snapshot', 'thin'] as const) {
      for (const body of events[endpoint].filter(({ id }) => !seen.has(id))) {
        seen.add(body.id)
        const copies = 1 + Math.floor(random() * maxCopies)
        for (let copy = 0; copy < copies; copy++) waiting.push({ endpoint, body })
      }
    }
  }

  /** What the app does not accept is sent again later, as the provider does. */
  async function send(due: readonly Waiting[]): Promise<void> {
    for (const { endpoint, body } of due) {
      const response = await signedDelivery(app, endpoint, body)
      if (response.statusCode >= 300) waiting.push({ endpoint, body })
    }
  }

  await app.sandbox.control('POST disorder', { disorder: options })
  return {
    async deliver(): Promise<void> {
      await collect()
      const due = shuffled(waiting, random)
      const kept = due.splice(0, Math.floor(due.length * keptShare))
      waiting = kept
      await send(due)
    },
    async calm(): Promise<void> {
      await app.sandbox.control('POST disorder', { disorder: null })
      await collect()
      const due = shuffled(waiting, random)
      waiting = []
      await send(due)
      if (waiting.length > 0) throw new Error(`The app refused ${waiting.length} events.`)
    },
  }
}

/** Fisher and Yates. */
export function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const mixed = [...items]
  for (let at = mixed.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    const [one, another] = [mixed[at], mixed[other]]
    if (one !== undefined && another !== undefined) [mixed[at], mixed[other]] = [another, one]
  }
  return mixed
}
