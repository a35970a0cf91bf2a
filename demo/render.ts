// Renders one demo track: node demo/render.ts <slug> <out.wav>

import { writeFile } from 'node:fs/promises'
import { demoTracks } from './catalogue/tracks.ts'
import { renderTrack } from './music/render-track.ts'
import { timelineOf } from './music/score/timeline.ts'

const [slug, out] = process.argv.slice(2)
const track = demoTracks.find((candidate) => candidate.slug === slug)
if (track === undefined || out === undefined) {
  console.error('Usage: node demo/render.ts <slug> <out.wav>, where <slug> is one of:')
  console.error(demoTracks.map((candidate) => `  ${candidate.slug}`).join('\n'))
  process.exitCode = 1
} else {
  const startedAt = performance.now()
  await writeFile(out, renderTrack(track.music))
  const wallSeconds = (performance.now() - startedAt) / 1000
  const { seconds } = timelineOf(track.music)
  console.log(`${track.slug}: ${seconds.toFixed(1)} s of audio in ${wallSeconds.toFixed(1)} s`)
}
