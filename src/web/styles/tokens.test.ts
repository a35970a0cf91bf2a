// @vitest-environment node
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const sheet = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
const pattern = /--color-([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g
const tokens = new Map(
  [...sheet.matchAll(pattern)].map(([, name = '', light = '', dark = '']) => [name, [light, dark]]),
)

/** WCAG 2's relative luminance of '#rrggbb'. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const text = ['ink', 'ink-2', 'accent', 'accent-hover', 'brass', 'felt', 'danger', 'info']
const pairs: [string, string, number][] = [
  ...text.flatMap((name): [string, string, number][] => [
    [name, 'paper', 4.5],
    [name, 'surface', 4.5],
  ]),
  ['ink', 'sunken', 4.5],
  ['ink-2', 'sunken', 4.5],
  ['ink', 'accent-soft', 4.5],
  ['on-accent', 'accent', 4.5],
  ['on-accent', 'accent-hover', 4.5],
  ['surface', 'felt', 4.5],
  ['line-strong', 'paper', 3],
  ['line-strong', 'surface', 3],
  ['wave-idle', 'surface', 3],
  ['focus', 'paper', 3],
  ['focus', 'surface', 3],
]

test.each(pairs)('%s on %s has a contrast of at least %d in light and in dark', (...pair) => {
  const [front, back, least] = pair
  for (const theme of [0, 1]) {
    const [one = '', other = ''] = [front, back].map((name) => tokens.get(name)?.[theme])
    expect(contrast(one, other)).toBeGreaterThanOrEqual(least)
  }
})
