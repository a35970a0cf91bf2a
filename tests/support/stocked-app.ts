// A running app with data: an artist, twelve tracks, comments and ratings, and a customer who has bought one track.

import { connect } from '../../src/server/db/client.ts'
import { makeWav, tone } from '../../src/server/gateways/audio/audio-samples.ts'
import { payAsCustomer } from '../../sandbox/pay-as-customer.ts'
import { createApiUser, enablePayouts, publish } from './api-user.ts'
import { databaseUrlOf, queryDatabase } from './inside.ts'
import { freePort } from '../../scripts/run-program.ts'
import type { TrackDescription } from '../../src/server/tracks/track-commands.ts'
import { createTrack } from './test-app.ts'
import { createDataFolder, startAppProcess, stopApp } from './running-app.ts'

const goodCard = '4242424242424242'

const longTitle =
  'I Am the Very Model of a Modern Major-General (The Pirates of Penzance), at Half Speed to Learn It!!'

export async function openStockedApp() {
  const data = await createDataFolder()
  const app = await startAppProcess({ PORT: String(await freePort()), DATA_DIR: data.path })
  const artist = await createApiUser(app, 'artist', 'Bartholomew Featherstonehaugh')
  await enablePayouts(artist)
  const recording = (hz: number) => makeWav({ waveform: tone(hz), seconds: 12 })
  const longTrackId = await publish(app, artist, recording(196), {
    title: longTitle,
    originalArtist: 'W. S. Gilbert and Arthur Sullivan, as the D’Oyly Carte Opera Company gave it',
  })
  const boughtTrackId = await publish(app, artist, recording(220), { title: 'Barbara Allen' })
  await publish(app, artist, recording(247), { title: 'Shenandoah', price: '3.00' })
  await copyTrack(data.path, 'Shenandoah', 9)

  const singer = await createApiUser(app, 'customer', 'Mia Sings')
  const { url } = await singer.request<{ url: string }>(
    'POST /api/proxy/stripe/create-cart-checkout-session',
    { items: [{ trackId: boughtTrackId }] },
  )
  const { outcome } = await payAsCustomer(url, { card: goodCard })
  if (outcome !== 'paid') throw new Error(`Paying ended ${outcome}.`)
  while (
    (await singer.request<{ tracks: unknown[] }>('GET /api/proxy/my-tracks')).tracks.length === 0
  )
    await new Promise((resolve) => setTimeout(resolve, 100))
  await queryDatabase(data.path, opinions)

  return {
    url: app.url,
    dataDir: data.path,
    artist,
    singer,
    longTrackId,
    boughtTrackId,
    async [Symbol.asyncDispose]() {
      await stopApp(app)
      await data[Symbol.asyncDispose]()
    },
  }
}

/** Creates copies of a track without recordings, for example to fill a second page of the catalogue. */
export async function copyTrack(
  dataDir: string,
  title: string,
  count: number,
  changes: Partial<TrackDescription> = {},
): Promise<void> {
  const database = connect(await databaseUrlOf(dataDir), { onIdleError: () => undefined })
  try {
    const { artistId, ...original } = await database.db
      .selectFrom('tracks')
      .select(['artist_id as artistId', 'original_artist as originalArtist'])
      .select(['description', 'price_pence as pricePence', 'created_at as createdAt'])
      .where('title', '=', title)
      .executeTakeFirstOrThrow()
    for (let copy = 1; copy <= count; copy++)
      await createTrack(database.db, {
        ...original,
        ...changes,
        artistId,
        title: `${changes.title ?? title} ${copy}`,
      })
  } finally {
    await database.close()
  }
}

const opinions = `
  insert into comments (id, track_id, user_id, text)
  select gen_random_uuid(), tracks.id, users.id, 'My whole choir sings to this one.'
  from tracks, users where users.username = 'Mia Sings';
  insert into comments (id, track_id, user_id, text)
  select gen_random_uuid(), id, null, repeat('Slower', 40) || E'\\n\\nThe second verse is a gem.' from tracks;
  update tracks set rating_count = 3, rating_sum = 13 where title <> 'Shenandoah'`
