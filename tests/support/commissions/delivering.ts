// An artist who works on a commission, and sends recordings for it.

import { makeWav, tone } from '#server/gateways/audio/audio-samples.ts'
import { pay } from '../shopping.ts'
import { createUser, type TestApp, type TestUser } from '../test-app.ts'
import { formBody, multipartType } from '../uploading.ts'
import { openPayment, receiveEvents } from './paying.ts'
import { createCommissionArtist, storeCommission } from './stored-commission.ts'

/** Accepted as a recording by its first bytes; the canned engine says that it lasts 90 seconds. */
export const take = makeWav({ waveform: tone(440), seconds: 1 })

/** A recording that the real engine prepares in a moment. */
export const recordingOf = (seconds: number, hz = 440) =>
  makeWav({ waveform: tone(hz), seconds, sampleRateHz: 8_000, channels: 1 })

type Changes = Parameters<typeof storeCommission>[1]['changes']

export async function studioIn(app: TestApp) {
  const mia = await createUser(app)
  const tom = await createCommissionArtist(app, { commission_places: 20 })
  const store = (status: Parameters<typeof storeCommission>[1]['status'], changes: Changes = {}) =>
    storeCommission(app, { customer: mia, artist: tom, status, changes })
  return {
    app,
    mia,
    tom,
    store,
    read: async (id: string, as: TestUser = mia) =>
      (await app.call(`GET /api/commissions/${id}`, { as })).json<Read>(),
    approve: (id: string) =>
      app.call(`POST /api/commissions/${id}/confirm`, { as: mia, send: { action: 'approve' } }),
    askForChanges: (id: string) =>
      app.call(`POST /api/commissions/${id}/confirm`, {
        as: mia,
        send: { action: 'request_changes', revisionFeedback: 'Slower, please.' },
      }),
    /** Paid at the provider. */
    async payFor(changes: Changes = {}): Promise<string> {
      const { id } = await store('requested', changes)
      const { url, sessionId } = await openPayment(app, mia, id)
      await pay(url)
      await receiveEvents(app, sessionId)
      return id
    },
  }
}

type Read = {
  status: string
  previewUrl: string | null
  deliveries: {
    id: string
    state: string
    number: number
    reason: string | null
    previewUrl: string | null
    fileUrl: string | null
    guideUrl: string | null
    removedAt: string | null
  }[]
}

type Sent = { commissionId: string; file?: Buffer | null; fileName?: string }

/** As a form. */
export function sendDelivery(
  app: TestApp,
  as: TestUser | undefined,
  { commissionId, file = take, fileName = 'take.wav' }: Sent,
) {
  return app.http.inject({
    method: 'POST',
    url: '/api/commission/upload-finished',
    headers: {
      host: 'undersong.test',
      'content-type': multipartType,
      ...(as ? { cookie: as.cookie } : {}),
    },
    payload: formBody({ fields: { commissionId }, file, fileName }),
  })
}

type Announced = { commissionId: string; bytes: number; kind?: 'guide'; guide?: string }

const base64 = (text: string) => Buffer.from(text).toString('base64')

/** By the tus protocol. */
export function announceDelivery(
  app: TestApp,
  as: TestUser,
  { commissionId, bytes, kind, guide }: Announced,
) {
  const metadata = [
    `filename ${base64(kind === 'guide' ? 'sung.wav' : 'take.wav')}`,
    ...(kind === undefined ? [] : [`kind ${base64(kind)}`]),
    ...(guide === undefined ? [] : [`guide ${base64(guide)}`]),
  ]
  return app.call(`POST /api/commissions/${commissionId}/deliveries`, {
    as,
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(bytes),
      'upload-metadata': metadata.join(','),
    },
  })
}

/** Returns the path of the announced file. */
export async function announced(
  app: TestApp,
  as: TestUser,
  delivery: Announced,
): Promise<{ path: string; id: string }> {
  const response = await announceDelivery(app, as, delivery)
  const path = String(response.headers.location)
  const id = path.split('/').at(-1)
  if (response.statusCode !== 201 || id === undefined)
    throw new Error(`Announcing failed: ${response.body}`)
  return { path, id }
}

export function sendPart(
  app: TestApp,
  as: TestUser,
  { path, offset = 0, bytes }: { path: string; offset?: number; bytes: Buffer },
) {
  return app.http.inject({
    method: 'PATCH',
    url: path,
    headers: {
      host: 'undersong.test',
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
      cookie: as.cookie,
    },
    payload: bytes,
  })
}

/** Announces and sends a whole file; returns its id. */
export async function sendWhole(
  app: TestApp,
  as: TestUser,
  { file = take, ...delivery }: Omit<Announced, 'bytes'> & { file?: Buffer },
): Promise<string> {
  const { path, id } = await announced(app, as, { ...delivery, bytes: file.length })
  const sent = await sendPart(app, as, { path, bytes: file })
  if (sent.statusCode !== 204) throw new Error(`Sending failed: ${sent.body}`)
  return id
}

/** The keys of all stored recordings and previews. */
export async function storedKeys({ storage }: TestApp): Promise<string[]> {
  const folders = ['arriving', 'originals', 'previews'] as const
  const lists = folders.map((folder) => Array.fromAsync(storage.list(folder)))
  return (await Promise.all(lists)).flat().map(({ key }) => key)
}
