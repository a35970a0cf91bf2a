// The data of the prepared folder: an artist, twelve tracks, comments and ratings, and a customer who has bought one track.

import { makeWav, tone } from '../../../src/server/gateways/audio/audio-samples.ts'
import { createApiUser, enablePayouts, publish, type Account } from '../api-user.ts'
import { copyTrack } from './copy-track.ts'
import { queryDatabase } from '../inside.ts'
import { buyTrack } from '../money/buy-track.ts'
import type { RunningApp } from '../running-app.ts'

export type Stock = {
  artist: Account
  singer: Account
  longTrackId: string
  boughtTrackId: string
}

const longTitle =
  'I Am the Very Model of a Modern Major-General (The Pirates of Penzance), at Half Speed to Learn It!!'

export async function stockApp(app: Pick<RunningApp, 'url'>, dataDir: string): Promise<Stock> {
  const artist = await createApiUser(app, 'artist', 'Bartholomew Featherstonehaugh')
  await enablePayouts(artist)
  const recording = (hz: number) => makeWav({ waveform: tone(hz), seconds: 12 })
  const longTrackId = await publish(app, artist, recording(196), {
    title: longTitle,
    originalArtist: 'W. S. Gilbert and Arthur Sullivan, as the D’Oyly Carte Opera Company gave it',
  })
  const boughtTrackId = await publish(app, artist, recording(220), { title: 'Barbara Allen' })
  await publish(app, artist, recording(247), { title: 'Shenandoah', price: '3.00' })
  await copyTrack(dataDir, 'Shenandoah', 9)

  const singer = await createApiUser(app, 'customer', 'Mia Sings')
  await buyTrack(singer, boughtTrackId)
  await queryDatabase(dataDir, comments)
  return { artist: artist.account, singer: singer.account, longTrackId, boughtTrackId }
}

const comments = `
  insert into comments (id, track_id, user_id, text)
  select gen_random_uuid(), tracks.id, users.id, 'My whole choir sings to this one.'
  from tracks, users where users.username = 'Mia Sings';
  insert into comments (id, track_id, user_id, text)
  select gen_random_uuid(), id, null, repeat('Slower', 40) || E'\\n\\nThe second verse is a gem.' from tracks;
  update tracks set rating_count = 3, rating_sum = 13 where title <> 'Shenandoah'`
