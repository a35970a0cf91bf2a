import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { exampleOffer } from '../example-offer.ts'
import { artistId, exampleProfile, openProfile } from './test-profile.tsx'

const offers = [
  exampleOffer(),
  exampleOffer({ id: 'b2', title: 'Two guitars', description: '', customerPricePence: 3320 }),
]

async function openOffers(changes: object = {}, userId: string | null = null) {
  const { dialog } = await openProfile({
    userId,
    answers: {
      [`GET /public/users/${artistId}`]: () => exampleProfile({ offers, ...changes }),
    },
  })
  const shown = await dialog('Rosa & Sons')
  await within(shown).findByRole('region', { name: 'Artist Info' })
  return within(shown).queryByRole('region', { name: 'Price List' })
}

const addressesIn = (list: HTMLElement | null) =>
  list === null
    ? []
    : within(list)
        .queryAllByRole('link')
        .map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')])

test('the price list begins with the plain price, and each line opens the form with that choice', async () => {
  const list = await openOffers()
  const lines = [...(list?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent)
  expect(lines).toEqual([
    'A custom track, as you wish£66.20 · within 2 weeksOrder',
    'Same song in another keyAs on my recording.£16.70 · within 3 daysOrder',
    'Two guitars£33.20 · within 3 daysOrder',
  ])
  const form = `/artist/${artistId}/commission`
  expect(addressesIn(list)).toEqual([
    ['Order: A custom track, as you wish', form],
    ['Order: Same song in another key', `${form}?offer=${offers[0]?.id}`],
    ['Order: Two guitars', `${form}?offer=b2`],
  ])
})

test.each([
  ['takes no commissions', { availableForCommission: false }, null],
  ['is fully booked', { availableForCommission: false, isFullyBooked: true }, null],
  ['is suspended', { banned: true }, null],
  ['is the reader', {}, artistId],
])('of an artist who %s the prices stand there, and nothing is ordered', async (_, changes, as) => {
  const list = await openOffers(changes, as)
  expect(list?.textContent).toContain('£16.70')
  expect(addressesIn(list)).toEqual([])
})

test('an artist without offers, or without a plain price, has no price list', async () => {
  expect(await openOffers({ offers: [] })).toBeNull()
  expect(await openOffers({ customerCommissionPricePence: null })).toBeNull()
})
