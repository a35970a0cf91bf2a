// Draws a track's cover, the rosette of a soundhole, from its id and instrumentation only.

import { createHash } from 'node:crypto'
import type { Instrumentation } from '#rules/track-options.ts'

type Palette = { wood: string; grain: string; dark: string; accent: string }

const palettes: Record<Instrumentation, Palette> = {
  'Acoustic Guitar': { wood: '#E9C58F', grain: '#C9873F', dark: '#6B2F17', accent: '#A65A24' },
  Piano: { wood: '#EFE6D6', grain: '#B9A88F', dark: '#2B211B', accent: '#8A7662' },
  'Full Arrangement Track': {
    wood: '#DDB98A',
    grain: '#B0713A',
    dark: '#2C5B43',
    accent: '#8F3A1C',
  },
  Other: { wood: '#E3CDA6', grain: '#A98A5B', dark: '#4A3526', accent: '#9A6208' },
}

const hole = '#1B110B'

/** An SVG document of 400 × 400, about 3 KB. */
export function trackCover(track: { id: string; instrumentation: Instrumentation }): string {
  const random = randomFrom(track.id)
  const palette = palettes[track.instrumentation]
  const parts = [
    `<rect width="100" height="100" fill="${palette.wood}"/>`,
    woodGrain(random, palette),
    `<circle cx="50" cy="50" r="48" fill="${palette.wood}"/>`,
    rosetteRings(random, palette),
    `<circle cx="50" cy="50" r="28" fill="${hole}"/>`,
    track.instrumentation === 'Piano' ? pianoKeys(palette) : strings(),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400" viewBox="0 0 100 100">${parts.join('')}</svg>`
}

function woodGrain(random: () => number, { grain }: Palette): string {
  const lines: string[] = []
  for (let at = 0; at < 14; at++) {
    const x = round(at * 8 + random() * 4)
    const bend = round(random() * 6 - 3)
    lines.push(`<path d="M${x} 0q${bend} 50 0 100" stroke-width="${round(0.4 + random())}"/>`)
  }
  return `<g fill="none" stroke="${grain}" stroke-opacity=".22">${lines.join('')}</g>`
}

/** Rings from the outside in: thin lines around two bands of blocks, whose lengths vary by track. */
function rosetteRings(random: () => number, { dark, accent, grain }: Palette): string {
  const band = (radius: number, width: number, colour: string, dash?: string) =>
    `<circle cx="50" cy="50" r="${radius}" stroke="${colour}" stroke-width="${width}"${dash ? ` stroke-dasharray="${dash}"` : ''}/>`
  const blocks = (radius: number, length: number) => {
    // A whole number of blocks avoids a seam where the circle closes.
    const around = 2 * Math.PI * radius
    const each = around / Math.round(around / length)
    const share = 0.5 + random() * 0.25
    return `${round(each * share)} ${round(each * (1 - share))}`
  }
  return `<g fill="none">${[
    band(46, 1, dark),
    band(42.5, 3.4, accent, blocks(42.5, 2 + random() * 2.5)),
    band(39.6, 0.8, dark),
    band(35.6, 4.6, random() < 0.5 ? dark : accent, blocks(35.6, 3 + random() * 4)),
    band(32.4, 0.8, dark),
    band(30.3, 1.6, grain, blocks(30.3, 2.6)),
  ].join('')}</g>`
}

function strings(): string {
  const lines: string[] = []
  for (let at = 0; at < 6; at++) {
    const x = round(37 + at * 5.2)
    lines.push(`<path d="M${x} 0V100" stroke-width="${round(1.4 - at * 0.18)}"/>`)
  }
  return `<g stroke="#fff" stroke-opacity=".75">${lines.join('')}</g>`
}

function pianoKeys({ dark }: Palette): string {
  const white: string[] = []
  const black: string[] = []
  for (let at = 0; at < 9; at++) {
    const x = round(6.8 + at * 9.6)
    white.push(`<rect x="${x}" y="56" width="9.1" height="34" rx="1.4"/>`)
    // C D E F G A B C D: no black key above E–F and B–C.
    if (at !== 2 && at !== 6 && at !== 8) {
      black.push(`<rect x="${round(x + 6.6)}" y="56" width="5.4" height="20" rx="1"/>`)
    }
  }
  return `<g fill="#FFFDF8" stroke="${dark}" stroke-width=".5">${white.join('')}</g><g fill="${dark}">${black.join('')}</g>`
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

/** Always the same numbers for the same id: a linear congruential generator seeded by its hash. */
function randomFrom(id: string): () => number {
  let state = createHash('sha256').update(id).digest().readUInt32LE(0)
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
