// Sends pictures as the profile's form does.

import sharp from 'sharp'
import type { TestApp, TestUser } from '../test-app.ts'
import { inHalves } from '../uploading.ts'

type SentPicture = {
  name?: string
  type?: string
  /** The end of the form is sent after this. */
  until?: Promise<unknown>
}

export async function sendAvatar(
  app: Pick<TestApp, 'http'>,
  as: Pick<TestUser, 'cookie'> | undefined,
  bytes: Uint8Array,
  { name = 'me.jpg', type = 'image/jpeg', until }: SentPicture = {},
) {
  const form = new FormData()
  form.append('avatar', new File([Buffer.from(bytes)], name, { type }))
  const encoded = new Response(form)
  const body = Buffer.from(await encoded.arrayBuffer())
  return app.http.inject({
    method: 'POST',
    url: '/api/artist/avatar',
    headers: {
      host: 'undersong.test',
      'content-type': encoded.headers.get('content-type') ?? '',
      ...(as ? { cookie: as.cookie } : {}),
    },
    payload: until === undefined ? body : inHalves(body, until),
  })
}

/** A photograph on its side, as phones store them: red on top once it is upright, blue below, with a place in its metadata. */
export function picture(): Promise<Buffer> {
  return sharp({ create: { width: 400, height: 600, channels: 3, background: '#0000ff' } })
    .composite([
      {
        input: { create: { width: 200, height: 600, channels: 3, background: '#ff0000' } },
        left: 0,
        top: 0,
      },
    ])
    .withExif({ IFD0: { Copyright: 'secret-place', Orientation: '6' } })
    .jpeg()
    .toBuffer()
}
