// A shop whose people are answered by a process of its own. The test's app prepares what the process is asked for.

import { addJob } from '#server/jobs/add-job.ts'
import type { JobName, JobPayloads } from '#server/jobs/job-names.ts'
import { eventsOf, provider } from '../../shopping.ts'
import { webhookSecret, type TestApp } from '../../test-app.ts'
import { recordingOf } from '../delivering.ts'
import { openRaceShop, type Checkout, type RaceShop, type Scene } from '../races/race-shop.ts'
import { cutOff, jsonOf, openCrashSite, type CrashSite } from './crash-site.ts'

export type CrashShop = Awaited<ReturnType<typeof openCrashShop>>

const sessionSecret = 'x'.repeat(43)

export async function openCrashShop() {
  await using parts = new AsyncDisposableStack()
  const secrets = { auth: sessionSecret, revalidate: sessionSecret }
  const shop = parts.use(await openRaceShop({ secrets }))
  const { app } = shop
  const site = parts.use(await openCrashSite(app, sessionSecret))
  const owned = parts.move()
  const served = {
    call(route: string, { as, send }: Parameters<TestApp['call']>[1] = {}) {
      const body = send === undefined ? {} : jsonOf(send)
      return site.request(route, { ...body, ...(as ? { cookie: as.cookie } : {}) })
    },
    send({ id, artist }: Scene, file: Buffer = recordingOf(46)) {
      const body = new FormData()
      body.set('commissionId', id)
      body.set('file', new Blob([new Uint8Array(file)], { type: 'audio/wav' }), 'take.wav')
      return site.request('POST /api/commission/upload-finished', { cookie: artist.cookie, body })
    },
    /** Each event of the checkout arrives twice. */
    async receive({ sessionId }: Checkout) {
      const events = await eventsOf(app, sessionId)
      const codes = await Promise.all(
        [...events, ...events].map((event) => sendEvent(shop, site, event)),
      )
      return codes.includes(cutOff) ? cutOff : 'done'
    },
  } satisfies Partial<RaceShop>
  return {
    ...shop,
    ...served,
    site,
    /** What is owed for the commission. */
    owedOf: (id: string, table: 'transfers' | 'refunds') =>
      app.db
        .selectFrom(table)
        .innerJoin('payments', 'payments.id', `${table}.payment_id`)
        .select([`${table}.id`, `${table}.status`, `${table}.attempts`, `${table}.provider_id`])
        .where('payments.subject_id', '=', id)
        .executeTakeFirstOrThrow(),
    queue: <Name extends JobName>(name: Name, payload: JobPayloads[Name]) =>
      addJob(app.db, name, payload),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

function sendEvent({ app }: RaceShop, site: CrashSite, event: object): Promise<string> {
  const payload = JSON.stringify(event)
  const signed = { payload, secret: webhookSecret }
  const signature = provider(app).webhooks.generateTestHeaderString(signed)
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  return site.request('POST /api/stripe/webhook', { headers, body: payload })
}
