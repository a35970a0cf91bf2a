import { fireEvent, render, within } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { TrackSummary } from '#contracts/tracks.ts'
import { BuyButton } from '#web/orders/buy-button.tsx'
import { exampleTrack } from './example-track.ts'
import { TrackCard } from './track-card.tsx'

// The session of a visitor.
vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ id: null, role: null })))

type Variant = 'default' | 'compact' | 'rectangular' | 'featured'
const variants: Variant[] = ['default', 'compact', 'rectangular', 'featured']

function show(changes: Partial<TrackSummary>, variant: Variant = 'default') {
  // All tests of this file render into one document, so each track needs its own id.
  const track = { ...exampleTrack({ id: crypto.randomUUID() }), ...changes }
  const Page = createRoutesStub([
    {
      path: '/',
      Component: () => (
        <TrackCard track={track} variant={variant}>
          {(shown) => <BuyButton track={shown} size="sm" />}
        </TrackCard>
      ),
    },
  ])
  const view = render(<Page />)
  return within(within(view.container).getByRole('article', { name: track.title }))
}

test.each(variants)(
  'a %s card has artist, key, rating, price, preview, Add and View (CRD-01 to CRD-08)',
  async (variant) => {
    const id = crypto.randomUUID()
    const card = show({ id }, variant)
    const article = card.getByRole('heading', { name: 'Autumn Leaves' }).closest('article')
    expect(article?.className).toBe(`card card-${variant}`)
    expect(card.getByRole('link', { name: 'Rosa Lindqvist' }).getAttribute('href')).toBe(
      '/artist/0198f000-0000-7000-8000-0000000000aa',
    )
    card.getByText('Key of G minor')
    card.getByText('4.5 out of 5 from 32 ratings')
    card.getByText('£5.69')
    card.getByRole('button', { name: 'Preview Autumn Leaves' })
    expect(card.getByRole('link', { name: 'View Autumn Leaves' }).getAttribute('href')).toBe(
      `/tracks/${id}`,
    )
    fireEvent.click(card.getByRole('button', { name: /^Add/ }))
    await card.findByRole('button', { name: /^In basket/ })
  },
)

test('the price has two decimals and separated thousands, or reads N/A (CRD-09, FMT-02, FMT-04)', () => {
  expect(show({ title: 'Dear', customerPricePence: 123_450 }).getByText('£1,234.50')).toBeDefined()
  expect(show({ title: 'Cheap', customerPricePence: 20 }).getByText('£0.20')).toBeDefined()
  expect(show({ title: 'Odd', customerPricePence: Number.NaN }).getByText('N/A')).toBeDefined()
})

test('an artist without a name is shown as unknown with a link, a missing artist without one (CRD-10, ERR-37)', () => {
  const nameless = show({
    title: 'One',
    user: { id: 'a1', username: '', displayName: '', avatar: null },
  })
  expect(nameless.getByRole('link', { name: 'Unknown Artist' }).getAttribute('href')).toBe(
    '/artist/a1',
  )
  const missing = show({ title: 'Two', user: null })
  missing.getByText('Artist Not Available')
  expect(missing.queryByRole('link', { name: 'Artist Not Available' })).toBeNull()
})

test('an artist is shown by the display name, not by the username', () => {
  const user = { id: 'a1', username: 'rosa_l', displayName: 'Rosa & the Oaks', avatar: null }
  const card = show({ title: 'Named', user })
  card.getByRole('link', { name: 'Rosa & the Oaks' })
  expect(card.queryByText(/rosa_l/)).toBeNull()
})

test.each([
  { user: 'a1', name: 'Unknown Artist', link: '/artist/a1' },
  { user: undefined, name: 'Artist Not Available', link: null },
  { user: null, name: 'Artist Not Available', link: null },
])('a card renders with the user $user (CRD-11, CRD-10)', ({ user, name, link }) => {
  const card = show({ title: `By ${JSON.stringify(user)}`, user })
  card.getByText(name)
  expect(card.queryByRole('link', { name })?.getAttribute('href') ?? null).toBe(link)
})

test.each([null, '', ' ', 'n/a', 'NULL', 'undefined'])('key %j shows no badge (FMT-12)', (key) => {
  const card = show({ title: `Keyless ${JSON.stringify(key)}`, keySignature: key })
  expect(card.queryByText(/Key of/)).toBeNull()
})

test('a track without ratings shows no stars and is marked as new (FMT-14)', () => {
  const card = show({ title: 'Fresh', averageRating: null, numOfRatings: 0 })
  expect(card.queryByText(/out of 5/)).toBeNull()
  card.getByText('New')
})

test('the voice that suits a key is a tag; without a vocal range there is none (FMT-13)', () => {
  show({ title: 'Hers' }).getByText('Female Key')
  show({ title: 'His', vocalRange: 'Bass', vocalGender: 'male' }).getByText('Male Key')
  const anyones = show({ title: "Anyone's", vocalRange: null, vocalGender: null })
  expect(anyones.queryByText(/(Fem|M)ale Key/)).toBeNull()
})

test('a track without a preview has a disabled button with the reason (ERR-11)', () => {
  const card = show({ title: 'Mute', previewUrl: null })
  const button = card.getByRole('button', { name: 'No Preview Available' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
})
