import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { payAsCustomer } from '../../sandbox/pay-as-customer.ts'
import { makeWav } from '../../src/server/gateways/audio/audio-samples.ts'
import {
  createApiUser,
  enablePayouts,
  publish,
  untilListed,
  upload,
  type ApiUser,
} from '../support/api-user.ts'
import { providerOf, queryDatabase } from '../support/inside.ts'
import { freePort } from '../../scripts/run-program.ts'
import {
  createOpenedDataFolder,
  startAppProcess,
  stopApp,
  type RunningApp,
} from '../support/running-app.ts'
import { largeWav } from '../support/uploads/large-wav.ts'
import { eventually } from '../support/eventually.ts'

test('the app is killed while it prepares a recording, while a part of another arrives, and between a payment and its fulfilment: after the restart the order is fulfilled exactly once, the recording and the next are listed, the rest of the other follows what was stored, and its bytes are the file’s', async () => {
  await using data = await createOpenedDataFolder()
  const sandboxPort = await freePort()
  const variables = {
    PORT: String(await freePort()),
    SANDBOX_PORT: String(sandboxPort),
    DATA_DIR: data.path,
  }
  const first = await startAppProcess(variables)
  const artist = await createApiUser(first, 'artist', 'Rosa Lindqvist')
  await enablePayouts(artist)
  const trackId = await publish(first, artist, makeWav({ seconds: 12 }))
  const purchase = await beginPurchase(first, trackId)
  const recording = Buffer.concat([...largeWav(20_000_000)])
  const address = await announce(first, artist, recording.length)
  const stored = await sendHalf({ address, artist, recording })
  const interrupted = await upload(first, artist, makeWav({ seconds: 45 }))
  await eventually(async () => {
    const locked = `select from graphile_worker.jobs where queue_name = 'audio' and locked_at is not null`
    expect(await queryDatabase(data.path, locked)).toHaveLength(1)
  })
  // While stopped, the app can learn of the payment neither by webhook nor by polling.
  first.child.kill('SIGSTOP')
  expect((await payAsCustomer(purchase.url, { card: '4242424242424242' })).outcome).toBe('paid')
  first.child.kill('SIGKILL')
  await first.ended()

  const second = await startAppProcess(variables)
  await untilListed(artist, interrupted)
  await publish(second, artist, makeWav({ seconds: 12 }), { title: 'The next one' })
  await sendRest({ address, artist, recording }, stored)
  const [, id = ''] = /([0-9a-f-]{36})\/file$/.exec(address) ?? []
  // The job gives the complete file its name.
  const bytes = await eventually(() => readFile(join(data.path, 'files', 'originals', id)))
  expect(recording.equals(bytes)).toBe(true)

  await expectOneSale(data.path, purchase.singer)
  const download = await purchase.singer.call(`GET /api/proxy/tracks/download/${trackId}`)
  expect(download.status).toBe(200)
  const provider = await providerOf(data.path, sandboxPort)
  const transfers = await provider.transfers.list({ limit: 100 })
  expect(transfers.data.map(({ amount }) => amount)).toEqual([499])
  await stopApp(second)
})

async function beginPurchase(app: RunningApp, trackId: string) {
  const singer = await createApiUser(app, 'customer', 'mia sings')
  const { url } = await singer.request<{ url: string }>(
    'POST /api/proxy/stripe/create-cart-checkout-session',
    { items: [{ trackId }] },
  )
  return { singer, url }
}

async function expectOneSale(dataDir: string, singer: ApiUser): Promise<void> {
  await eventually(async () => {
    const { tracks } = await singer.request<{ tracks: unknown[] }>('GET /api/proxy/my-tracks')
    expect(tracks).toHaveLength(1)
    const transfers = await queryDatabase(dataDir, 'select status from transfers')
    expect(transfers).toEqual([{ status: 'sent' }])
  })
  const orders = 'select count(*)::int from orders'
  expect(await queryDatabase(dataDir, orders)).toEqual([{ count: 1 }])
  const entries = 'select sum(amount_pence)::int from ledger_entries'
  expect(await queryDatabase(dataDir, entries)).toEqual([{ sum: 0 }])
}

const partType = { 'content-type': 'application/offset+octet-stream' }
const tus = ({ cookie }: ApiUser) => ({ 'tus-resumable': '1.0.0', cookie })

/** Returns the address for the bytes. */
async function announce({ url }: RunningApp, artist: ApiUser, bytes: number): Promise<string> {
  const name = Buffer.from('take.wav').toString('base64')
  const response = await fetch(`${url}/api/proxy/uploads`, {
    method: 'POST',
    headers: {
      ...tus(artist),
      'upload-length': String(bytes),
      'upload-metadata': `filename ${name}`,
    },
  })
  return `${url}${response.headers.get('location')}`
}

type Sending = { address: string; artist: ApiUser; recording: Buffer }

/** The connection stays open, with half of the file still to come. Returns how many bytes were stored so far, at least. */
async function sendHalf({ address, artist, recording }: Sending): Promise<number> {
  const part = request(address, {
    method: 'PATCH',
    headers: {
      ...tus(artist),
      ...partType,
      'upload-offset': 0,
      'content-length': recording.length,
    },
  })
  // The process is killed while it reads.
  part.on('error', () => undefined)
  // Enough to be stored once, and some more.
  part.write(recording.subarray(0, recording.length / 2))
  return eventually(async () => {
    const { uploads } = await artist.request<{ uploads: { bytesReceived: number }[] }>(
      'GET /api/proxy/uploads',
    )
    expect(uploads[0]?.bytesReceived).toBeGreaterThan(recording.length / 4)
    return uploads[0]?.bytesReceived ?? 0
  })
}

/** What follows the bytes that the app has stored: at least `stored`. */
async function sendRest({ address, artist, recording }: Sending, stored: number): Promise<void> {
  // For some seconds the upload still belongs to the request of the killed process.
  const offset = await eventually(async () => {
    const { status, headers } = await fetch(address, { method: 'HEAD', headers: tus(artist) })
    expect(status).toBe(200)
    return Number(headers.get('upload-offset'))
  })
  expect(offset).toBeGreaterThanOrEqual(stored)
  expect(offset).toBeLessThanOrEqual(recording.length / 2)
  const rest = await fetch(address, {
    method: 'PATCH',
    headers: { ...tus(artist), ...partType, 'upload-offset': String(offset) },
    body: new Uint8Array(recording.subarray(offset)),
  })
  expect(rest.status).toBe(204)
}
