import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, inject, test, vi } from 'vitest'
import type { z } from 'zod'
import type { listOwnedIds } from '#contracts/orders.ts'
import type { Upload } from '#contracts/uploads.ts'
import { payAsCustomer } from '../../sandbox/pay-as-customer.ts'
import { connect } from '../../src/server/db/client.ts'
import { makeWav } from '../../src/server/gateways/audio/audio-samples.ts'
import {
  createApiUser,
  enablePayouts,
  publish,
  sendUpload,
  type ApiUser,
} from '../support/api-user.ts'
import { databaseUrlOf, queryDatabase } from '../support/inside.ts'
import { moneyProblems } from '../support/money/money-problems.ts'
import { freePort } from '../../scripts/run-program.ts'
import {
  createDataFolder,
  startAppProcess,
  stopApp,
  type RunningApp,
} from '../support/running-app.ts'
import { openSandboxKey, thinWebhookSecret, webhookSecret } from '../support/test-app.ts'
import { copyTrack } from '../support/prepared/copy-track.ts'

const kills = 10
/** Delays after the app has opened, each within two seconds of work. */
const killedAfterMs = fc.sample(fc.integer({ min: 50, max: 2000 }), { numRuns: kills, seed: 41 })
const goodCard = '4242424242424242'
const recording = makeWav({ seconds: 6 })

/** Work that users rely on: the provider took the payment, or the app confirmed the upload. */
type Confirmed = {
  purchases: { customer: ApiUser; trackId: string }[]
  uploads: { artist: ApiUser; id: string }[]
  /** Refusal codes that the app sent. */
  refusals: Set<string>
}

test(`killed ${kills} times during purchases and uploads, the app completes every confirmed one exactly once`, async () => {
  await using data = await createDataFolder()
  const variables = { PORT: String(await freePort()), DATA_DIR: join(data.path, 'shop') }
  const sandbox = await startProviderFor(variables)
  let app = await startAppProcess({ ...variables, SANDBOX_URL: sandbox.url })
  // Runs on success and failure, before the folder is removed.
  await using cleanup = new AsyncDisposableStack()
  cleanup.defer(async () => void (await sandbox.close()))
  cleanup.defer(async () => void (await stopApp(app)))
  const { customers, artists, trackIds } = await createUsersAndTracks(app, variables.DATA_DIR)
  const confirmed: Confirmed = { purchases: [], uploads: [], refusals: new Set() }
  const purchasePlans = customers.map((customer, index) => ({
    customer,
    trackIds: fc
      .sample(fc.shuffledSubarray(trackIds, { minLength: trackIds.length }), {
        numRuns: 1,
        seed: index,
      })
      .flat(),
  }))

  for (const afterMs of killedAfterMs) {
    const { child } = app
    const isOpen = () => !child.killed
    const work = Promise.all([
      ...purchasePlans.map((plan) => buyRepeatedly({ ...plan, confirmed, isOpen })),
      ...artists.map((artist) => uploadRepeatedly({ app, artist, confirmed, isOpen })),
    ])
    await pause(afterMs)
    child.kill('SIGKILL')
    await Promise.all([app.ended(), work])

    app = await startAppProcess({ ...variables, SANDBOX_URL: sandbox.url })
    await using database = await openDatabase(variables.DATA_DIR)
    await vi.waitFor(
      async () => {
        const problems = await moneyProblems({ db: database.db, sandbox })
        expect([...problems, ...(await unfulfilled(confirmed))]).toEqual([])
      },
      { timeout: 60_000, interval: 500 },
    )
  }

  expect(confirmed.purchases.length).toBeGreaterThan(0)
  expect(confirmed.uploads.length).toBeGreaterThan(0)
  expect([...confirmed.refusals].filter((code) => !expectedRefusals.has(code))).toEqual([])
})

/** Sent to a customer who buys again before the app has processed the previous payment. */
const expectedRefusals = new Set(['cart_changed'])

/** The provider runs longer than the app, as the real one does; the app reads its key from its secrets file. */
async function startProviderFor(variables: { PORT: string; DATA_DIR: string }) {
  const url = `http://127.0.0.1:${variables.PORT}/api/stripe/webhook`
  const sandbox = await openSandboxKey(inject('services').sandboxUrl, [
    { name: 'snapshot', url, secret: webhookSecret },
    { name: 'thin', url: `${url}/thin`, secret: thinWebhookSecret },
  ])
  const secret = 'x'.repeat(43)
  const secrets = {
    auth: secret,
    revalidate: secret,
    database: secret,
    sandboxKey: sandbox.key,
    webhook: webhookSecret,
    thinWebhook: thinWebhookSecret,
  }
  await mkdir(variables.DATA_DIR, { recursive: true })
  await writeFile(join(variables.DATA_DIR, 'secrets.json'), JSON.stringify(secrets), {
    mode: 0o600,
  })
  return sandbox
}

