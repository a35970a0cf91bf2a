// The demo catalogue: every track with its artist and its reception, in the order of publication.

import { comments } from './comments.ts'
import type { DemoRating, DemoReception, DemoTrack, DemoUpload } from './tracks/demo-track.ts'
import { demoListeners } from './listeners.ts'
import { receptionRows } from './reception.ts'
import { bessAndHollisTracks } from './tracks/bess-and-hollis.ts'
import { claraWinterbourneTracks } from './tracks/clara-winterbourne.ts'
import { dellaQuartermanTracks } from './tracks/della-quarterman.ts'
import { ewanMacraeTracks } from './tracks/ewan-macrae.ts'
import { hazelMarshTracks } from './tracks/hazel-marsh.ts'
import { mateoLinaresTracks } from './tracks/mateo-linares.ts'
import { oakroomSessionsTracks } from './tracks/oakroom-sessions.ts'
import { tomFairweatherTracks } from './tracks/tom-fairweather.ts'

const uploads: Readonly<Record<string, readonly DemoUpload[]>> = {
  'hazel-marsh': hazelMarshTracks,
  'tom-fairweather': tomFairweatherTracks,
  'clara-winterbourne': claraWinterbourneTracks,
  'mateo-linares': mateoLinaresTracks,
  'ewan-macrae': ewanMacraeTracks,
  'oakroom-sessions': oakroomSessionsTracks,
  'bess-and-hollis': bessAndHollisTracks,
  'della-quarterman': dellaQuartermanTracks,
}

/** In rendering order: a varied first page of short pieces, the full-length ones last. */
const order = [
  'the-parting-glass-am',
  'danny-boy-eb',
  'house-of-the-rising-sun-am',
  'amazing-grace-g',
  'greensleeves-fm',
  'skye-boat-song-c',
  'red-river-valley-g',
  'careless-love-eb',
  'scarborough-fair-em',
  'auld-lang-syne-f',
  'black-is-the-color-bm',
  'poor-wandring-one-ab',
  'scarborough-fair-gm',
  'loch-lomond-d',
  'apres-un-reve-cm',
  'drunken-sailor-jam-dm',
  'let-me-call-you-sweetheart-gb',
  'amazing-grace-ab',
  'shenandoah-b',
  'when-the-saints-jam-bb',
  'the-parting-glass-csharpm',
  'daisy-bell-fsharp',
  'habanera-dm',
  'star-of-the-county-down-fsharpm',
  'down-by-the-salley-gardens-g',
  'danny-boy-c',
  'home-on-the-range-e',
  'staendchen-dm',
  'the-water-is-wide-e',
  'loch-lomond-a',
  'swing-low-sweet-chariot-f',
  'ae-fond-kiss-bb',
  'modern-major-general-db',
  'plaisir-damour-d',
  'oh-my-darling-clementine-f',
  'ave-maria-schubert-bb',
  'shenandoah-d',
  'wayfaring-stranger-bbm',
  'hard-times-come-again-no-more-c',
  'barbara-allen-d',
  'will-the-circle-be-unbroken-a',
]

export const demoTracks: readonly DemoTrack[] = Object.entries(uploads)
  .flatMap(([artist, tracks]) =>
    tracks.map((upload) => ({ ...upload, artist, ...receptionOf(upload.slug) })),
  )
  .toSorted((a, b) => placeOf(a.slug) - placeOf(b.slug))

/** Throws on a track that is missing in the tables: they are part of the source. */
function receptionOf(slug: string): DemoReception {
  const row = receptionRows[slug]
  if (row === undefined) throw new Error(`'${slug}' has no reception`)
  const { purchases, downloads, plays, stars } = row
  const ratings = demoListeners.flatMap(({ username }, index): DemoRating[] => {
    const given = Number(stars[index])
    return Number.isNaN(given) ? [] : [{ listener: username, stars: given }]
  })
  return { purchases, downloads, plays, ratings, comments: [...(comments[slug] ?? [])] }
}

function placeOf(slug: string): number {
  const place = order.indexOf(slug)
  if (place === -1) throw new Error(`'${slug}' has no place in the order`)
  return place
}
