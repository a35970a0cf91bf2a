import { expect, test } from 'vitest'
import { trackCover } from '#server/tracks/pictures/track-cover.ts'
import { artistPortrait, medallionColours } from './artist-portrait.ts'

test('no two of a thousand artists have the same portrait, and each always has the same one', () => {
  const ids = Array.from({ length: 1000 }, (_, at) => `artist ${at}`)
  expect(new Set(ids.map(artistPortrait)).size).toBe(1000)
  expect(artistPortrait('rosa')).toBe(artistPortrait('rosa'))
})

test("a portrait has the band of the artist's covers", () => {
  const cover = trackCover({
    id: 'one',
    artistId: 'rosa',
    instrumentation: 'Piano',
    keySignature: 'C',
  })
  const band = cover.match(/<g fill="none">.*?<\/g>/)?.[0] ?? 'no band'
  expect(artistPortrait('rosa')).toContain(band)
  expect(artistPortrait('moss')).not.toContain(band)
})

test('the letter can be read on every medallion', () => {
  for (const colour of medallionColours) expect(contrastWithLetter(colour)).toBeGreaterThan(5)
})

/** WCAG 2's contrast of '#rrggbb' with the cream of the letter. */
function contrastWithLetter(colour: string): number {
  return (luminance('#fff6e4') + 0.05) / (luminance(colour) + 0.05)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
