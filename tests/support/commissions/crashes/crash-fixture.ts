// Two act on a commission, and a process of its own answers them. The test's app prepares what the process is asked for.

import { addJob } from '#server/jobs/add-job.ts'
import type { JobName, JobPayloads } from '#server/jobs/job-names.ts'
import { seededRandom } from '../../../../sandbox/state/seeded-random.ts'
import { shuffled } from '../../money/disorder.ts'
import { provider } from '../../shopping.ts'
import { webhookSecret, type TestApp } from '../../test-app.ts'
import { recordingOf } from '../delivering.ts'
import {
  openRaceFixture,
  type Checkout,
  type RaceFixture,
  type Prepared,
} from '../races/race-fixture.ts'
import { cutOff, jsonOf, openCrashSite, type CrashSite } from './crash-site.ts'

export type CrashFixture = Awaited<ReturnType<typeof openCrashFixture>>

type Events = { snapshot: { data: { object: { id: string } } }[] }
type Requests = { requests: { requestId: string; fault: string | null }[] }

const sessionSecret = 'x'.repeat(43)

/** The seed orders the events that arrive. */
export async function openCrashFixture(seed: number) {
  await using parts = new AsyncDisposableStack()
  const secrets = { auth: sessionSecret, revalidate: sessionSecret }
  const fixture = parts.use(await openRaceFixture({ secrets }))
  const { app } = fixture
  const site = parts.use(await openCrashSite(app, sessionSecret))
  const owned = parts.move()
  const random = seededRandom(seed)
  const served = {
    call(route: string, { as, send }: Parameters<TestApp['call']>[1] = {}) {
      const body = send === undefined ? {} : jsonOf(send)
      return site.request(route, { ...body, ...(as ? { cookie: as.cookie } : {}) })
    },
    send({ id, artist }: Prepared, file: Buffer = recordingOf(46)) {
      const body = new FormData()
      body.set('commissionId', id)
      body.set('file', new Blob([new Uint8Array(file)], { type: 'audio/wav' }), 'take.wav')
      return site.request('POST /api/commission/upload-finished', { cookie: artist.cookie, body })
    },
    /** Each event of the checkout arrives twice, in any order. */
    async receive({ sessionId }: Checkout) {
      const { snapshot } = (await app.sandbox.control('GET events')) as Events
      const events = snapshot.filter(({ data }) => data.object.id === sessionId)
      const codes = await Promise.all(
        shuffled([...events, ...events], random).map((event) => sendEvent(fixture, site, event)),
      )
      return codes.includes(cutOff) ? cutOff : 'done'
    },
  } satisfies Partial<RaceFixture>
  return {
    ...fixture,
    ...served,
    site,
    /** The requests to the card provider that failed, as far back as it remembers them. */
    async failedRequests(): Promise<Set<string>> {
      const { requests } = (await app.sandbox.control('GET log')) as Requests
      return new Set(requests.filter(({ fault }) => fault !== null).map((each) => each.requestId))
    },
    /** What is owed for the commission. */
    owedOf: (id: string, table: 'transfers' | 'refunds') =>
      app.db
        .selectFrom(table)
        .innerJoin('payments', 'payments.id', `${table}.payment_id`)
        .select([`${table}.id`, `${table}.status`, `${table}.attempts`])
        .select([`${table}.last_problem`, `${table}.provider_id`])
        .where('payments.subject_id', '=', id)
        .executeTakeFirstOrThrow(),
    queue: <Name extends JobName>(name: Name, payload: JobPayloads[Name]) =>
      addJob(app.db, name, payload),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

function sendEvent({ app }: RaceFixture, site: CrashSite, event: object): Promise<string> {
  const payload = JSON.stringify(event)
  const signed = { payload, secret: webhookSecret }
  const signature = provider(app).webhooks.generateTestHeaderString(signed)
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  return site.request('POST /api/stripe/webhook', { headers, body: payload })
}
