import { act, fireEvent, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { Message } from '#contracts/commissions/messages.ts'
import { closedRoom, exampleCommission } from '../example-commission.ts'
import { PlainForms } from '../refused-form.ts'
import { button } from '../room/test-room.tsx'
import { exampleAttachment, exampleMessages, examplePage } from './example-message.ts'
import { MessagesPanel } from './messages-panel.tsx'
import { answered, asked, field, id, list, openMessages } from '../room/test-messages.tsx'

test('what both have written is shown day by day, with its author, its time, and a mark on what is new', async () => {
  await openMessages({ messages: [asked, answered] })
  const texts = list()
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
  expect(texts).toEqual([
    '19/11/2026',
    'You, 14:05Could it be in D?',
    '20/11/2026',
    'Rosa, 09:00NewReportIn D it is.',
  ])
})

test('what the other party wrote can be reported, what is own or removed cannot, and an admin reports nothing', async () => {
  const removed = { ...answered, id: 'c', isRemoved: true, text: '' }
  await openMessages({ messages: [asked, answered, removed] })
  const reports = () =>
    list()
      .queryAllByRole('button', { name: /^Report/ })
      .map((one) => one.getAttribute('aria-label'))
  expect(reports()).toEqual(['Report: Message by Rosa, 20/11/2026, 09:00'])
  await openMessages({ messages: [asked, answered] }, { viewer: 'artist' })
  expect(reports()).toEqual(['Report: Message by Mia, 19/11/2026, 14:05'])
  const room = { isOpen: true, closesAt: null, readAs: 'judge', readUntil: null } as const
  await openMessages({ messages: [asked, answered] }, { viewer: 'admin', room })
  expect(reports()).toEqual([])
})

test('in the place of a removed message stands that it was removed: at once, to its author with the way to the reason, to an admin with its words', async () => {
  const attachments = [exampleAttachment()]
  const { receive } = await openMessages({ messages: [asked, { ...answered, attachments }] })
  list().getByText('In D it is.')
  const removed = { ...answered, isRemoved: true, isUnread: false, text: '' }
  await receive(removed)
  const last = () => list().getAllByRole('listitem').at(-1)?.textContent
  expect(last()).toBe('Rosa, 09:00This message was removed. ')
  expect(list().queryByRole('link')).toBeNull()
  await openMessages({ messages: [removed] }, { viewer: 'artist' })
  expect(list().getByRole('link', { name: 'See why' }).getAttribute('href')).toBe('/removed-words')
  const kept = { ...removed, text: 'In D it is.', attachments: [exampleAttachment({ url: null })] }
  await openMessages({ messages: [kept] }, { viewer: 'admin' })
  expect(last()).toBe('Rosa, 09:00This message was removed. In D it is.chords.pdf')
})

test('each kind of file is shown as what it is: a picture of known size, a player, a link that saves, and a reason', async () => {
  const attachments = [
    exampleAttachment({ id: '1' }),
    exampleAttachment({ id: '2', kind: 'image', fileName: 'hall.jpg', width: 1_000, height: 640 }),
    exampleAttachment({
      id: '3',
      kind: 'audio',
      fileName: 'hum.wav',
      durationSeconds: 2,
      waveform: 'az09',
    }),
    exampleAttachment({
      id: '4',
      kind: 'audio',
      state: 'preparing',
      fileName: 'new.wav',
      url: null,
    }),
    exampleAttachment({ id: '5', kind: 'audio', state: 'refused', url: null, reason: 'Broken.' }),
  ]
  await openMessages({ messages: [{ ...answered, attachments }] })
  const link = screen.getByRole('link', { name: 'chords.pdf (1.2 MB)' })
  expect([link.getAttribute('download'), link.getAttribute('href')]).toEqual([
    'chords.pdf',
    '/api/commissions/c1/attachments/b1',
  ])
  const picture = screen.getByRole('img', { name: 'hall.jpg' })
  expect([picture.getAttribute('width'), picture.getAttribute('height')]).toEqual(['500', '320'])
  screen.getByRole('button', { name: 'Play the recording “hum.wav”' })
  screen.getByText('Preparing it to be played…')
  screen.getByText('Broken.')
})

test('earlier messages come on request before the ones that are shown, until there are none', async () => {
  const call = `GET /api/commissions/${id}/messages?before=b`
  const earlier = { messages: [asked], hasEarlier: false }
  const { calls } = await openMessages({
    messages: [answered],
    hasEarlier: true,
    answers: { [call]: { body: earlier } },
  })
  await act(async () =>
    fireEvent.click(screen.getByRole('button', { name: 'Show earlier messages' })),
  )
  expect(calls).toContainEqual([call, undefined])
  expect(
    list()
      .getAllByText(/D/)
      .map(({ textContent }) => textContent),
  ).toEqual(['Could it be in D?', 'In D it is.'])
  expect(button('Show earlier messages')).toBeNull()
})

test('earlier messages that could not be loaded are said to be missing, and asked for again', async () => {
  const answers = { [`GET /api/commissions/${id}/messages?before=b`]: 'no connection' } as const
  await openMessages({ messages: [answered], hasEarlier: true, answers })
  await act(async () =>
    fireEvent.click(screen.getByRole('button', { name: 'Show earlier messages' })),
  )
  screen.getByText('The earlier messages could not be loaded. Please try again.')
  expect(button('Show earlier messages')).not.toBeNull()
})

test('what is seen is told once, stays marked as new while the page is open, and what comes next is told again', async () => {
  const { see, calls, receive } = await openMessages({ messages: [asked, answered] })
  const told = () => calls.filter(([call]) => call === `POST /api/commissions/${id}/read`)
  expect(told()).toEqual([])
  await see()
  await see()
  expect(told()).toEqual([[`POST /api/commissions/${id}/read`, { upTo: 'b' }]])
  await receive({ ...answered, id: 'c', sentAt: '2026-11-20T10:00:00.000Z', text: 'One more' })
  await see()
  expect(told().at(-1)).toEqual([`POST /api/commissions/${id}/read`, { upTo: 'c' }])
  expect(list().getAllByText('New')).toHaveLength(2)
})

test('a new message of the other party is said to a screen reader, and the focus stays', async () => {
  const { receive } = await openMessages({ messages: [asked] })
  field().focus()
  const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
  expect(said()).not.toContain('Rosa has sent a message.')
  await receive(answered)
  expect(said()).toContain('Rosa has sent a message.')
  expect(document.activeElement).toBe(field())
})

test('a room that is closed says since when, and one whose party has left says so; what was written stays', async () => {
  await openMessages({ messages: [asked] }, { room: closedRoom })
  const panel = () => screen.getByRole('region', { name: 'Messages' }).textContent
  expect(panel()).toContain('This room has taken no more messages since 19/11/2026, 10:00.')
  list().getByText('Could it be in D?')
  expect(screen.queryByRole('textbox', { name: 'Your message to Rosa' })).toBeNull()
  await openMessages({}, { room: { ...closedRoom, closesAt: null } })
  screen.getByText('This room takes no more messages: one of the two accounts was deleted.')
})

test('an admin sees why they may read, or states a reason first', async () => {
  const room = { isOpen: true, closesAt: null, readAs: null, readUntil: null } as const
  await openMessages({}, { viewer: 'admin', room })
  screen.getByText(/is private\.$/)
  expect(button(/^Read the messages/)).not.toBeNull()
  await openMessages({ messages: [asked] }, { viewer: 'admin', room: { ...room, readAs: 'judge' } })
  screen.getByText(/while the commission is disputed or frozen/)
  expect(list().getByText('Could it be in D?').previousSibling?.textContent).toBe('Mia, 14:05')
  const readUntil = '2026-11-20T11:00:00.000Z'
  await openMessages({}, { viewer: 'admin', room: { ...room, readAs: 'reason', readUntil } })
  expect(screen.getByRole('region', { name: 'Messages' }).textContent).toContain(
    'You can read this until 11:00.',
  )
  expect(screen.queryByRole('textbox')).toBeNull()
})

/** The page as the server sends it, with its plain forms. */
function plain(messages: Message[], changes: Parameters<typeof exampleMessages>[1] = {}) {
  const loaded = exampleMessages(messages, changes)
  const Panel = () => (
    <PlainForms value={{ requestKey: loaded.requestKey, refused: null }}>
      <MessagesPanel {...{ loaded }} commission={exampleCommission()} />
    </PlainForms>
  )
  const router = createMemoryRouter([{ path: '*', Component: Panel }])
  const html = renderToString(<RouterProvider router={router} />)
  const page = new DOMParser().parseFromString(html.replaceAll(/<\/?noscript>/g, ''), 'text/html')
  const forms = [...page.querySelectorAll('form[method=post]')].map((form) =>
    [...form.querySelectorAll('[name]')].map((one) => [
      one.getAttribute('name'),
      one.getAttribute('value') ?? one.textContent,
    ]),
  )
  const links = [...page.querySelectorAll('a')].map((link) => link.getAttribute('href'))
  return { forms, links }
}

test('without a script a message is written, marked as read, reported and paged by plain forms and links', () => {
  const { forms, links } = plain([asked, answered], {
    page: examplePage([asked, answered], true),
  })
  expect(forms).toEqual([
    [
      ['upTo', 'b'],
      ['step', 'read_messages'],
    ],
    [
      ['requestKey', exampleMessages().requestKey],
      ['text', ''],
      ['step', 'send_message'],
    ],
  ])
  expect(links).toEqual([`/commissions/${id}?before=a`, '/report/message/b'])
  const earlier = plain([asked], { isEarlier: true })
  expect([earlier.forms, earlier.links]).toEqual([[], [`/commissions/${id}`]])
})
