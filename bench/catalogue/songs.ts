// Songs and artists as a large catalogue has them: a few words in many titles, many words in few, and several versions of a song.

import { chooseFrom, type Random } from '../../demo/music/score/random.ts'
import {
  adjectives,
  adverbs,
  firstNames,
  foreignTitles,
  lastNames,
  nouns,
  places,
  tailSyllables,
  verbs,
} from './word-lists.ts'

export type Song = { title: string; originalArtist: string }
export type BenchArtist = { username: string; displayName: string | null }

const tailLength = 28_000

export function createSongs(count: number, random: Random): Song[] {
  const originalArtists = Array.from({ length: Math.ceil(count / 8) }, () =>
    originalArtistName(random),
  )
  return Array.from({ length: count }, () => ({
    title: songTitle(random),
    originalArtist: random() < 0.1 ? 'Traditional' : frequentFirst(originalArtists, random),
  }))
}

/** Usernames are unique; most artists show another name. */
export function createArtists(count: number, random: Random): BenchArtist[] {
  return Array.from({ length: count }, (_, at) => {
    const [first, last] = [frequentFirst(firstNames, random), surname(random)]
    const band = chooseFrom(['', '', '', '', ' Trio', ' Duo', ' Sessions'], random)
    return {
      username: `${first}${last}${at}`
        .normalize('NFKD')
        .replaceAll(/[^a-z0-9]/gi, '')
        .toLowerCase(),
      displayName: random() < 0.8 ? `${first} ${last}${band}` : null,
    }
  })
}

/** The list's beginning is chosen most often, as with words of a language. */
export function frequentFirst<One>(list: readonly One[], random: Random): One {
  const one = list[Math.floor(list.length * random() ** 2.2)]
  if (one === undefined) throw new Error('There is nothing to choose from.')
  return one
}

function songTitle(random: Random): string {
  const title = random() < 0.03 ? frequentFirst(foreignTitles, random) : englishTitle(random)
  const addition = random()
  if (addition < 0.01) return `${title} (${frequentFirst(adjectives, random)} Version)`
  if (addition < 0.015) return `${title}, Part ${1 + Math.floor(random() * 9)}`
  return title
}

type Pattern = (random: Random) => string

const noun: Pattern = (random) =>
  random() < 0.12 ? tailWord(random) : frequentFirst(nouns, random)
const place: Pattern = (random) =>
  random() < 0.4 ? tailWord(random) : frequentFirst(places, random)
const adjective: Pattern = (random) => frequentFirst(adjectives, random)
const verb: Pattern = (random) => frequentFirst(verbs, random)
const adverb: Pattern = (random) => frequentFirst(adverbs, random)
const firstName: Pattern = (random) => frequentFirst(firstNames, random)

const patterns: readonly Pattern[] = [
  (random) => `${adjective(random)} ${noun(random)}`,
  (random) => `The ${noun(random)}`,
  (random) => `The ${adjective(random)} ${noun(random)}`,
  (random) => `${noun(random)} of the ${noun(random)}`,
  (random) => `${firstName(random)}'s ${noun(random)}`,
  (random) => `Don't ${verb(random)} Me ${adverb(random)}`,
  (random) => `${verb(random)} You ${adverb(random)}`,
  (random) => `The ${noun(random)} of ${place(random)}`,
  (random) => `${adjective(random)} ${noun(random)} in the ${noun(random)}`,
  (random) => `I’ll ${verb(random)} the ${adjective(random)} ${noun(random)} ${adverb(random)}`,
  (random) => `You're My ${noun(random)}`,
  (random) => `When the ${noun(random)} Is ${adjective(random)}`,
  (random) => `${firstName(random)} of ${place(random)}`,
  (random) => noun(random),
  (random) => `If I Could ${verb(random)} ${firstName(random)} ${adverb(random)}`,
  (random) => `${noun(random)} & ${noun(random)}`,
]

function englishTitle(random: Random): string {
  return frequentFirst(patterns, random)(random)
}

function originalArtistName(random: Random): string {
  const kind = random()
  if (kind < 0.55) return `${firstName(random)} ${surname(random)}`
  if (kind < 0.8) return `The ${adjective(random)} ${noun(random)}s`
  if (kind < 0.9) return `${surname(random)} & ${surname(random)}`
  return `${firstName(random)} and the ${noun(random)}s`
}

function surname(random: Random): string {
  return random() < 0.3 ? tailWord(random) : frequentFirst(lastNames, random)
}

/** A few of them are frequent, most are in a handful of titles. */
function tailWord(random: Random): string {
  const rank = Math.floor(tailLength ** Math.sqrt(random()))
  const { starts, middles, ends } = tailSyllables
  const at = (list: readonly string[], index: number) => list[index % list.length] ?? ''
  const word = [
    at(starts, rank),
    at(middles, Math.floor(rank / starts.length)),
    at(ends, Math.floor(rank / starts.length / middles.length) + rank),
  ].join('')
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}
