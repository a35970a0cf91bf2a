// What artists see of their own profile, and what everybody sees of one that is missing.

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ArtistProfile } from './artist-profile.ts'
import { artistId, exampleProfile, exampleReview, openProfile } from './test-profile.tsx'

const profile = `GET /public/users/${artistId}`

test('artists edit their profile from it, and answer a review where they read it; others cannot', async () => {
  const answers = {
    [profile]: () =>
      exampleProfile({
        reviews: [
          exampleReview(12),
          exampleReview(11, { answer: { text: 'Thanks', answeredAt: '2025-03-06T12:00:00.000Z' } }),
        ],
      }),
    'POST /api/proxy/reviews/': () => exampleReview(12),
  }
  const { dialog, sent } = await openProfile({ userId: artistId, role: 'artist', answers })
  const shown = within(await dialog('Rosa & Sons'))
  const edit = await shown.findByRole('link', { name: 'Edit your profile' })
  expect(edit.getAttribute('href')).toBe('/artist-dashboard/profile')
  shown.getByText('This is your profile as others see it.')
  const buttons = await shown.findAllByRole('button', { name: 'Answer mia' })
  expect(buttons).toHaveLength(1)
  const profiles = () => sent.filter(({ call }) => call === profile).length
  const asked = profiles()
  fireEvent.click(buttons[0] ?? document.body)
  fireEvent.change(shown.getByRole('textbox', { name: /^Your answer/ }), {
    target: { value: 'Thank you' },
  })
  fireEvent.click(shown.getByRole('button', { name: /^Post/ }))
  await screen.findAllByText('Your answer was added.')
  expect(sent.find(({ call }) => call.startsWith('POST'))).toEqual({
    call: `POST /api/proxy/reviews/${exampleReview(12).id}/answer`,
    body: { answer: 'Thank you' },
  })
  await waitFor(() => expect(profiles()).toBe(asked + 1))

  const other = await openProfile({ userId: 'tom', role: 'artist', answers })
  const theirs = within(await other.dialog('Rosa & Sons'))
  await theirs.findByRole('button', { name: 'Follow Rosa & Sons' })
  expect(theirs.queryByRole('link', { name: 'Edit your profile' })).toBeNull()
  expect(theirs.queryByRole('button', { name: /^Answer/ })).toBeNull()
})

test('the first of the buttons is the one that follows', async () => {
  const { dialog } = await openProfile({ userId: 'mia' })
  const shown = await dialog('Rosa & Sons')
  await within(shown).findByRole('button', { name: 'Follow Rosa & Sons' })
  const first = shown.querySelector('.profile-actions')?.querySelector('button, a')
  expect(first?.textContent).toContain('Follow')
})

test('a profile that does not exist is told in its own words, in a small dialog that leads to all artists', async () => {
  const { dialog } = await openProfile({
    answers: {
      [profile]: () => Response.json({ code: 'not_found', message: 'Not found' }, { status: 404 }),
    },
  })
  const shown = await dialog('Artist not found')
  within(shown).getByText('The account may have been closed, or the link is not complete.')
  const all = within(shown).getByRole('link', { name: 'All artists' })
  expect(all.getAttribute('href')).toBe('/artists')
  expect(within(shown).queryByRole('button', { name: 'Try Again' })).toBeNull()
  expect(shown.className).not.toContain('dialog-page')
})

test('the age of a review stands beside its date', async () => {
  const createdAt = new Date(Date.now() - 3 * 24 * 60 * 60_000).toISOString()
  const { dialog } = await openProfile({
    answers: { [profile]: () => exampleProfile({ reviews: [exampleReview(1, { createdAt })] }) },
  })
  const review = within(await dialog('Rosa & Sons'))
    .getByText('Review 1')
    .closest('.review')
  expect(review?.querySelector('time')?.nextElementSibling?.textContent).toBe('3 days ago')
})

const order = 'Order Custom Track'

test('a custom track is ordered from an artist who takes commissions and has a price, and from no other (DLG-12)', async () => {
  const shownWith = async (changes: Partial<ArtistProfile>, userId = 'mia') => {
    const { dialog } = await openProfile({
      userId,
      answers: { [profile]: () => exampleProfile(changes) },
    })
    const shown = within(await dialog('Rosa & Sons'))
    await shown.findByText('Commission Price')
    return shown
  }
  const link = (await shownWith({})).getByRole('link', { name: order })
  expect(link.getAttribute('href')).toBe(`/artist/${artistId}/commission`)

  for (const changes of [
    { availableForCommission: false },
    { customerCommissionPrice: null, customerCommissionPricePence: null },
    { banned: true },
  ])
    expect((await shownWith(changes)).queryByRole('link', { name: order })).toBeNull()
  expect((await shownWith({}, artistId)).queryByRole('link', { name: order })).toBeNull()

  const full = await shownWith({ availableForCommission: false, isFullyBooked: true })
  full.getByText('Fully booked')
  expect(full.queryByRole('link', { name: order })).toBeNull()
})

test('the button opens the form over the profile, in the URL of the page below', async () => {
  const { dialog } = await openProfile({ userId: 'mia' })
  const shown = within(await dialog('Rosa & Sons'))
  const link = await shown.findByRole('link', { name: order })
  fireEvent.click(link, { ctrlKey: true })
  expect(screen.getByTestId('address').textContent).toBe(`?artist=${artistId}`)
  fireEvent.click(link)
  await waitFor(() =>
    expect(new URLSearchParams(screen.getByTestId('address').textContent).get('request')).toBe(
      `/artist/${artistId}/commission`,
    ),
  )
})
