// Covers and portraits as a browser draws them, in the size of the player bar, the cart and the cards of artists.
import { afterAll, expect, test } from 'vitest'
import { demoTracks } from '../../demo/catalogue/tracks.ts'
import { demoArtists } from '../../demo/catalogue/artists.ts'
import { demoIdOf } from '../../scripts/seed/demo-id.ts'
import { artistPortrait } from '../../src/server/artists/pictures/artist-portrait.ts'
import { trackCover } from '../../src/server/tracks/pictures/track-cover.ts'
import { openBrowser } from '../support/browser.ts'

const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())

/** Of 255: what at least a tenth of the picture would differ by if it changed from wood to dark. */
const clearlyDifferent = 12

test("the demo's covers are told apart at 64 px, also the most similar two", async () => {
  const covers = demoTracks.map((track) =>
    trackCover({
      id: track.slug,
      artistId: track.artist,
      instrumentation: track.instrumentation,
      keySignature: track.keySignature ?? null,
    }),
  )
  const differences = await differencesOf(covers)
  expect(differences).toHaveLength((demoTracks.length * (demoTracks.length - 1)) / 2)
  expect(Math.min(...differences)).toBeGreaterThan(clearlyDifferent)
})

test("the demo's artists are told apart at 64 px by their portraits, without the letters", async () => {
  const portraits = demoArtists.map(({ username }) => artistPortrait(demoIdOf('user', username)))
  const differences = await differencesOf(portraits)
  expect(Math.min(...differences)).toBeGreaterThan(clearlyDifferent)
})

/** Of each two of the drawings. */
async function differencesOf(drawings: string[]): Promise<number[]> {
  await using visitor = await browser.visitor()
  const page = await visitor.newPage()
  return await page.evaluate(async (svgs) => {
    const size = 64
    const draw = async (svg: string) => {
      const image = new Image(size, size)
      image.src = `data:image/svg+xml;base64,${btoa(svg)}`
      await image.decode()
      const context = new OffscreenCanvas(size, size).getContext('2d')
      if (context === null) throw new Error('There is no canvas.')
      context.drawImage(image, 0, 0, size, size)
      return context.getImageData(0, 0, size, size).data
    }
    const pictures = await Promise.all(svgs.map(draw))
    const difference = (one: Uint8ClampedArray, other: Uint8ClampedArray) =>
      one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) /
      (size * size * 3)
    return pictures.flatMap((one, at) =>
      pictures.slice(at + 1).map((other) => difference(one, other)),
    )
  }, drawings)
}
