// Pictures of artists: drawn again from their pixels, in three sizes, and attacks by files that are more or less than that.

import { deflateSync, crc32 } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { OwnProfile } from '#contracts/artists/profile.ts'
import { avatarSizes, avatarUrl, maxAvatarBytes } from '#rules/artists/avatars.ts'
import { picture, sendAvatar } from '../../../../tests/support/artists/avatars.ts'
import { sendWhileAccessEnds } from '../../../../tests/support/artists/end-access.ts'
import { watchFiles } from '../../../../tests/support/uploads/watch-files.ts'
import { sharedTestApp } from '../../../../tests/support/shared-app.ts'
import { createUser, type TestApp, type TestUser } from '../../../../tests/support/test-app.ts'

const sharedApp = sharedTestApp()

const avatarOf = async (app: TestApp, { id }: TestUser) =>
  (await app.call(`GET /public/users/${id}`)).json<OwnProfile>().avatar

test('a picture is stored upright as three squares without its metadata, at addresses that stay', async () => {
  const app = await sharedApp()
  const rosa = await createUser(app, { role: 'artist' })
  const sent = await picture()
  expect(sent.includes('secret-place')).toBe(true)
  const { avatar } = (await sendAvatar(app, rosa, sent)).json<{ avatar: string }>()
  expect(await avatarOf(app, rosa)).toBe(avatar)
  const id = avatar.split('/')[3] ?? ''
  for (const size of avatarSizes) {
    const shown = await app.call(`GET ${avatarUrl(id, size)}`)
    expect(shown.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    const { width, height, format, exif } = await sharp(shown.rawPayload).metadata()
    expect([width, height, format, exif]).toEqual([size, size, 'webp', undefined])
    expect(shown.rawPayload.includes('secret-place')).toBe(false)
    const { data } = await sharp(shown.rawPayload).raw().toBuffer({ resolveWithObject: true })
    const [red = 0, , blue = 0] = data
    expect(red).toBeGreaterThan(200)
    expect(blue).toBeLessThan(60)
    expect(data.at(-1)).toBeGreaterThan(200)
  }
  expect(
    (await app.call(`GET ${avatarUrl(id, 64)}`, { headers: { range: 'bytes=0-9' } })).statusCode,
  ).toBe(206)
})

test('a new picture takes the place of the old one, whose files are removed; without one there is none', async () => {
  const app = await sharedApp()
  const rosa = await createUser(app, { role: 'artist' })
  const storedPictures = await watchFiles(app, 'avatars')
  await sendAvatar(app, rosa, await picture())
  const first = await storedPictures()
  const old = await avatarOf(app, rosa)
  await sendAvatar(app, rosa, await picture())
  const second = await storedPictures()
  expect([first.length, second.length]).toEqual([3, 3])
  expect(second).not.toEqual(first)
  expect((await app.call(`GET ${old}`)).json()).toMatchObject({ code: 'not_found' })
  expect((await app.call('DELETE /api/artist/avatar', { as: rosa })).statusCode).toBe(200)
  expect([await storedPictures(), await avatarOf(app, rosa)]).toEqual([[], null])
})

test.each([
  ['deleted', 'login_required'],
  ['banned', 'banned'],
] as const)(
  'a picture that is on its way when its artist is %s is refused, and nothing of it is stored',
  async (by, code) => {
    const app = await sharedApp()
    const rosa = await createUser(app, { role: 'artist' })
    const storedPictures = await watchFiles(app, 'avatars')
    const sent = await picture()
    const response = await sendWhileAccessEnds(app, rosa, {
      by,
      send: (until) => sendAvatar(app, rosa, sent, { until }),
    })
    expect(response.json()).toMatchObject({ code })
    expect(await storedPictures()).toEqual([])
    const kept = app.db.selectFrom('users').select('avatar').where('id', '=', rosa.id)
    expect(await kept.execute()).toEqual([{ avatar: null }])
  },
)

test('what is no picture, or too much of one, is refused, and nothing of it is stored', async () => {
  const app = await sharedApp()
  const rosa = await createUser(app, { role: 'artist' })
  const storedPictures = await watchFiles(app, 'avatars')
  const jpeg = await picture()
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const attacks: [name: string, bytes: Buffer, code: string][] = [
    ['nothing', Buffer.alloc(0), 'avatar_missing'],
    ['SVG', svg, 'avatar_not_accepted'],
    [
      'SVG behind the first bytes of a PNG',
      Buffer.concat([pngOf(4, 4).subarray(0, 16), svg]),
      'avatar_not_accepted',
    ],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), 'avatar_not_accepted'],
    ['GIF', Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64'), 'avatar_not_accepted'],
    ['PDF', Buffer.from('%PDF-1.7\n%%EOF'), 'avatar_not_accepted'],
    ['half of a JPEG', jpeg.subarray(0, jpeg.length / 2), 'avatar_not_accepted'],
    ['the head of a JPEG', jpeg.subarray(0, 200), 'avatar_not_accepted'],
    ['PNG of 30,000 × 30,000', pngOf(30_000, 30_000), 'avatar_too_many_pixels'],
    ['PNG of 2³¹ pixels in a row', pngOf(2 ** 31 - 1, 1), 'avatar_not_accepted'],
    ['6 MB', Buffer.concat([jpeg, Buffer.alloc(maxAvatarBytes)]), 'avatar_too_large'],
  ]
  for (const [name, bytes, code] of attacks) {
    const refused = await sendAvatar(app, rosa, bytes)
    expect([name, refused.json<{ code?: string }>().code]).toEqual([name, code])
  }
  expect([await storedPictures(), await avatarOf(app, rosa)]).toEqual([[], null])
})

test('of a picture with an archive or a page behind its end only the picture is kept', async () => {
  const app = await sharedApp()
  const rosa = await createUser(app, { role: 'artist' })
  const hidden = Buffer.from('PK\u0003\u0004hidden-archive<script>alert(1)</script>')
  const sent = Buffer.concat([await picture(), hidden])
  const { avatar } = (
    await sendAvatar(app, rosa, sent, { name: 'me.html', type: 'text/html' })
  ).json<{ avatar: string }>()
  const shown = await app.call(`GET ${avatar}`)
  expect(shown.headers['content-type']).toBe('image/webp')
  expect(shown.rawPayload.includes('hidden-archive')).toBe(false)
})

/** A small PNG whose header promises that many pixels, all of them black. */
function pngOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(100_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
