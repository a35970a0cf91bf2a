// A running app with data: an artist, twelve tracks, comments and ratings, and a customer who has bought one track.

import { makeWav, tone } from '../../src/server/gateways/audio/audio-samples.ts'
import { payAsCustomer } from '../../sandbox/pay-as-customer.ts'
import { createApiUser, becomePayable, publish } from './api-user.ts'
import { queryDatabase } from './inside.ts'
import { freePort } from '../../scripts/run-program.ts'
import { createDataFolder, startAppProcess, stopApp } from './running-app.ts'

const goodCard = '4242424242424242'

const longTitle =
  'I Am the Very Model of a Modern Major-General (The Pirates of Penzance), at Half Speed to Learn It!!'

export async function openStockedApp() {
  const data = await createDataFolder()
  const app = await startAppProcess({ PORT: String(await freePort()), DATA_DIR: data.path })
  const artist = await createApiUser(app, 'artist', 'Bartholomew Featherstonehaugh')
  await becomePayable(artist)
  const recording = (hz: number) => makeWav({ waveform: tone(hz), seconds: 12 })
  const longTrackId = await publish(app, artist, recording(196), {
    title: longTitle,
    originalArtist: 'W. S. Gilbert and Arthur Sullivan, as the D’Oyly Carte Opera Company gave it',
  })
  const boughtTrackId = await publish(app, artist, recording(220), { title: 'Barbara Allen' })
  await publish(app, artist, recording(247), { title: 'Shenandoah', price: '3.00' })
  await queryDatabase(data.path, copiesOf('Shenandoah', 9))

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

/** SQL that copies a track, for example to fill a second page of the catalogue. */
export const copiesOf = (title: string, count: number) => `do $$
declare
  same text;
begin
  select string_agg(quote_ident(column_name), ', ') into same
  from information_schema.columns
  where table_schema = 'public' and table_name = 'tracks' and is_generated = 'NEVER'
    and column_name not in ('id', 'original_key', 'preview_key', 'title');
  execute format(
    'insert into tracks (id, original_key, preview_key, title, %1$s)
     select gen_random_uuid(), ''original '' || n, ''preview '' || n, ''${title} '' || n, %1$s
     from tracks, generate_series(1, ${count}) n where title = ''${title}''',
    same
  );
end $$`

const opinions = `
  insert into comments (id, track_id, user_id, text)
  select gen_random_uuid(), tracks.id, users.id, 'My whole choir sings to this one.'
  from tracks, users where users.username = 'Mia Sings';
  insert into comments (id, track_id, user_id, text)
  select gen_random_uuid(), id, null, repeat('Slower', 40) || E'\\n\\nThe second verse is a gem.' from tracks;
  update tracks set rating_count = 3, rating_sum = 13 where title <> 'Shenandoah'`
