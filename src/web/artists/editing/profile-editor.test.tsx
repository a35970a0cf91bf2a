import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { OwnExample } from '#contracts/artists/examples.ts'
import type { OwnProfile } from '#contracts/artists/profile.ts'
import { exampleArtist } from '../example-artist.ts'
import { ProfileEditor } from './profile-editor.tsx'

const profile: OwnProfile = {
  ...exampleArtist({ artistExample: null, customerCommissionPricePence: null }),
  role: 'artist',
  banned: false,
  about: null,
  artistYoutubeLink: null,
  artistExamples: [],
  customerCommissionPrice: null,
  commissionPrice: null,
  commissionPricePence: null,
  deliveryDays: null,
  maxTimeTakenForCommission: '1 week',
  includedRevisions: 2,
  canBePaid: true,
  availableForCommission: false,
  lastOnline: null,
  dateJoined: '2026-01-01T00:00:00.000Z',
}

const example = (id: string, changes: Partial<OwnExample> = {}): OwnExample => ({
  id,
  description: `Example ${id}`,
  fileName: 'take.wav',
  state: 'ready',
  reason: null,
  url: `/public/examples/${id}/audio.mp3`,
  durationSeconds: 30,
  uploadedAt: '2026-11-20T10:00:00.000Z',
  ...changes,
})

/** The editor; `respond` answers its calls. */
function open(
  respond: (call: string, body: unknown) => object | Response = () => profile,
  examples: OwnExample[] = [],
) {
  cleanup()
  const sent: unknown[] = []
  vi.stubGlobal(
    'fetch',
    async (path: string, { method, body }: { method: string; body: string }) => {
      const call = `${method} ${path}`
      const read: unknown = body === undefined ? undefined : JSON.parse(body)
      sent.push([call, read])
      const response = respond(call, read)
      return response instanceof Response ? response : Response.json(response)
    },
  )
  const Stub = createRoutesStub([
    { path: '/', Component: () => <ProfileEditor profile={profile} examples={examples} /> },
  ])
  render(<Stub />)
  return { sent }
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fireEvent.input(field(label), { target: { value } })
const preview = () => within(screen.getByRole('region', { name: 'What others see' }))
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save changes' }))

test('only what was changed is sent, and what others will see follows the typing', async () => {
  const { sent } = open()
  expect(screen.getByRole('button', { name: 'Save changes' })).toHaveProperty('disabled', true)
  type('Instrument (optional)', 'Nylon-string guitar')
  fireEvent.change(field('Price in pounds (optional)'), { target: { value: '45' } })
  type('Price in pounds (optional)', '45')
  preview().getByText('Nylon-string guitar')
  preview().getByText('£49.70')
  screen.getByText('£4.50')
  save()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual([
    'PATCH /api/artist/profile',
    { artistInstrument: 'Nylon-string guitar', commissionPrice: '45' },
  ])
})

test('errors stand at their fields, and unsaved changes are back after a reload until they are discarded', async () => {
  const taken = { code: 'display_name_taken', message: 'Another user has this name.' }
  const { sent } = open(() => Response.json(taken, { status: 409 }))
  type('YouTube link (optional)', 'https://example.com/nope')
  save()
  const link = await screen.findByRole('link', { name: /^Please enter the address of a YouTube/ })
  expect(link.getAttribute('href')).toBe('#artistYoutubeLink')
  expect(sent).toEqual([])
  type('YouTube link (optional)', '')
  type('Display name (optional)', 'Tom')
  save()
  await waitFor(() =>
    expect(field('Display name (optional)').getAttribute('aria-invalid')).toBe('true'),
  )

  open()
  expect(field('Display name (optional)').value).toBe('Tom')
  preview().getByText('Tom')
  fireEvent.click(screen.getByRole('button', { name: 'Discard changes' }))
  expect(field('Display name (optional)').value).toBe('Rosa Lindqvist')
  open()
  expect(field('Display name (optional)').value).toBe('Rosa Lindqvist')
})

test('examples are moved by buttons; one that was refused says why and is not shown to others', async () => {
  const refused = example('c', { state: 'refused', url: null, reason: 'The recording is silent.' })
  const { sent } = open(
    (_call, body) => {
      const { ids } = body as { ids: string[] }
      return { examples: ids.map((id) => (id === 'c' ? refused : example(id))) }
    },
    [example('a'), example('b'), refused],
  )
  screen.getByText('The recording is silent.')
  expect(preview().getByText('Examples').nextSibling?.textContent).toBe('2')
  expect(screen.queryByRole('button', { name: 'Move example 1 up' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Move example 2 up' }))
  await screen.findByText('Example 2 is now number 1.')
  expect(sent).toEqual([['PUT /api/artist/examples/order', { ids: ['b', 'a', 'c'] }]])
})