async function createUsersAndTracks(app: RunningApp, dataDir: string) {
  const artists: ApiUser[] = []
  for (const name of ['Rosa Lindqvist', 'Tom Adeyemi']) {
    const artist = await createApiUser(app, 'artist', name)
    await enablePayouts(artist)
    await publish(app, artist, recording, { title: `By ${name}` })
    artists.push(artist)
  }
  await copyTrack(dataDir, 'By Rosa Lindqvist', 60)
  const customers: ApiUser[] = []
  for (const name of ['mia sings', 'ben hums', 'ada whistles', 'joe yodels'])
    customers.push(await createApiUser(app, 'customer', name))
  const rows = await queryDatabase<{ id: string }>(dataDir, 'select id from tracks order by title')
  return { artists, customers, trackIds: rows.map(({ id }) => id) }
}

async function openDatabase(dataDir: string) {
  const { db, close } = connect(await databaseUrlOf(dataDir), { onIdleError: () => undefined })
  return { db, [Symbol.asyncDispose]: close }
}

type Work = { confirmed: Confirmed; isOpen: () => boolean }

/** Buys track after track; a failed purchase is retried after the restart. */
async function buyRepeatedly(
  work: Work & { customer: ApiUser; trackIds: string[] },
): Promise<void> {
  const { customer, trackIds, confirmed, isOpen } = work
  while (isOpen() && trackIds[0] !== undefined) {
    const [trackId] = trackIds
    const response = await responseOf(work, () =>
      customer.call('POST /api/proxy/stripe/create-cart-checkout-session', {
        items: [{ trackId }],
      }),
    )
    if (response === null) continue
    const { outcome } = await payAsCustomer((response as { url: string }).url, { card: goodCard })
    if (outcome !== 'paid') continue
    confirmed.purchases.push({ customer, trackId })
    trackIds.shift()
  }
}

/** Uploads one recording after another, each when the previous one is listed or refused. */
async function uploadRepeatedly(work: Work & { app: RunningApp; artist: ApiUser }): Promise<void> {
  const { app, artist, confirmed, isOpen } = work
  while (isOpen()) {
    const title = `Take ${confirmed.uploads.length}`
    const response = await responseOf(work, () => sendUpload(app, artist, recording, { title }))
    if (response === null) continue
    const { id } = response as Upload
    confirmed.uploads.push({ artist, id })
    for (let state = 'processing'; isOpen() && state === 'processing'; await pause(50)) {
      const upload = await responseOf(work, () => artist.call(`GET /api/proxy/uploads/${id}`))
      if (upload !== null) ({ state } = upload as Upload)
    }
  }
}

/** Null when the request was refused, or the app was killed before the response was complete. */
async function responseOf(
  { confirmed, isOpen }: Work,
  send: () => Promise<Response>,
): Promise<unknown> {
  try {
    const response = await send()
    const body: unknown = await response.json()
    if (response.ok) return body
    confirmed.refusals.add((body as { code: string }).code)
    return null
  } catch (error) {
    if (isOpen()) throw error
    return null
  }
}

type OwnedIds = z.infer<typeof listOwnedIds.output>

async function unfulfilled({ purchases, uploads }: Confirmed): Promise<string[]> {
  const problems: string[] = []
  for (const [customer, own] of Map.groupBy(purchases, (purchase) => purchase.customer)) {
    const { trackIds } = await customer.request<OwnedIds>('GET /api/proxy/my-tracks/ids')
    for (const { trackId } of own) {
      const times = trackIds.filter((id) => id === trackId).length
      if (times !== 1)
        problems.push(`${customer.username} paid for ${trackId} and has it ${times} times`)
    }
  }
  for (const { artist, id } of uploads) {
    const { state, reason } = await artist.request<Upload>(`GET /api/proxy/uploads/${id}`)
    const isSettled = state === 'listed' || (state === 'refused' && reason !== null)
    if (!isSettled) problems.push(`upload ${id} of ${artist.username} is ${state}: ${reason}`)
  }
  return problems
}
