// Draws a track's cover, the rosette of a soundhole: wood, hole, rings and inlay follow from the track, one band from its
// artist, the inner ring from its key.

import { parseKey, pitchClassOf } from '#rules/music/musical-key.ts'
import { instrumentations, type Instrumentation } from '#rules/tracks/track-options.ts'
import { choicesOf, type Choices } from './choices.ts'
import { inlays, round, woods, type Wood } from './cover-materials.ts'

export type CoverSubject = {
  id: string
  artistId: string
  instrumentation: Instrumentation
  keySignature: string | null
}

/** Raised with every change of the drawing, because browsers store covers for a year. */
const drawing = 2

/** Changes with everything of a cover that can change, so that it can stand in its URL. */
export function coverVersion({
  instrumentation,
  keySignature,
}: Pick<CoverSubject, 'instrumentation' | 'keySignature'>): string {
  const key = parseKey(keySignature)
  const pitch = pitchClassOf(key) ?? 'x'
  return [
    drawing,
    instrumentations.indexOf(instrumentation),
    `${pitch}${key.isMinor ? 'm' : ''}`,
  ].join('-')
}

/** An SVG document of 400 × 400, 2 to 5 KB; equal subjects have equal covers. */
export function trackCover(subject: CoverSubject): string {
  const choose = choicesOf(subject.id)
  const wood = choose.one(woods)
  const radius = choose.between(19, 27)
  const parts = [
    `<rect width="100" height="100" fill="${wood.face}"/>`,
    grain(choose, wood),
    artistBand(subject.artistId),
    rings(choose, wood, radius),
    keyRing(subject.keySignature, radius),
    hole(choose, radius),
    overTheHole(choose, subject.instrumentation, wood),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400" viewBox="0 0 100 100">${parts.join('')}</svg>`
}

export function grain(choose: Choices, wood: Wood): string {
  const turn = Math.round(choose.between(-9, 9))
  const step = choose.between(5, 11)
  const lines: string[] = []
  for (let x = -20; x < 120; x += step) {
    const bend = round(choose.between(-4, 4))
    const width = round(choose.between(0.3, 1.6))
    lines.push(`<path d="M${round(x)} -10q${bend} 60 0 120" stroke-width="${width}"/>`)
  }
  return `<g fill="none" stroke="${wood.grain}" stroke-opacity=".35" transform="rotate(${turn} 50 50)">${lines.join('')}</g>`
}

/** The outermost band: an artist's covers are recognised by it, and the artist's portrait has it, too. */
export function artistBand(artistId: string): string {
  const choose = choicesOf(artistId)
  const colour = `hsl(${Math.round(choose.between(0, 360))} ${choose.one([35, 55, 70])}% ${choose.one([30, 42, 58])}%)`
  const blocks = choose.one([12, 16, 20, 24, 30, 36, 48])
  const share = choose.one([0.35, 0.5, 0.65, 0.8])
  return `<g fill="none">${circle(46.5, 4.4, '#2B1B12')}${circle(46.5, 3.2, colour, dashes(46.5, blocks, share))}</g>`
}

/** Three to seven rings between the artist's band and the key's ring; the widest has the inlay. */
function rings(choose: Choices, wood: Wood, radius: number): string {
  const count = Math.round(choose.between(3, 7))
  const [from, to] = [radius + 5, 43]
  const step = (to - from) / count
  const widest = Math.floor(choose.between(0, count))
  const inlay = choose.one(inlays)
  const colours = choose.shuffled([wood.dark, wood.accent, wood.light, '#F4EBDA', '#1E1612'])
  const drawn: string[] = []
  for (let at = 0; at < count; at++) {
    const colour = colours[at % colours.length] ?? wood.dark
    const middle = from + step * (at + 0.5)
    if (at === widest) {
      const other = colours[(at + 1) % colours.length] ?? wood.light
      drawn.push(circle(middle, step * 0.95, colour))
      drawn.push(inlay({ radius: middle, width: step * 0.8, colour: other, choose }))
    } else {
      drawn.push(circle(middle, step * choose.between(0.2, 0.75), colour))
    }
  }
  return `<g fill="none">${drawn.join('')}</g>`
}

/** A hue for each of the twelve pitch classes, darker for minor; brass without a key. */
function keyRing(keySignature: string | null, radius: number): string {
  const key = parseKey(keySignature)
  const pitch = pitchClassOf(key)
  const colour =
    pitch === null ? '#B08D3E' : `hsl(${pitch * 30} ${key.isMinor ? '32% 32%' : '38% 52%'})`
  return `<g fill="none">${circle(radius + 2.2, 3.6, colour)}</g>`
}

const darkness = '#1B110B'

function hole(choose: Choices, radius: number): string {
  const shape = choose.one([
    `<circle cx="50" cy="50" r="${round(radius)}" fill="${darkness}"/>`,
    `<ellipse cx="50" cy="50" rx="${round(radius)}" ry="${round(radius * 0.72)}" fill="${darkness}"/>`,
    // A rounded D, lying on its straight side.
    `<path d="M${round(50 - radius)} 56a${round(radius)} ${round(radius)} 0 0 1 ${round(2 * radius)} 0q0 5-5 5h${round(10 - 2 * radius)}q-5 0-5-5z" fill="${darkness}"/>`,
  ])
  // What a hole leaves of its circle is the wood around it.
  return `<circle cx="50" cy="50" r="${round(radius + 0.5)}" fill="#4A2E1B"/>${shape}`
}

function overTheHole(choose: Choices, instrumentation: Instrumentation, wood: Wood): string {
  const tilt = Math.round(choose.between(-16, 16))
  if (instrumentation === 'Piano') return pianoKeys(wood, tilt)
  const count = { 'Acoustic Guitar': 6, 'Full Arrangement Track': 4, Other: 2 }[instrumentation]
  const gap = 26 / (count - 1)
  const lines: string[] = []
  for (let at = 0; at < count; at++) {
    const x = round(37 + at * gap)
    lines.push(`<path d="M${x} -20V120" stroke-width="${round(1.5 - (at * 1) / count)}"/>`)
  }
  const strings = `<g stroke="#FFF6E4" stroke-opacity=".8" transform="rotate(${tilt} 50 50)">${lines.join('')}</g>`
  return instrumentation === 'Full Arrangement Track' ? pianoKeys(wood, tilt) + strings : strings
}

function pianoKeys({ dark }: Wood, tilt: number): string {
  const white: string[] = []
  const black: string[] = []
  for (let at = 0; at < 7; at++) {
    const x = round(19.6 + at * 8.7)
    white.push(`<rect x="${x}" y="52" width="8.2" height="30" rx="1.2"/>`)
    // C D E F G A B: no black key above E–F.
    if (at !== 2 && at !== 6)
      black.push(`<rect x="${round(x + 5.8)}" y="52" width="5" height="18" rx=".8"/>`)
  }
  return `<g transform="rotate(${tilt} 50 50)"><g fill="#FFFDF8" stroke="${dark}" stroke-width=".5">${white.join('')}</g><g fill="#1E1612">${black.join('')}</g></g>`
}

/** Around the middle. */
export function circle(radius: number, width: number, colour: string, dash?: string): string {
  const dashed = dash === undefined ? '' : ` stroke-dasharray="${dash}"`
  return `<circle cx="50" cy="50" r="${round(radius)}" stroke="${colour}" stroke-width="${round(width)}"${dashed}/>`
}

/** A whole number of blocks, so that the circle closes without a seam. */
function dashes(radius: number, blocks: number, share: number): string {
  const each = (2 * Math.PI * radius) / blocks
  return `${round(each * share)} ${round(each * (1 - share))}`
}
