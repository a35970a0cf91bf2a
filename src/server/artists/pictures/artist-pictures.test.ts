import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { portraitUrl } from '#rules/artists/portraits.ts'
import { ban } from '../../../../tests/support/catalogue/listing.ts'
import { picture, sendAvatar } from '../../../../tests/support/artists/avatars.ts'
import { createTestApp, createTrack, createUser } from '../../../../tests/support/test-app.ts'
import { artistPortrait } from './artist-portrait.ts'

const app = await createTestApp()
afterAll(() => app[Symbol.asyncDispose]())

const shareUrlOf = async (artistId: string) =>
  (await app.call(`GET /public/users/${artistId}`)).json<{ sharePictureUrl: string }>()
    .sharePictureUrl

const drawn = async (url: string) => (await app.call(`GET ${url}`)).rawPayload

/** The colour at the top of the square. */
async function topOf(image: Buffer) {
  const { data } = await sharp(image)
    .extract({ left: 300, top: 2, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return [...data]
}

test('everybody gets the portrait that belongs to an id, and may store it for a year', async () => {
  const rosa = await createUser(app, { role: 'artist' })
  const response = await app.call(`GET ${portraitUrl(rosa.id)}`)
  expect(response.body).toBe(artistPortrait(rosa.id))
  expect(response.headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'cache-control': 'public, max-age=31536000',
  })
  // Nobody learns from it whether there is such a user.
  expect((await app.call(`GET ${portraitUrl(randomUUID())}`)).statusCode).toBe(200)
})

test('a link to an artist has a picture of its own, whose URL changes with the name, the tracks and the portrait', async () => {
  const [rosa, moss] = [
    await createUser(app, { role: 'artist', name: 'rosa' }),
    await createUser(app, { role: 'artist', name: 'moss' }),
  ]
  const url = await shareUrlOf(rosa.id)
  const first = await app.call(`GET ${url}`)
  expect(first.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000',
  })
  const { format, width, height } = await sharp(first.rawPayload).metadata()
  expect({ format, width, height }).toEqual({ format: 'png', width: 1200, height: 630 })
  expect((await drawn(await shareUrlOf(moss.id))).equals(first.rawPayload)).toBe(false)

  await app.db
    .updateTable('users')
    .set({ display_name: 'Rosa & <Sons>' })
    .where('id', '=', rosa.id)
    .execute()
  const renamed = await shareUrlOf(rosa.id)
  await createTrack(app.db, { artistId: rosa.id })
  const withTrack = await shareUrlOf(rosa.id)
  expect((await sendAvatar(app, rosa, await picture())).statusCode).toBe(200)
  const withPicture = await shareUrlOf(rosa.id)
  expect(new Set([url, renamed, withTrack, withPicture]).size).toBe(4)
  // The photograph is red at its top.
  const [red = 0, green = 0, blue = 0] = await topOf(await drawn(withPicture))
  expect([red > 200, green < 60, blue < 60]).toEqual([true, true, true])
  const old = await app.call(`GET ${url}`)
  expect(old.headers['cache-control']).toBe('public, max-age=3600')
})

test('a banned artist has no picture of a link', async () => {
  const rosa = await createUser(app, { role: 'artist' })
  const url = await shareUrlOf(rosa.id)
  await ban(app.db, rosa.id)
  expect((await app.call(`GET ${url}`)).json()).toMatchObject({ code: 'not_found' })
})
