import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { AudioRefused, type AudioEngine } from '#server/gateways/audio/audio-engine.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { cannedAudio } from '../../../tests/support/canned-audio.ts'
import { listTracks } from '../../../tests/support/catalogue/listing.ts'
import { createTestApp, createTrack, createUser } from '../../../tests/support/test-app.ts'

test('tracks from before are measured in batches, each once; what cannot be measured stays without figures', async () => {
  const measured: string[] = []
  const audio: AudioEngine = {
    ...cannedAudio,
    measureMusic: async ({ path, outDir }) => {
      measured.push(path)
      if (measured.length === 2) throw new AudioRefused('audio_broken')
      return cannedAudio.measureMusic({ path, outDir })
    },
  }
  await using app = await createTestApp({ audio })
  const { id: artistId } = await createUser(app, { role: 'artist' })
  const tracks = []
  for (let at = 0; at < 6; at++) {
    const { id } = await createTrack(app.db, { artistId, keySignature: 'C' })
    tracks.push(id)
    const options = { maxBytes: 5, contentType: 'audio/wav' }
    if (at > 0)
      await app.storage.put(`originals/${id}`, Readable.from([Buffer.from('sound')]), options)
  }
  const unmeasured = { measured_key: null, measured_key_confidence: null, music_measured_at: null }
  await app.db.updateTable('tracks').set(unmeasured).where('id', 'in', tracks.slice(0, 5)).execute()

  await addJob(app.db, 'measure_tracks', {})
  await app.work()

  expect(measured).toHaveLength(4)
  const rows = await app.db
    .selectFrom('tracks')
    .select(['measured_key', 'measured_key_confidence', 'tempo_bpm', 'key_signature'])
    .where('music_measured_at', 'is not', null)
    .execute()
  const figures = rows.map((row) => [row.measured_key, row.measured_key_confidence, row.tempo_bpm])
  expect(figures.filter(([key]) => key === 'G')).toEqual([
    ['G', 0.9, 84],
    ['G', 0.9, 84],
    ['G', 0.9, 84],
  ])
  // The missing recording and the refused one.
  expect(figures.filter(([key]) => key === null)).toHaveLength(2)
  expect(rows.map((row) => row.key_signature)).toEqual(Array(6).fill('C'))
  expect((await listTracks(app, { tempo: 'relaxed' })).totalTracks).toBe(3)

  await addJob(app.db, 'measure_tracks', {})
  await app.work()
  expect(measured).toHaveLength(4)
})
