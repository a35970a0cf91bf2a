// What the parts of a text ask for together, so that PostgreSQL reads little for it.

import { sql } from 'kysely'
import { isMinorWord } from '#rules/search/minor-words.ts'
import type { Db } from '#server/db/client.ts'
import { anyOf, type Condition } from './conditions.ts'
import { estimate } from './find-page.ts'
import { matchOf, type Reading } from './readings.ts'
import { tracksSource } from './track-orders.ts'

/** So few tracks are read sooner than an index collects all that have a facet, or any of the words with a beginning. */
const fewTracks = 5_000
/** A shorter beginning is that of very many words. */
const shortestCollected = 3

/** @param choices for each part of the text, of which a track must have one. */
export async function textConditions(
  db: Db,
  choices: readonly (readonly Reading[])[],
): Promise<Condition[]> {
  const parts = choices.map((readings) => ({ readings, match: anyOf(readings.map(matchOf)) }))
  const minor = parts.filter(({ readings }) => readings.every(isMinor))
  const others = parts.filter((part) => !minor.includes(part))
  if (others.length === 0) return parts.map(({ match }) => match)
  const broad = others.filter(({ readings }) => readings.some(isBroad))
  const narrow = others.filter((part) => !broad.includes(part)).map(({ match }) => match)
  const areFew = narrow.length > 0 && (await estimate(db, tracksSource, narrow)) <= fewTracks
  const isTested = ({ readings }: { readings: readonly Reading[] }) =>
    areFew || (narrow.length > 0 && readings.some(isShort))
  return [
    ...narrow,
    ...broad.map((part) => (isTested(part) ? testedOnly(part.match) : part.match)),
    ...minor.map(({ match }) => (areFew || narrow.length === 0 ? testedOnly(match) : match)),
  ]
}

/** PostgreSQL takes no index for a condition that is written so, and still estimates it as before. */
const testedOnly = (match: Condition): Condition => sql`(${match}) is true`

/** Very many tracks have it: an index would collect all of them. */
const isMinor = ({ phrases, facets, unfinished }: Reading) =>
  facets.length + unfinished.length === 0 &&
  phrases.every((phrase) => phrase.every(({ text, isPrefix }) => !isPrefix && isMinorWord(text)))

const isBroad = (reading: Reading) =>
  reading.facets.length > 0 || reading.unfinished.length > 0 || beginningOf(reading) !== null

function isShort(reading: Reading): boolean {
  const beginning = beginningOf(reading)
  return beginning !== null && beginning.length < shortestCollected
}

function beginningOf({ phrases: [phrase = []] }: Reading): string | null {
  const last = phrase.at(-1)
  return last?.isPrefix === true ? last.text : null
}
