import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { createApi } from '#web/api/client.ts'
import { publicApiContext, siteContext } from '#web/api/contexts.ts'
import { exampleTrack, noComments } from '#web/tracks/example-track.ts'
import { exampleSite } from '../../../tests/support/pages/example-site.ts'
import { loader } from './track-page.tsx'

const track = { ...exampleTrack(), ...noComments, versions: [] }
const licence = {
  trackLicenseStatus: 'licensed',
  trackLicensedFrom: 'A publisher',
  trackLicenseDocumentUrl: null,
}
const trackCall = `/api/proxy/tracks/${track.id}`
const artistCall = '/public/users/0198f000-0000-7000-8000-0000000000aa'
const licenceCall = `${trackCall}/license-info`

/** The loaded page, and what it has called; the calls whose path contains `failing` fail. */
async function load(failing?: string, artist: object = {}) {
  const calls: URL[] = []
  const url = new URL(`http://shop.test/tracks/${track.id}`)
  const bodies: Record<string, unknown> = {
    [trackCall]: track,
    [licenceCall]: licence,
    '/api/proxy/tracks': { tracks: [] },
    [artistCall]: { availableForCommission: true, customerCommissionPricePence: 4420, ...artist },
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
  { failing: artistCall, missing: { related: [], takesCommissions: false } },
])(
  'when $failing fails, the rest of the page is loaded, and it is not stored (TRK-34)',
  async ({ failing, missing }) => {
    const { page, headers } = await load(failing)
    expect(page).toMatchObject({ ...missing, track: { id: track.id } })
    expect(headers.get('cache-control')).toBe('no-store')
  },
)

test.each([
  [{}, true],
  [{ availableForCommission: false }, false],
  [{ customerCommissionPricePence: null }, false],
  [{ customerCommissionPricePence: 0 }, false],
])(
  'whether the artist with %o can be asked for another recording: %s',
  async (artist, expected) => {
    expect((await load(undefined, artist)).page.takesCommissions).toBe(expected)
  },
)

test('without the track itself there is no page', async () => {
  await expect(load(trackCall)).rejects.toMatchObject({ init: { status: 500 } })
})
