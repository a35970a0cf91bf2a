import { expect, test, vi } from 'vitest'
import { makeWav, strummedChord } from '#server/gateways/audio/audio-samples.ts'
import { createTestApp, createUser } from '../../../tests/support/test-app.ts'
import { announce } from '../../../tests/support/uploads/resumable.ts'
import { cannedAudio } from '../../../tests/support/canned-audio.ts'
import { createArtistWithPayouts } from '../../../tests/support/shopping.ts'
import { breakOff, storedFiles, upload } from '../../../tests/support/uploading.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp({ audio: cannedAudio })

const song = makeWav({ waveform: strummedChord(), seconds: 6 })
const tooMany = [409, '3 of your uploads are in progress. Please wait until one of them is done.']

test('an artist may have three uploads in progress; the next one is accepted when one is done', async () => {
  const app = await emptyApp()
  const [artist, other] = [await createArtistWithPayouts(app), await createArtistWithPayouts(app)]
  for (let sent = 0; sent < 3; sent++) {
    expect((await upload(app, { as: artist, file: song })).statusCode).toBe(200)
  }

  const fourth = await upload(app, { as: artist, file: song })

  expect([fourth.statusCode, fourth.json().message]).toEqual(tooMany)
  expect(await storedFiles(app)).toHaveLength(3)
  expect((await upload(app, { as: other, file: song })).statusCode).toBe(200)
  await app.work()
  expect((await upload(app, { as: artist, file: song })).statusCode).toBe(200)
})

test('of many concurrent uploads, three are accepted', async () => {
  const app = await emptyApp()
  const artist = await createArtistWithPayouts(app)

  const responses = await Promise.all(
    Array.from({ length: 6 }, () => upload(app, { as: artist, file: song })),
  )

  const statuses = responses.map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 200)).toHaveLength(3)
  expect(statuses.filter((status) => status === 409)).toHaveLength(3)
  expect(await storedFiles(app)).toHaveLength(3)
})

test('an upload that is still arriving counts, but not after it is interrupted', async () => {
  const app = await emptyApp()
  const artist = await createArtistWithPayouts(app)
  await upload(app, { as: artist, file: song })
  await upload(app, { as: artist, file: song })
  const arrived = async () => {
    await expect.poll(() => storedFiles(app)).toHaveLength(3)
    const fourth = await upload(app, { as: artist, file: song })
    expect([fourth.statusCode, fourth.json().message]).toEqual(tooMany)
  }

  await breakOff(app, { as: artist, file: song }, { bytes: 500_000, arrived })

  await expect.poll(() => storedFiles(app)).toHaveLength(2)
  await expect
    .poll(async () => (await upload(app, { as: artist, file: song })).statusCode)
    .toBe(200)
})

test('with less free space than a gigabyte and one file of the largest size, no upload is accepted', async () => {
  await using app = await createTestApp()
  const artist = await createArtistWithPayouts(app)
  const enough = 1024 ** 3 + 250 * 1024 ** 2
  const free = vi.spyOn(app.storage, 'freeBytes').mockResolvedValue(enough - 1)

  const refused = await upload(app, { as: artist, file: song })

  expect([refused.statusCode, refused.json().message]).toEqual([
    507,
    'There is no room to store the file right now. Please try again later.',
  ])
  expect(await storedFiles(app)).toEqual([])
  free.mockResolvedValue(enough)
  expect((await upload(app, { as: artist, file: song })).statusCode).toBe(200)
})

test('announcing a recording needs a finished payment set-up (UPL-29)', async () => {
  const app = await emptyApp()
  const artist = await createUser(app, { role: 'artist' })
  const refused = await announce(app, artist, { bytes: song.length })
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'payment_setup_needed'])
  expect(await app.db.selectFrom('uploads').select('id').execute()).toEqual([])
})
