// Examples of how an artist plays, as everyone sees and hears them.

import { expect, test } from 'vitest'
import type { Artist } from '#contracts/artists/artists.ts'
import { ban } from '../../../../tests/support/catalogue/listing.ts'
import { createExample } from '../../../../tests/support/artists/examples.ts'
import { sharedTestApp } from '../../../../tests/support/shared-app.ts'
import { createUser } from '../../../../tests/support/test-app.ts'

const sharedApp = sharedTestApp()

test('an artist is shown with their examples, in their order, in the list and in the profile', async () => {
  const app = await sharedApp()
  const [rosa, silent] = [
    await createUser(app, { role: 'artist', name: 'rosa' }),
    await createUser(app, { role: 'artist', name: 'silent' }),
  ]
  const ids = [
    await createExample(app, rosa.id, { description: 'Slow' }),
    await createExample(app, rosa.id, { description: 'Fast' }),
  ]
  await app.db
    .updateTable('artist_examples')
    .set({ position: -1 })
    .where('id', '=', ids[1] ?? '')
    .execute()
  const { users } = (await app.call('GET /public/users/query')).json<{ users: Artist[] }>()
  const urls = ids.map((id) => `/public/examples/${id}/audio.mp3`)
  const examples = [
    { id: ids[1], url: urls[1], description: 'Fast', uploadedAt: expect.stringMatching(/Z$/) },
    { id: ids[0], url: urls[0], description: 'Slow', uploadedAt: expect.stringMatching(/Z$/) },
  ]
  const profile = await app.call(`GET /public/users/${rosa.id}`)
  for (const artist of [users.find(({ id }) => id === rosa.id), profile.json<Artist>()]) {
    expect(artist).toMatchObject({ artistExample: urls[1], artistExamples: examples })
    // What the artist receives for a commission is nobody else's business.
    expect(artist).not.toHaveProperty('commissionPrice')
  }
  expect(Object.keys(profile.json<Artist>())).toEqual(
    expect.arrayContaining(
      'id username avatar role banned about artistInstrument artistYoutubeLink artistExample artistExamples averageTrackRating numOfRatings numOfReviews numOfCommissions availableForCommission customerCommissionPrice maxTimeTakenForCommission averageCommissionCompletionTimeHours averageCommissionCompletionTime lastOnline reviews'.split(
        ' ',
      ),
    ),
  )
  expect(users.find(({ id }) => id === silent.id)).toMatchObject({
    artistExample: null,
    artistExamples: [],
    banned: false,
    maxTimeTakenForCommission: '1 week',
  })
})

test('everyone hears an example, also a part of it; not one that is being made, nor one of a banned artist', async () => {
  const app = await sharedApp()
  const rosa = await createUser(app, { role: 'artist' })
  const audio = Buffer.from(Array.from({ length: 2000 }, (_, at) => at % 251))
  const id = await createExample(app, rosa.id, { audio })
  const play = (headers = {}) => app.call(`GET /public/examples/${id}/audio.mp3`, { headers })
  const whole = await play()
  expect([whole.statusCode, whole.headers['content-type'], whole.rawPayload.equals(audio)]).toEqual(
    [200, 'audio/mpeg', true],
  )
  expect(whole.headers).toMatchObject({
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=86400',
  })
  const part = await play({ range: 'bytes=100-199' })
  expect([part.statusCode, part.headers['content-range']]).toEqual([206, 'bytes 100-199/2000'])
  expect(part.rawPayload.equals(audio.subarray(100, 200))).toBe(true)

  await ban(app.db, rosa.id)
  expect((await play()).json()).toMatchObject({ code: 'not_found' })
  await ban(app.db, rosa.id, false)
  expect((await play()).statusCode).toBe(200)
  await app.db
    .updateTable('artist_examples')
    .set({ status: 'waiting', duration_ms: null })
    .where('id', '=', id)
    .execute()
  expect((await play()).json()).toMatchObject({ code: 'not_found' })
})
