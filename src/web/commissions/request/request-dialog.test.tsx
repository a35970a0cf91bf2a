import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { exampleTrack } from '#web/tracks/example-track.ts'
import { exampleCommission } from '../example-commission.ts'
import { commissionIntentKey } from './commission-intent.ts'
import { address, artistId, fill, openRequest, send, submitOf, title } from './test-request.tsx'

const filled = { 'Track name': 'Skylark', 'Detailed requirements': 'Slowly, please.' }
const refusal = { code: 'fully_booked', message: 'All places are taken.' }

test('the form names the artist and the price, and asks for name, requirements, reference and guide track (COM-02, COM-03, COM-04, COM-05, COM-06, COM-07, VAL-34)', async () => {
  const { form } = await openRequest()
  const dialog = within(await form())
  const price = dialog.getByRole('region', { name: 'Price' }).textContent
  for (const part of ['£44.20', 'Delivered within: 2 weeks', 'Included revisions: 3'])
    expect(price).toContain(part)
  const name = dialog.getByRole<HTMLInputElement>('textbox', { name: /^Track name/ })
  const requirements = dialog.getByRole('textbox', { name: /^Detailed requirements/ })
  expect([name.required, requirements.tagName]).toEqual([true, 'TEXTAREA'])
  const reference = dialog.getByRole<HTMLInputElement>('textbox', { name: /^Reference URL/ })
  expect([reference.type, reference.required]).toEqual(['url', false])
  dialog.getByRole('checkbox', { name: 'I wish for a guide track' })
})

test('it cannot be sent while the name or the requirements are blank (COM-08, VAL-33)', async () => {
  const { form } = await openRequest()
  const dialog = await form()
  expect(submitOf(dialog).disabled).toBe(true)
  fill(dialog, { 'Track name': 'Skylark', 'Detailed requirements': ' \n ' })
  expect(submitOf(dialog).disabled).toBe(true)
  fill(dialog, filled)
  expect(submitOf(dialog).disabled).toBe(false)
  fill(dialog, { 'Track name': '  ' })
  expect(submitOf(dialog).disabled).toBe(true)
})

test('the request is sent with the artist, the key and the voice below the requirements; then its own page is open (COM-12, COM-13, ERR-69)', async () => {
  const { form, sent, success, router } = await openRequest()
  const dialog = await form()
  fill(dialog, { ...filled, 'Key you wish for': 'B♭', 'Reference URL': 'https://example.com/a' })
  fireEvent.change(within(dialog).getByLabelText(/^Your voice/), { target: { value: 'Alto' } })
  fireEvent.click(within(dialog).getByRole('checkbox'))
  await send(dialog)
  expect(sent).toEqual([
    {
      artist: artistId,
      name: 'Skylark',
      requirements: 'Slowly, please.\n\nWished key: B♭\nVoice: Alto',
      guideTrackUrl: 'https://example.com/a',
      singerRequestedGuideTrack: 'on',
      shownPricePence: '4420',
      requestKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
    },
  ])
  expect(success.mock.calls).toEqual([
    ['Commission request created successfully! You’ll be notified when the artist accepts.'],
  ])
  await waitFor(() => expect(address()).toBe(`/commissions/${exampleCommission().id}`))
  await act(() => router.navigate(-1))
  expect(address()).toBe('/tracks')
})

test.each([
  [{ status: 409, body: refusal }, refusal.message],
  [{ status: 500, body: {} }, 'Failed to create commission request'],
  ['no connection' as const, 'Request failed'],
])(
  'a request that fails with %o stays in the form, which says: %s (COM-14, ERR-68)',
  async (answer, sentence) => {
    const { form, success } = await openRequest({ answers: [answer] })
    const dialog = await form()
    fill(dialog, filled)
    await send(dialog)
    expect(within(dialog).getByRole('alert').textContent).toBe(sentence)
    expect(within(dialog).getByLabelText<HTMLInputElement>(/^Track name/).value).toBe('Skylark')
    expect(success.mock.calls).toEqual([])
  },
)

test('the same request again has the same key, and a changed one another', async () => {
  const { form, sent } = await openRequest({ answers: ['no connection', 'no connection'] })
  const dialog = await form()
  fill(dialog, filled)
  await send(dialog)
  await send(dialog)
  fill(dialog, { 'Track name': 'Danny Boy' })
  await send(dialog)
  const [first, again, changed] = sent.map(({ requestKey }) => requestKey)
  expect(again).toBe(first)
  expect(changed).not.toBe(first)
})

test('an address that is none of a web page is told at its field, and nothing is sent', async () => {
  const { form, sent } = await openRequest()
  const dialog = await form()
  fill(dialog, { ...filled, 'Reference URL': 'ftp://example.com' })
  await send(dialog)
  const field = within(dialog).getByLabelText(/^Reference URL/)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(sent).toEqual([])
})

