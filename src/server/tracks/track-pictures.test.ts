import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { rasterCoverUrl } from '#rules/tracks/track-pictures.ts'
import { createArtistWithPayouts, paidCart } from '../../../tests/support/shopping.ts'
import {
  createTestApp,
  createTrack,
  createUser,
  type TestUser,
} from '../../../tests/support/test-app.ts'
import { withdrawTrack } from './track-commands.ts'

const app = await createTestApp()
afterAll(() => app[Symbol.asyncDispose]())
const artist = await createUser(app, { role: 'artist' })

test('the cover is a square PNG at a URL that changes with it', async () => {
  const { id } = await createTrack(app.db, { artistId: artist.id, keySignature: 'C' })
  const track = await app.call(`GET /api/proxy/tracks/${id}`)
  const url = rasterCoverUrl(track.json<{ coverUrl: string }>().coverUrl)

  const cover = await app.call(`GET ${url}`)
  expect(cover.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000',
  })
  const { format, width, height } = await sharp(cover.rawPayload).metadata()
  expect({ format, width, height }).toEqual({ format: 'png', width: 512, height: 512 })
  expect(cover.rawPayload.length).toBeLessThan(100_000)

  await app.db.updateTable('tracks').set({ key_signature: 'D' }).where('id', '=', id).execute()
  const changed = await app.call(`GET ${url}`)
  expect(changed.headers['cache-control']).toBe('public, max-age=3600')
  expect(changed.rawPayload.equals(cover.rawPayload)).toBe(false)

  const unknown = await app.call(`GET /public/tracks/${randomUUID()}/cover.png`)
  expect(unknown.json()).toMatchObject({ code: 'not_found' })
})

test("a withdrawn track's cover is drawn for its artist and for its customers, and for nobody else", async () => {
  const seller = await createArtistWithPayouts(app)
  const [customer, other] = [await createUser(app), await createUser(app)]
  const { id } = await createTrack(app.db, { artistId: seller.id })
  await paidCart(app, customer, [id])
  const find = async (as: TestUser | undefined, file: string) => {
    const found = await app.call(`GET /public/tracks/${id}/${file}`, { as })
    return found.statusCode === 200
      ? found.headers['cache-control']
      : found.json<{ code: string }>().code
  }
  expect(await find(customer, 'cover.svg')).toBe('public, max-age=31536000')

  await withdrawTrack(app.db, { id, artistId: seller.id })
  for (const owner of [seller, customer]) {
    expect(await find(owner, 'cover.svg')).toBe('private, max-age=31536000')
    expect(await find(owner, 'cover.png')).toBe('private, max-age=3600')
    expect(await find(owner, 'share.png')).toBe('not_found')
  }
  for (const file of ['cover.svg', 'cover.png']) {
    expect([await find(other, file), await find(undefined, file)]).toEqual([
      'not_found',
      'not_found',
    ])
  }
})

async function shareUrlOf(id: string): Promise<string> {
  const track = await app.call(`GET /api/proxy/tracks/${id}`)
  return track.json<{ sharePictureUrl: string }>().sharePictureUrl
}

/** The rows of the text column that are not plain paper, of each third of the picture's height. */
async function inkedRows(picture: Buffer): Promise<number[]> {
  const { data, info } = await sharp(picture)
    .extract({ left: 640, top: 0, width: 560, height: 630 })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const isInked = (row: number) =>
    data.subarray(row * info.width, (row + 1) * info.width).some((tone) => tone < 160)
  const third = info.height / 3
  return [0, 1, 2].map(
    (at) => Array.from({ length: third }, (_, row) => at * third + row).filter(isInked).length,
  )
}

test('the picture of a link is 1200 × 630, shows the title, and changes with it', async () => {
  const { id } = await createTrack(app.db, { artistId: artist.id, title: 'Autumn Leaves' })
  const url = await shareUrlOf(id)
  const first = await app.call(`GET ${url}`)
  expect(first.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000',
  })
  const { width, height } = await sharp(first.rawPayload).metadata()
  expect([width, height]).toEqual([1200, 630])
  expect((await app.call(`GET ${url}`)).rawPayload.equals(first.rawPayload)).toBe(true)

  await app.db.updateTable('tracks').set({ title: 'Autumn' }).where('id', '=', id).execute()
  expect(await shareUrlOf(id)).not.toBe(url)
  const changed = await app.call(`GET ${url}`)
  expect(changed.headers['cache-control']).toBe('public, max-age=3600')
  expect(changed.rawPayload.equals(first.rawPayload)).toBe(false)
})

const longest = { title: 'W'.repeat(100), originalArtist: 'Q'.repeat(100) }

test('a picture fits the longest words, and takes text of any script and markup as text', async () => {
  const pictureOf = async (track: { title: string; originalArtist?: string }) => {
    const { id } = await createTrack(app.db, { artistId: artist.id, ...track })
    return (await app.call(`GET ${await shareUrlOf(id)}`)).rawPayload
  }
  // The last lines are those of the key, with plain paper above and below.
  const [, , last = 0] = await inkedRows(await pictureOf(longest))
  expect(last).toBeGreaterThan(10)
  expect(last).toBeLessThan(80)
  const scripts = ['שלום', 'سلام', 'Ελλά', 'Отцв', '上を向い', '한국어도', 'हिन्दी', '<b>&amp']
  const pictures = await Promise.all(scripts.map((title) => pictureOf({ title })))
  expect(new Set(pictures.map((picture) => picture.toString('base64'))).size).toBe(scripts.length)
})
