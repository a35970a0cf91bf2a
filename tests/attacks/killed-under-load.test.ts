import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, inject, test, vi } from 'vitest'
import type { z } from 'zod'
import type { listMyTracks } from '#contracts/orders.ts'
import type { Upload } from '#contracts/uploads.ts'
import { payAsCustomer } from '../../sandbox/pay-as-customer.ts'
import { connect } from '../../src/server/db/client.ts'
import { makeWav } from '../../src/server/gateways/audio/audio-samples.ts'
import {
  createApiUser,
  becomePayable,
  publish,
  sendUpload,
  type ApiUser,
} from '../support/api-user.ts'
import { databaseUrlOf, queryDatabase } from '../support/inside.ts'
import { moneyProblems } from '../support/money-problems.ts'
import { freePort } from '../../scripts/run-program.ts'
import {
  createDataFolder,
  startAppProcess,
  stopApp,
  type RunningApp,
} from '../support/running-app.ts'
import { openSandboxKey, thinWebhookSecret, webhookSecret } from '../support/test-app.ts'
import { copiesOf } from '../support/stocked-app.ts'

const kills = 10
/** After the shop has opened: each within two seconds of work. */
const killedAfterMs = fc.sample(fc.integer({ min: 50, max: 2000 }), { numRuns: kills, seed: 41 })
const goodCard = '4242424242424242'
const recording = makeWav({ seconds: 6 })

/** What somebody outside was promised: the provider took the money, or the shop answered for the file. */
type Promised = {
  purchases: { customer: ApiUser; trackId: string }[]
  uploads: { artist: ApiUser; id: string }[]
  /** Codes of what the shop refused meanwhile. */
  refusals: Set<string>
}

test(`killed ${kills} times among purchases and uploads, the shop afterwards keeps every promise, once`, async () => {
  await using data = await createDataFolder()
  const variables = { PORT: String(await freePort()), DATA_DIR: join(data.path, 'shop') }
  const sandbox = await startProviderFor(variables)
  let site = await startAppProcess({ ...variables, SANDBOX_URL: sandbox.url })
  // Whatever the outcome, and before its folder goes.
  await using ending = new AsyncDisposableStack()
  ending.defer(async () => void (await sandbox.close()))
  ending.defer(async () => void (await stopApp(site)))
  const { customers, artists, trackIds } = await startBusySite(site, variables.DATA_DIR)
  const promised: Promised = { purchases: [], uploads: [], refusals: new Set() }
  const wishes = customers.map((customer, index) => ({
    customer,
    trackIds: fc
      .sample(fc.shuffledSubarray(trackIds, { minLength: trackIds.length }), {
        numRuns: 1,
        seed: index,
      })
      .flat(),
  }))

  for (const afterMs of killedAfterMs) {
    const { child } = site
    const isOpen = () => !child.killed
    const work = Promise.all([
      ...wishes.map((wish) => buyOn({ ...wish, promised, isOpen })),
      ...artists.map((artist) => uploadOn({ site, artist, promised, isOpen })),
    ])
    await pause(afterMs)
    child.kill('SIGKILL')
    await Promise.all([site.ended(), work])

    site = await startAppProcess({ ...variables, SANDBOX_URL: sandbox.url })
    await using books = await openBooks(variables.DATA_DIR)
    await vi.waitFor(
      async () => {
        const problems = await moneyProblems({ db: books.db, sandbox })
        expect([...problems, ...(await brokenPromises(promised))]).toEqual([])
      },
      { timeout: 60_000, interval: 500 },
    )
  }

  expect(promised.purchases.length).toBeGreaterThan(0)
  expect(promised.uploads.length).toBeGreaterThan(0)
  expect([...promised.refusals].filter((code) => !expectedRefusals.has(code))).toEqual([])
})

/** The answer to who goes on buying before the shop has heard of the former payment. */
const expectedRefusals = new Set(['cart_changed'])

