import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { Offer } from '#contracts/artists/artists.ts'
import { createApi } from '#web/api/client.ts'
import { publicApiContext, siteContext } from '#web/api/contexts.ts'
import { exampleTrack, noComments } from '#web/tracks/example-track.ts'
import { exampleOffer } from '#web/artists/example-offer.ts'
import { exampleSite } from '../../../../tests/support/pages/example-site.ts'
import { loader } from './track-page.tsx'

const track = { ...exampleTrack(), ...noComments, versions: [] }
const licence = {
  trackLicenseStatus: 'licensed',
  trackLicensedFrom: 'A publisher',
  trackLicenseDocumentUrl: null,
}
const trackCall = `/api/proxy/tracks/${track.id}`
const licenceCall = `${trackCall}/license-info`

const asked = {
  id: '0198f000-0000-7000-8000-0000000000aa',
  availableForCommission: true,
  customerCommissionPricePence: 4420,
  maxTimeTakenForCommission: '2 weeks',
  offers: [] as Offer[],
}

const artistCall = `/public/users/${asked.id}`

/** The loaded page, and what it has called; the calls whose path contains `failing` fail. */
async function load(failing?: string, artist: object = {}) {
  const calls: URL[] = []
  const url = new URL(`http://shop.test/tracks/${track.id}`)
  const bodies: Record<string, unknown> = {
    [trackCall]: track,
    [licenceCall]: licence,
    '/api/proxy/tracks': { tracks: [] },
    [artistCall]: { ...asked, ...artist },
  }
  const send = ({ path }: { path: string }) => {
    const call = new URL(path, url)
    calls.push(call)
    const isFailing = call.pathname === failing
    return Promise.resolve({
      status: isFailing ? 500 : 200,
      cookies: [],
      body: isFailing ? {} : bodies[call.pathname],
    })
  }
  const context = new RouterContextProvider()
  context.set(publicApiContext, createApi(send, { sent: null, received: [] }))
  context.set(siteContext, { ...exampleSite, publicUrl: url.origin })
  const params = { id: track.id }
  const loaded = await loader({ context, url, request: new Request(url), params, pattern: '' })
  return { page: loaded.data, headers: new Headers(loaded.init?.headers), calls }
}

test('six tracks of the artist are fetched, because one may be the track itself (TRK-32, BUS-12)', async () => {
  const { calls, headers } = await load()
  const related = calls.find(({ pathname }) => pathname === '/api/proxy/tracks')
  expect(Object.fromEntries(related?.searchParams ?? [])).toEqual({
    artistId: '0198f000-0000-7000-8000-0000000000aa',
    limit: '6',
  })
  expect(headers.has('cache-control')).toBe(false)
})

test.each([
  { failing: '/api/proxy/tracks', missing: { related: null, licence } },
  { failing: licenceCall, missing: { related: [], licence: null } },
  { failing: artistCall, missing: { related: [], reRecording: null } },
])(
  'when $failing fails, the rest of the page is loaded, and it is not stored (TRK-34)',
  async ({ failing, missing }) => {
    const { page, headers } = await load(failing)
    expect(page).toMatchObject({ ...missing, track: { id: track.id } })
    expect(headers.get('cache-control')).toBe('no-store')
  },
)

const offers = [
  exampleOffer({ id: 'any', fits: 'any' }),
  exampleOffer({ id: 'first' }),
  exampleOffer({ id: 'second', customerPricePence: 100 }),
]
const form = `/artist/${asked.id}/commission?track=${track.id}`
const sameKey = { path: form, words: 'record it for you (£44.20, within 2 weeks)' }
const plain = { path: form, words: 're-record it in this key (£44.20, within 2 weeks)' }
const offered = {
  path: `${form}&offer=first`,
  words: 're-record it in this key (£16.70, within 3 days)',
}

test.each([
  [{}, { sameKey, otherKey: plain }],
  [{ offers }, { sameKey, otherKey: offered }],
  [{ offers: offers.slice(0, 1) }, { sameKey, otherKey: plain }],
  [{ offers, availableForCommission: false }, null],
  [{ offers, customerCommissionPricePence: null }, null],
  [{ offers, customerCommissionPricePence: 0 }, null],
])('what another recording by the artist with %o costs: %o', async (artist, expected) => {
  expect((await load(undefined, artist)).page.reRecording).toEqual(expected)
})

test('without the track itself there is no page', async () => {
  await expect(load(trackCall)).rejects.toMatchObject({ init: { status: 500 } })
})
