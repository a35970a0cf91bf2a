// Somebody who uses a running shop without a browser: for what a journey needs to have happened before.

import { randomUUID } from 'node:crypto'
import { finishOnboarding } from '../../sandbox/pay-as-customer.ts'
import { details } from './uploading.ts'
import type { RunningApp } from './running-app.ts'

export type ApiUser = Awaited<ReturnType<typeof createApiUser>>

export async function createApiUser(
  site: Pick<RunningApp, 'url'>,
  role: 'customer' | 'artist',
  username: string,
) {
  const email = `${randomUUID()}@example.com`
  const response = await fetch(`${site.url}/api/accounts/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, username, password: 'sing it to me', role }),
  })
  if (!response.ok) throw new Error(`Registering failed: ${await response.text()}`)
  const cookie = response.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')

  async function call(route: string, body?: object): Promise<Response> {
    const [method = 'GET', path = '/'] = route.split(' ')
    return fetch(`${site.url}${path}`, {
      method,
      headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  }
  async function request<Body>(route: string, body?: object): Promise<Body> {
    const given = await call(route, body)
    if (!given.ok) throw new Error(`${route} answered ${given.status}: ${await given.text()}`)
    return given.json() as Promise<Body>
  }
  return { email, username, cookie, call, request }
}

export async function becomePayable(artist: ApiUser): Promise<void> {
  const { url } = await artist.request<{ url: string }>('POST /api/artist/payment-setup', {})
  await finishOnboarding(url)
  const { state } = await artist.request<{ state: string }>('GET /api/artist/payment-setup')
  if (state !== 'ready') throw new Error(`The payment set-up is ${state}.`)
}

/** Comes back with the listed track's id. */
export async function publish(
  site: RunningApp,
  artist: ApiUser,
  recording: Buffer,
  fields: Partial<typeof details> = {},
): Promise<string> {
  const id = await upload(site, artist, recording, fields)
  await untilListed(artist, id)
  return id
}

/** Comes back with the upload's id as soon as the file is there; the track will have the same. */
export async function upload(
  site: RunningApp,
  artist: ApiUser,
  recording: Buffer,
  fields: Partial<typeof details> = {},
): Promise<string> {
  const response = await sendUpload(site, artist, recording, fields)
  if (!response.ok) throw new Error(`Uploading failed: ${await response.text()}`)
  const { id } = (await response.json()) as { id: string }
  return id
}

export function sendUpload(
  site: RunningApp,
  artist: ApiUser,
  recording: Buffer,
  fields: Partial<typeof details> = {},
): Promise<Response> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...details, ...fields })) form.set(name, value)
  form.set('file', new Blob([new Uint8Array(recording)], { type: 'audio/wav' }), 'take.wav')
  return fetch(`${site.url}/api/proxy/tracks`, {
    method: 'POST',
    headers: { cookie: artist.cookie },
    body: form,
  })
}

export async function untilListed(artist: ApiUser, id: string): Promise<void> {
  for (;;) {
    const { state, reason } = await artist.request<{ state: string; reason: string | null }>(
      `GET /api/proxy/uploads/${id}`,
    )
    if (state === 'listed') return
    if (state === 'refused') throw new Error(`The upload was refused: ${reason}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
