import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { OwnOffer } from '#contracts/artists/offers.ts'
import { maxOffers } from '#rules/artists/offers.ts'
import { exampleOffer } from '../example-offer.ts'
import { OffersPanel } from './offers-panel.tsx'

const idOf = (title: string) =>
  `0198f000-0000-7000-8000-${Buffer.from(title).toString('hex').padStart(12, '0').slice(-12)}`
const offer = (title: string, changes: Partial<OwnOffer> = {}): OwnOffer => ({
  ...exampleOffer({ id: idOf(title), title, description: '' }),
  price: 15,
  pricePence: 1500,
  isOn: true,
  ...changes,
})
const typed = (title: string, changes: object = {}) => ({
  id: idOf(title),
  title,
  description: '',
  price: '15.00',
  promiseDays: 3,
  fits: 'another_key',
  isOn: true,
  ...changes,
})

type Sent = { version: number; offers: { id: string | null; title: string }[] }
type Answer = (sent: Sent) => Response | object

/** The server stores what is sent, unless `answers` say otherwise. */
async function open(offers: OwnOffer[], { answers = [] as Answer[], hasPrice = true } = {}) {
  cleanup()
  const sent: unknown[] = []
  let stored = { offers, version: 3 }
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body = '{}' } = {}) => {
    if (method === 'GET') return Response.json({ offers: [offer('Elsewhere')], version: 9 })
    const list: Sent = JSON.parse(body)
    sent.push([`${method} ${path}`, list])
    const answer = answers.shift()?.(list)
    if (answer instanceof Response) return answer
    const saved = list.offers.map((one) => offer(one.title, { ...one, id: one.id ?? 'new' }))
    stored = { offers: saved, version: list.version + 1 }
    return Response.json(stored)
  })
  const Panel = () => <OffersPanel loaded={stored} hasPrice={hasPrice} />
  const Stub = createRoutesStub([{ path: '/', Component: Panel }])
  render(<Stub />)
  await act(() => vi.dynamicImportSettled())
  return sent
}

const put = (version: number, ...offers: object[]) => [
  'PUT /api/artist/offers',
  { version, offers },
]
const press = async (name: string) => {
  await act(async () => fireEvent.click(screen.getByRole('button', { name })))
  await act(() => vi.dynamicImportSettled())
}
const titles = () =>
  screen.getAllByRole('listitem').map((row) => row.querySelector('b')?.textContent)
const refusal = (code: string, message: string) => () =>
  Response.json({ code, message }, { status: 409 })
const change = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

test('an offer is added with what a singer pays shown while the price is typed', async () => {
  const sent = await open([offer('A')])
  await press('Add an offer')
  const dialog = within(await screen.findByRole('dialog', { name: 'Add an Offer' }))
  change(dialog.getByLabelText(/^Title/), 'Two guitars')
  change(dialog.getByLabelText(/^Price in pounds/), '30')
  expect(dialog.getByLabelText('Customer will pay').textContent).toBe('£33.20')
  change(dialog.getByLabelText(/^Delivery promise/), '10')
  fireEvent.click(dialog.getByLabelText(/^Singers can ask for it/))
  await press('Save offer')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([
    put(3, typed('A'), {
      id: null,
      title: 'Two guitars',
      description: '',
      price: '30',
      promiseDays: '10',
      fits: 'any',
      isOn: '',
    }),
  ])
  expect(titles()).toEqual(['A', 'Two guitars'])
})

test('what is missing is told at its field, and nothing is sent or lost', async () => {
  const sent = await open([])
  await press('Add an offer')
  const dialog = within(await screen.findByRole('dialog'))
  change(dialog.getByLabelText(/^Title/), 'Two guitars')
  change(dialog.getByLabelText(/^Price in pounds/), '0.05')
  await press('Save offer')
  const problems = dialog.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(problems).toEqual(['#price', '#promiseDays'])
  expect(dialog.getByLabelText<HTMLInputElement>(/^Title/).value).toBe('Two guitars')
  expect(sent).toEqual([])
})

