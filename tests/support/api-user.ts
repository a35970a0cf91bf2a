// A user who calls a running app without a browser, to set up the data of a journey.

import { randomUUID } from 'node:crypto'
import { finishOnboarding } from '../../sandbox/pay-as-customer.ts'
import { details } from './uploads/upload-details.ts'
import { confirmEmailOf } from './accounts/confirm-email.ts'
import type { RunningApp } from './running-app.ts'

export type ApiUser = ReturnType<typeof apiUserOf>
/** `cookie` is the session's. */
export type Account = { email: string; username: string; cookie: string }

export async function createApiUser(
  app: Pick<RunningApp, 'url'>,
  role: 'customer' | 'artist',
  username: string,
): Promise<ApiUser> {
  const email = `${randomUUID()}@example.com`
  const registered = await fetch(`${app.url}/api/accounts/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, username, password: 'sing it to me', role }),
  })
  if (!registered.ok) throw new Error(`Registering failed: ${await registered.text()}`)
  const cookie = registered.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  // An artist is paid only at a confirmed email.
  if (role === 'artist') await confirmEmailOf(app, email)
  return apiUserOf(app, { email, username, cookie })
}

/** A user with an open session, on this app or on the one that its data folder was copied from. */
export function apiUserOf(app: Pick<RunningApp, 'url'>, account: Account) {
  const { cookie } = account

  async function call(route: string, body?: object): Promise<Response> {
    const [method = 'GET', path = '/'] = route.split(' ')
    return fetch(`${app.url}${path}`, {
      method,
      headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  }
  async function request<Body>(route: string, body?: object): Promise<Body> {
    const response = await call(route, body)
    if (!response.ok)
      throw new Error(`${route} responded ${response.status}: ${await response.text()}`)
    return response.json() as Promise<Body>
  }
  return { ...account, account, call, request }
}

/** @param bank other than the usual test details, e.g. `accountNumber` */
export async function enablePayouts(
  artist: ApiUser,
  bank: Record<string, string> = {},
): Promise<void> {
  const { url } = await artist.request<{ url: string }>('POST /api/artist/payment-setup', {})
  await finishOnboarding(url, bank)
  const { state } = await artist.request<{ state: string }>('GET /api/artist/payment-setup')
  if (state !== 'ready') throw new Error(`The payment set-up is ${state}.`)
}

/** Uploads a recording, waits until it is listed, and returns the track's id. */
export async function publish(
  app: Pick<RunningApp, 'url'>,
  artist: ApiUser,
  recording: Buffer,
  fields: Partial<typeof details> = {},
): Promise<string> {
  const id = await upload(app, artist, recording, fields)
  await untilListed(artist, id)
  return id
}

/** Returns the upload's id when the file has arrived; the track will have the same id. */
export async function upload(
  app: Pick<RunningApp, 'url'>,
  artist: ApiUser,
  recording: Buffer,
  fields: Partial<typeof details> = {},
): Promise<string> {
  const response = await sendUpload(app, artist, recording, fields)
  if (!response.ok) throw new Error(`Uploading failed: ${await response.text()}`)
  const { id } = (await response.json()) as { id: string }
  return id
}

export function sendUpload(
  app: Pick<RunningApp, 'url'>,
  artist: ApiUser,
  recording: Buffer,
  fields: Partial<typeof details> = {},
): Promise<Response> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...details, ...fields })) form.set(name, value)
  form.set('file', new Blob([new Uint8Array(recording)], { type: 'audio/wav' }), 'take.wav')
  return fetch(`${app.url}/api/proxy/tracks`, {
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
