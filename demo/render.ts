// Renders one demo track, or one recording of a commission: node demo/render.ts <slug> <out.wav>

import { writeFile } from 'node:fs/promises'
import { demoRecordings } from './catalogue/recordings.ts'
import { demoTracks } from './catalogue/tracks.ts'
import { renderTrack } from './music/render-track.ts'
import { timelineOf } from './music/score/timeline.ts'

const [slug = '', out] = process.argv.slice(2)
const pieces = new Map([
  ...demoTracks.map(({ slug: name, music }) => [name, music] as const),
  ...Object.entries(demoRecordings),
])
const music = pieces.get(slug)
if (music === undefined || out === undefined) {
  console.error('Usage: node demo/render.ts <slug> <out.wav>, where <slug> is one of:')
  console.error([...pieces.keys()].map((name) => `  ${name}`).join('\n'))
  process.exitCode = 1
} else {
  const startedAt = performance.now()
  await writeFile(out, renderTrack(music))
  const wallSeconds = (performance.now() - startedAt) / 1000
  const { seconds } = timelineOf(music)
  console.log(`${slug}: ${seconds.toFixed(1)} s of audio in ${wallSeconds.toFixed(1)} s`)
}