test.each([
  { username: '' },
  { customerCommissionPricePence: null },
  { customerCommissionPricePence: 0 },
])('the form is loading while the artist has %o (COM-11)', async (changes) => {
  await openRequest({ artist: changes })
  const dialog = await screen.findByRole('dialog', { name: 'Request Custom Track' })
  expect(within(dialog).getByRole('status').textContent).toContain('Loading')
  expect(within(dialog).queryByRole('textbox')).toBeNull()
})

test.each([
  [true, /^Fully booked/],
  [false, /does not take commissions/],
])('of an artist who takes none (full: %s) the form says so', async (isFullyBooked, words) => {
  await openRequest({ artist: { availableForCommission: false, isFullyBooked } })
  const dialog = await screen.findByRole('dialog', { name: 'Request Custom Track' })
  within(dialog).getByText(words)
  expect(within(dialog).queryByRole('textbox')).toBeNull()
})

test('without a connection the form says so, and loads again', async () => {
  let isConnected = false
  const { form } = await openRequest({ isConnected: () => isConnected })
  const alert = await screen.findByRole('alert')
  isConnected = true
  fireEvent.click(within(alert).getByRole('button', { name: 'Try Again' }))
  expect(submitOf(await form())).toBeDefined()
})

const explainer = 'Backing Track Commission Service – How It Works'

test('how commissions work is explained to who has not bought one, and closing it only closes it for now (COM-09, COM-10, LST-05, D-093)', async () => {
  for (let time = 1; time <= 2; time += 1) {
    const { form } = await openRequest({ hasBoughtCommission: false })
    const popup = await screen.findByRole('dialog', { name: explainer })
    expect(within(popup).getAllByRole('listitem')).toHaveLength(5)
    fireEvent.click(within(popup).getByRole('button', { name: 'I understand' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: explainer })).toBeNull())
    expect(submitOf(await form())).toBeDefined()
  }
  const { form } = await openRequest({ hasBoughtCommission: true })
  await form()
  expect(screen.queryByRole('dialog', { name: explainer })).toBeNull()
})

test('a visitor is sent to register, with the way back stored before (ROL-09, NAV-05, COM-16, DLG-13, LST-08)', async () => {
  const { path, router } = await openRequest({ isVisitor: true, wish: { key: '-2' } })
  await waitFor(() => expect(address()).toBe(`/register?next=${encodeURIComponent(path)}`))
  expect(localStorage.getItem(commissionIntentKey)).toBe(path)
  expect(screen.queryByRole('dialog', { name: title })).toBeNull()
  await act(() => router.navigate(-1))
  expect(address()).toBe('/tracks')
})

const trackId = '0198f000-0000-7000-8000-000000000001'
const trackCall = `GET /api/proxy/tracks/${trackId}`
const user = { id: artistId, username: 'rosa', displayName: 'Rosa', avatar: null }

test('for a new recording of a track, song, key, tempo and link are filled in, and it can be sent at once', async () => {
  const track = exampleTrack({ title: 'Skylark', keySignature: 'C', user })
  const { form, sent } = await openRequest({
    wish: { track: trackId, key: '-2', tempo: '90' },
    others: { [trackCall]: { body: track } },
  })
  const dialog = await form()
  const textOf = (label: RegExp) => within(dialog).getByLabelText<HTMLInputElement>(label).value
  expect(textOf(/^Track name/)).toBe('Skylark')
  expect(textOf(/^Detailed requirements/)).toContain('Tempo: 90% of that recording')
  expect(textOf(/^Key you wish for/)).toBe('B♭')
  expect(textOf(/^Reference URL/)).toBe(
    `${window.location.origin}/tracks/${track.id}?key=-2&tempo=90`,
  )
  expect(submitOf(dialog).disabled).toBe(false)
  await send(dialog)
  expect(sent[0]).toMatchObject({ trackId: track.id, artist: artistId })
})

test.each([
  ['of somebody else', { body: exampleTrack({ user: { ...user, id: 'tom' } }) }],
  ['that is gone', { status: 404, body: { code: 'not_found', message: 'x' } }],
])('a track %s fills nothing in', async (_, answer) => {
  const { form } = await openRequest({
    wish: { track: trackId },
    others: { [trackCall]: answer },
  })
  const dialog = await form()
  expect(within(dialog).getByLabelText<HTMLInputElement>(/^Track name/).value).toBe('')
})

test('closing the form leads back to the page below', async () => {
  const { form } = await openRequest()
  expect(address()).toContain('request=')
  fireEvent.click(within(await form()).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(address()).toBe('/tracks'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('whoever was logged out meanwhile logs in again, and comes back to the form', async () => {
  const { form, path } = await openRequest({
    answers: [{ status: 401, body: { code: 'login_required', message: 'x' } }],
  })
  const dialog = await form()
  fill(dialog, filled)
  await send(dialog)
  expect(localStorage.getItem(commissionIntentKey)).toBe(path)
})