test('what only the server refuses is told at its field as well', async () => {
  const issues = [{ path: ['offers', 0, 'title'], message: 'Not this one' }]
  const answers = [
    () => Response.json({ code: 'invalid_input', message: 'x', issues }, { status: 400 }),
  ]
  await open([offer('A')], { answers })
  await press('Edit A')
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Offer' }))
  await press('Save offer')
  expect(dialog.getByLabelText(/^Title/).getAttribute('aria-invalid')).toBe('true')
})

test('offers are moved by buttons, which stay where they are at an end of the list', async () => {
  const sent = await open([offer('A'), offer('B')])
  await press('Move B up')
  await screen.findByText('B is now number 1.')
  expect(sent).toEqual([put(3, typed('B'), typed('A'))])
  expect(titles()).toEqual(['B', 'A'])
  const up = screen.getByRole('button', { name: 'Move B up' })
  expect(up.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(up)
  await act(() => vi.dynamicImportSettled())
  expect(sent).toHaveLength(1)
})

test('two quick presses are sent one after the other, the second with the list of the first', async () => {
  const sent = await open([offer('A'), offer('B'), offer('C')])
  const down = screen.getByRole('button', { name: 'Move A down' })
  await act(async () => {
    fireEvent.click(down)
    fireEvent.click(down)
  })
  await waitFor(() => expect(titles()).toEqual(['B', 'C', 'A']))
  expect(sent).toEqual([
    put(3, typed('B'), typed('A'), typed('C')),
    put(4, typed('B'), typed('C'), typed('A')),
  ])
})

test('an offer is turned off and on; one that is off says so', async () => {
  const sent = await open([offer('A')])
  expect(screen.queryByText('Off: only you see it.')).toBeNull()
  await press('Turn off A')
  await screen.findByText('Off: only you see it.')
  await press('Turn on A')
  expect(sent).toEqual([put(3, typed('A', { isOn: false })), put(4, typed('A'))])
})

test('an offer is removed after a question, and the focus is at the heading', async () => {
  const sent = await open([offer('A'), offer('B')])
  await press('Remove A')
  await press('Keep it')
  expect(sent).toEqual([])
  await press('Remove A')
  screen.getByRole('group', { name: 'Delete this offer?' })
  await press('Delete')
  expect(sent).toEqual([put(3, typed('B'))])
  expect(titles()).toEqual(['B'])
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Your offers' }))
})

test('after a change in another tab its list is shown, what was typed stays, and is saved with the next press', async () => {
  const message = 'Your offers have changed.'
  const sent = await open([offer('A')], { answers: [refusal('offers_changed', message)] })
  await press('Edit A')
  const dialog = within(await screen.findByRole('dialog'))
  change(dialog.getByLabelText(/^Title/), 'Renamed')
  await press('Save offer')
  expect(dialog.getByRole('alert').textContent).toBe(message)
  expect(dialog.getByLabelText<HTMLInputElement>(/^Title/).value).toBe('Renamed')
  await press('Save offer')
  await waitFor(() => expect(titles()).toEqual(['Elsewhere', 'Renamed']))
  const renamed = { title: 'Renamed', promiseDays: '3', isOn: 'on' }
  expect(sent[1]).toEqual(put(9, typed('Elsewhere'), typed('A', { ...renamed, id: null })))
})

test('a press that fails says why in its row, and the list stays', async () => {
  await open([offer('A'), offer('B')], {
    answers: [refusal('too_many_profile_changes', 'These are many changes at once.')],
  })
  await press('Move B up')
  expect(screen.getByRole('alert').textContent).toBe('These are many changes at once.')
  expect(titles()).toEqual(['A', 'B'])
})

test('an artist with eight offers cannot add another one, and one without a price is told that nobody sees them', async () => {
  await open(Array.from({ length: maxOffers }, (_, at) => offer(`Offer ${at}`)))
  expect(screen.queryByRole('button', { name: 'Add an offer' })).toBeNull()
  screen.getByText('These are 8 offers. To add another one, remove one first.')
  expect(screen.queryByText(/^Nobody sees them/)).toBeNull()
  await open([offer('A')], { hasPrice: false })
  screen.getByText('Nobody sees them until you have a price for a custom track.')
})
