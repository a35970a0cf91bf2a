import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { exampleOffer } from '#web/artists/example-offer.ts'
import { artistId, fill, openRequest, send } from './test-request.tsx'

const offer = exampleOffer()
const other = exampleOffer({
  id: '0198f000-0000-7000-8000-0000000000b2',
  title: 'Two guitars',
  description: '',
  customerPricePence: 3320,
  maxTimeTaken: '10 days',
})
const offers = [offer, other]
const filled = { 'Track name': 'Skylark', 'Detailed requirements': 'Slowly, please.' }

const choice = (dialog: HTMLElement, name: string) =>
  within(dialog).getByRole<HTMLInputElement>('radio', { name })
const priceIn = (dialog: HTMLElement) =>
  within(dialog).getByRole('region', { name: 'Price' }).textContent

test('the plain price stands first and is chosen; price and promise follow the choice', async () => {
  const { form, sent } = await openRequest({ artist: { offers } })
  const dialog = await form()
  const group = within(dialog).getByRole('group', { name: 'What you ask for' })
  const radios = within(group).getAllByRole<HTMLInputElement>('radio')
  expect(radios.map(({ checked }) => checked)).toEqual([true, false, false])
  expect(radios[0]).toBe(choice(dialog, 'A custom track, as you wish'))
  expect(group.textContent).toContain('£16.70, within 3 daysAs on my recording.')
  expect(priceIn(dialog)).toContain('£44.20Delivered within: 2 weeks')
  fireEvent.click(choice(dialog, 'Two guitars'))
  expect(priceIn(dialog)).toContain('£33.20Delivered within: 10 daysIncluded revisions: 3')
  fill(dialog, filled)
  await send(dialog)
  expect(sent).toEqual([
    expect.objectContaining({ artist: artistId, offerId: other.id, shownPricePence: '3320' }),
  ])
  expect(Object.keys(sent[0] ?? {}).filter((name) => name.startsWith('shown-'))).toEqual([])
})

test('the plain price is sent as no offer, with the price that is shown', async () => {
  const { form, sent } = await openRequest({ artist: { offers } })
  const dialog = await form()
  fill(dialog, filled)
  await send(dialog)
  expect(sent).toEqual([expect.objectContaining({ offerId: '', shownPricePence: '4420' })])
})

test('the offer that the address names is chosen; one that the artist does not make is not', async () => {
  const named = await openRequest({ artist: { offers }, wish: { offer: offer.id } })
  expect(choice(await named.form(), offer.title).checked).toBe(true)
  const gone = '0198f000-0000-7000-8000-0000000000b9'
  const unknown = await openRequest({ artist: { offers }, wish: { offer: gone } })
  const dialog = await unknown.form()
  expect(choice(dialog, 'A custom track, as you wish').checked).toBe(true)
  expect(priceIn(dialog)).toContain('£44.20')
})

test('of an artist without offers there is nothing to choose', async () => {
  const { form } = await openRequest()
  await form()
  expect(screen.queryByRole('radio')).toBeNull()
})

test.each([
  ['commission_price_changed', [{ ...offer, customerPricePence: 1780 }], '£17.80', offer.id],
  ['offer_not_available', [other], '£44.20', ''],
])(
  'after %s the form has the prices of now and all that was typed, and can be sent again',
  async (code, later, price, offerId) => {
    const artist: { offers: unknown } = { offers }
    const message = 'It has changed.'
    const { form, sent } = await openRequest({
      artist,
      wish: { offer: offer.id },
      answers: [{ status: 409, body: { code, message } }],
    })
    const dialog = await form()
    fill(dialog, filled)
    expect(priceIn(dialog)).toContain('£16.70')
    artist.offers = later
    await send(dialog)
    expect(within(dialog).getByRole('alert').textContent).toBe(message)
    expect(priceIn(dialog)).toContain(price)
    expect(within(dialog).getByLabelText<HTMLInputElement>(/^Track name/).value).toBe('Skylark')
    await send(dialog)
    const pence = String(Number(price.slice(1)) * 100)
    expect(sent[1]).toMatchObject({ offerId, shownPricePence: pence })
    expect(sent[1]?.['requestKey']).not.toBe(sent[0]?.['requestKey'])
  },
)
