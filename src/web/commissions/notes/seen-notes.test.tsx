import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Commission } from '#contracts/commissions/commission.ts'
import { exampleCommission, exampleNote } from '../example-commission.ts'
import { delivered, openNotedRoom } from '../room/test-notes.ts'

const { id } = exampleCommission()
const [first, second] = [
  exampleNote(),
  exampleNote({ id: '0198f000-0000-7000-8000-0000000000a2', text: 'The bridge is too loud.' }),
]
const noted: Partial<Commission> = { ...delivered, notes: [first, second] }

const group = () => screen.getByRole('group', { name: /with its notes$/ })
const items = () => {
  const lists = within(group()).getAllByRole('list')
  return [...(lists.at(-1)?.children ?? [])]
}

test('what the other party wrote or answered is marked as new, and told to be seen once the end of the list is on the screen', async () => {
  const route = `POST /api/commissions/${id}/read`
  const later = { ...second, createdAt: '2026-11-19T11:00:00.000Z', isUnread: true }
  const news = () => items().map((item) => item.textContent.includes('New'))
  // The artist's own answer is no news.
  const known = { ...first, answer: 'I will.', answeredAt: '2026-11-19T12:00:00.000Z' }
  const notes = [{ ...known, isUnread: true }, later]
  const after = { notes: notes.map((note) => ({ ...note, isUnread: false })) }
  const artist = await openNotedRoom({ ...noted, notes, viewer: 'artist' }, { after })
  expect([artist.calls, news()]).toEqual([[], [true, true]])
  await artist.see()
  await artist.see()
  expect(artist.calls).toEqual([[route, { upTo: second.id }]])
  // The mark stays while the page is open.
  expect(news()).toEqual([true, true])

  const answered = { ...known, isUnread: true }
  const customer = await openNotedRoom({
    ...noted,
    notes: [answered, { ...later, isUnread: false }],
  })
  expect(news()).toEqual([true, false])
  await customer.see()
  expect(customer.calls).toEqual([[route, { upTo: first.id }]])
})

test('where no note is unread nothing is told, however often the room is opened', async () => {
  const answered = { ...first, answer: 'I will.', answeredAt: first.createdAt }
  for (const viewer of ['customer', 'artist', 'admin'] as const) {
    const room = await openNotedRoom({ ...noted, notes: [answered, second], viewer })
    await room.see()
    expect(room.calls).toEqual([])
    expect(group().textContent).not.toContain('New')
  }
})

test('what is watched for the sight of the notes stands behind the last of them', async () => {
  const observed: Element[] = []
  const { see } = await openNotedRoom(
    { ...noted, notes: [first, { ...second, isUnread: true }] },
    {},
    (element) => observed.push(element),
  )
  await see()
  const last = items().at(-1)
  const follows = observed.map((element) => last?.compareDocumentPosition(element))
  expect(follows).toEqual(observed.map(() => Node.DOCUMENT_POSITION_FOLLOWING))
  expect(observed).not.toEqual([])
})