/** It outlives the shop, as the real one does; the shop finds its key among its secrets. */
async function startProviderFor(site: { PORT: string; DATA_DIR: string }) {
  const url = `http://127.0.0.1:${site.PORT}/api/stripe/webhook`
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
  await mkdir(site.DATA_DIR, { recursive: true })
  await writeFile(join(site.DATA_DIR, 'secrets.json'), JSON.stringify(secrets), { mode: 0o600 })
  return sandbox
}

async function startBusySite(site: RunningApp, dataDir: string) {
  const artists: ApiUser[] = []
  for (const name of ['Rosa Lindqvist', 'Tom Adeyemi']) {
    const artist = await createApiUser(site, 'artist', name)
    await becomePayable(artist)
    await publish(site, artist, recording, { title: `By ${name}` })
    artists.push(artist)
  }
  await queryDatabase(dataDir, copiesOf('By Rosa Lindqvist', 60))
  const customers: ApiUser[] = []
  for (const name of ['mia sings', 'ben hums', 'ada whistles', 'joe yodels'])
    customers.push(await createApiUser(site, 'customer', name))
  const rows = await queryDatabase<{ id: string }>(dataDir, 'select id from tracks order by title')
  return { artists, customers, trackIds: rows.map(({ id }) => id) }
}

async function openBooks(dataDir: string) {
  const { db, close } = connect(await databaseUrlOf(dataDir), { onIdleError: () => undefined })
  return { db, [Symbol.asyncDispose]: close }
}

type Work = { promised: Promised; isOpen: () => boolean }

/** Track after track; one that could not be paid for is tried again after the restart. */
async function buyOn(work: Work & { customer: ApiUser; trackIds: string[] }): Promise<void> {
  const { customer, trackIds, promised, isOpen } = work
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
    promised.purchases.push({ customer, trackId })
    trackIds.shift()
  }
}

/** One after the other, each once the former is listed or refused. */
async function uploadOn(work: Work & { site: RunningApp; artist: ApiUser }): Promise<void> {
  const { site, artist, promised, isOpen } = work
  while (isOpen()) {
    const title = `Take ${promised.uploads.length}`
    const response = await responseOf(work, () => sendUpload(site, artist, recording, { title }))
    if (response === null) continue
    const { id } = response as Upload
    promised.uploads.push({ artist, id })
    for (let state = 'processing'; isOpen() && state === 'processing'; await pause(50)) {
      const requested = await responseOf(work, () => artist.call(`GET /api/proxy/uploads/${id}`))
      if (requested !== null) ({ state } = requested as Upload)
    }
  }
}

/** Null when it was refused, or the shop was killed before the whole answer was there. */
async function responseOf(
  { promised, isOpen }: Work,
  send: () => Promise<Response>,
): Promise<unknown> {
  try {
    const response = await send()
    const body: unknown = await response.json()
    if (response.ok) return body
    promised.refusals.add((body as { code: string }).code)
    return null
  } catch (error) {
    if (isOpen()) throw error
    return null
  }
}

type MyTracks = z.infer<typeof listMyTracks.output>

async function brokenPromises({ purchases, uploads }: Promised): Promise<string[]> {
  const broken: string[] = []
  for (const [customer, own] of Map.groupBy(purchases, (purchase) => purchase.customer)) {
    const { tracks } = await customer.request<MyTracks>('GET /api/proxy/my-tracks')
    for (const { trackId } of own) {
      const times = tracks.filter(({ track }) => track.id === trackId).length
      if (times !== 1)
        broken.push(`${customer.username} paid for ${trackId} and has it ${times} times`)
    }
  }
  for (const { artist, id } of uploads) {
    const { state, reason } = await artist.request<Upload>(`GET /api/proxy/uploads/${id}`)
    const isSettled = state === 'listed' || (state === 'refused' && reason !== null)
    if (!isSettled) broken.push(`upload ${id} of ${artist.username} is ${state}: ${reason}`)
  }
  return broken
}
