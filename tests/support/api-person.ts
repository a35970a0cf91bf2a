// Somebody who uses a running shop without a browser: for what a journey needs to have happened before.

import { randomUUID } from 'node:crypto'
import { finishOnboarding } from '../../sandbox/pay-as-customer.ts'
import { details } from './uploading.ts'
import type { RunningShop } from './running-shop.ts'

export type ApiPerson = Awaited<ReturnType<typeof anApiPerson>>

export async function anApiPerson(
  shop: Pick<RunningShop, 'url'>,
  role: 'customer' | 'artist',
  username: string,
) {
  const email = `${randomUUID()}@example.com`
  const answer = await fetch(`${shop.url}/api/accounts/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, username, password: 'sing it to me', role }),
  })
  if (!answer.ok) throw new Error(`Registering failed: ${await answer.text()}`)
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')

  async function call(line: string, body?: object): Promise<Response> {
    const [method = 'GET', path = '/'] = line.split(' ')
    return fetch(`${shop.url}${path}`, {
      method,
      headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  }
  async function ask<Answer>(line: string, body?: object): Promise<Answer> {
    const given = await call(line, body)
    if (!given.ok) throw new Error(`${line} answered ${given.status}: ${await given.text()}`)
    return given.json() as Promise<Answer>
  }
  return { email, username, cookie, call, ask }
}

export async function becomePayable(artist: ApiPerson): Promise<void> {
  const { url } = await artist.ask<{ url: string }>('POST /api/artist/payment-setup', {})
  await finishOnboarding(url)
  const { state } = await artist.ask<{ state: string }>('GET /api/artist/payment-setup')
  if (state !== 'ready') throw new Error(`The payment set-up is ${state}.`)
}

/** Comes back with the listed track's id. */
export async function publish(
  shop: RunningShop,
  artist: ApiPerson,
  recording: Buffer,
  fields: Partial<typeof details> = {},
): Promise<string> {
  const id = await upload(shop, artist, recording, fields)
  await untilListed(artist, id)
  return id
}

/** Comes back with the upload's id as soon as the file is there; the track will have the same. */
export async function upload(
  shop: RunningShop,
  artist: ApiPerson,
  recording: Buffer,
  fields: Partial<typeof details> = {},
): Promise<string> {
  const answer = await sendUpload(shop, artist, recording, fields)
  if (!answer.ok) throw new Error(`Uploading failed: ${await answer.text()}`)
  const { id } = (await answer.json()) as { id: string }
  return id
}

export function sendUpload(
  shop: RunningShop,
  artist: ApiPerson,
  recording: Buffer,
  fields: Partial<typeof details> = {},
): Promise<Response> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...details, ...fields })) form.set(name, value)
  form.set('file', new Blob([new Uint8Array(recording)], { type: 'audio/wav' }), 'take.wav')
  return fetch(`${shop.url}/api/proxy/tracks`, {
    method: 'POST',
    headers: { cookie: artist.cookie },
    body: form,
  })
}

export async function untilListed(artist: ApiPerson, id: string): Promise<void> {
  for (;;) {
    const { state, reason } = await artist.ask<{ state: string; reason: string | null }>(
      `GET /api/proxy/uploads/${id}`,
    )
    if (state === 'listed') return
    if (state === 'refused') throw new Error(`The upload was refused: ${reason}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
