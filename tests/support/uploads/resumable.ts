// Sends a recording in several requests, by the requests of the tus protocol.

import type { TestApp, TestUser } from '../test-app.ts'

type Announced = { bytes: number; fileName?: string; replaces?: string }

const base64 = (text: string) => Buffer.from(text).toString('base64')

export function announce(
  app: TestApp,
  as: TestUser | undefined,
  { bytes, fileName = 'take.wav', replaces }: Announced,
) {
  const metadata = [
    `filename ${base64(fileName)}`,
    ...(replaces ? [`replaces ${base64(replaces)}`] : []),
  ]
  return app.call('POST /api/proxy/uploads', {
    ...(as ? { as } : {}),
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(bytes),
      'upload-metadata': metadata.join(','),
    },
  })
}

/** Announces a recording; returns the id of its upload. */
export async function announced(app: TestApp, as: TestUser, file: Announced): Promise<string> {
  const response = await announce(app, as, file)
  const [, id] = /^\/api\/proxy\/uploads\/([0-9a-f-]{36})\/file$/.exec(
    String(response.headers.location),
  ) ?? [undefined, undefined]
  if (id === undefined) throw new Error(`Announcing failed: ${response.body}`)
  return id
}

type Part = { id: string; offset: number; bytes: Buffer; headers?: Record<string, string> }

export function sendPart(
  app: TestApp,
  as: TestUser | undefined,
  { id, offset, bytes, headers = {} }: Part,
) {
  return app.http.inject({
    method: 'PATCH',
    url: `/api/proxy/uploads/${id}/file`,
    headers: {
      host: 'undersong.test',
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
      ...(as ? { cookie: as.cookie } : {}),
      ...headers,
    },
    payload: bytes,
  })
}

/** The number of stored bytes. */
export function findOffset(app: TestApp, as: TestUser, id: string) {
  return app.call(`HEAD /api/proxy/uploads/${id}/file`, {
    as,
    headers: { 'tus-resumable': '1.0.0' },
  })
}
