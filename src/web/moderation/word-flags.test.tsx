// Reports of words: sent by users, decided by admins, answered by authors.

import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { Flag } from '#contracts/moderation/flags.ts'
import type { RemovedWords } from '#contracts/moderation/take-downs.ts'
import { flaggedWords } from '#rules/moderation/flag-limits.ts'
import { session } from '#web/accounts/session-store.ts'
import { FlagButton } from './flag-button.tsx'
import { FlagsList } from './flags-list.tsx'
import { TakeDownList } from './take-down-list.tsx'

const id = '0198f000-0000-7000-8000-000000000001'

function show(element: ReactNode) {
  cleanup()
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />)
}

/** @returns what was asked and sent */
async function openReport(kind: (typeof flaggedWords)[number], refusal: string | null) {
  const sent: unknown[] = []
  vi.stubGlobal(
    'fetch',
    (path: string, { method, body }: { method?: string; body?: string } = {}) => {
      if (path.endsWith('get-id-and-role'))
        return Promise.resolve(Response.json({ id: 'u1', role: 'customer', isBanned: false }))
      sent.push(method === 'POST' ? [path, JSON.parse(body ?? 'null')] : path)
      const about = { id, name: 'Rosa' }
      const answer = method === 'POST' ? { id, status: 'new' } : { refusal, about, text: 'Rude' }
      return Promise.resolve(Response.json(answer))
    },
  )
  session.invalidate()
  await act(() => session.known())
  show(<FlagButton kind={kind} subjectId={id} title="Written by Mia" path="/artist/rosa" />)
  fireEvent.click(screen.getByRole('button', { name: 'Report: Written by Mia' }))
  const dialog = within(await screen.findByRole('dialog', { name: `Report this ${kind}` }))
  return { sent, dialog }
}

test.each(flaggedWords)(
  'a report of a %s offers the types of words, and is sent once with its reason',
  async (kind) => {
    const { sent, dialog } = await openReport(kind, null)
    dialog.getByText(kind === 'message' ? /its author may guess/ : /Nobody else learns who sent it/)
    const type = dialog.getByLabelText<HTMLSelectElement>('What is it about?')
    const values = [...type.options].map(({ value }) => value)
    expect(values).toEqual(['abuse', 'spam', 'false', 'personal', 'other'])
    fireEvent.change(type, { target: { value: 'personal' } })
    fireEvent.input(dialog.getByLabelText('Reason'), { target: { value: 'My address.' } })
    await act(() => fireEvent.click(dialog.getByRole('button', { name: /^Submit/ })))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent).toEqual([
      `/api/proxy/flags?kind=${kind}&subjectId=${id}`,
      ['/api/proxy/flags', { kind, subjectId: id, type: 'personal', reason: 'My address.' }],
    ])
  },
)

test.each([
  ['own_words_flag', 'These are your own words. Only what others have written can be reported.'],
  ['words_already_flagged', 'You have already reported this. We are looking at it.'],
])('who cannot report words is told before typing: %s', async (refusal, sentence) => {
  const { dialog } = await openReport('review', refusal)
  dialog.getByText(sentence)
  expect(dialog.queryByRole('textbox')).toBeNull()
})

test('without a script a report is a link to the page with the form', () => {
  const html = renderToString(
    <FlagButton kind="comment" subjectId={id} title="Comment by Mia" path="/tracks/one" />,
  )
  expect(html).toContain(`<noscript><a class="btn btn-ghost btn-sm"`)
  expect(html).toContain(`aria-label="Report: Comment by Mia" href="/report/comment/${id}"`)
})

const fields = {
  id,
  subjectId: id,
  name: 'Rosa',
  type: 'abuse',
  reason: 'It insults me.',
  status: 'new',
  createdAt: '2026-11-19T10:00:00.000Z',
  reporter: { id: 'mia', username: 'mia' },
  author: { id: 'tom', name: 'Tom' },
  reviewer: null,
  isListed: true,
  isDeleted: false,
  flagsOfSubject: 2,
  claim: null,
  decision: null,
  counterNotice: null,
} as const
const about = { id: 'place', name: 'Rosa' }
const writtenAt = '2026-11-18T10:00:00.000Z'
const text = { text: 'Cannot sing.', answer: null, writtenAt, author: 'Tom', about }

const message = { text: 'Cannot sing.', writtenAt, author: 'Tom', about }

const reported: Record<(typeof flaggedWords)[number], Flag> = {
  review: { ...fields, kind: 'review', flagged: { ...text, answer: 'Thank you.' } },
  comment: { ...fields, kind: 'comment', flagged: text },
  profile: {
    ...fields,
    kind: 'profile',
    flagged: {
      name: 'Rosa',
      about: 'Cannot sing.',
      instrument: null,
      videoUrl: null,
      avatar: null,
    },
  },
  message: {
    ...fields,
    kind: 'message',
    flagged: { ...message, attachments: ['hum.wav', 'chords.pdf'] },
  },
}

test.each([
  ['review', 'Review of Rosa', '/artist/place?reviewPage=1#reviews'],
  ['comment', 'Comment on Rosa', '/tracks/place#comments'],
  ['profile', 'Profile of Rosa', `/artist/${id}`],
  ['message', 'Message about Rosa', '/commissions/place'],
] as const)(
  'an admin reads a reported %s, who wrote it and where it stands, and previews what each is told',
  async (kind, heading, place) => {
    const flag = reported[kind]
    show(<FlagsList flags={[flag]} />)
    screen.getByText(/Cannot sing\./)
    screen.getByText(/It is insulting or hateful\. Reported by/)
    screen.getByText(new RegExp(`; 2 reports of this ${kind}`))
    expect(screen.getByRole('link', { name: heading }).getAttribute('href')).toBe(place)
    expect(screen.getByRole('link', { name: 'Tom' }).getAttribute('href')).toBe('/admin/users/tom')
    const history = screen.getByRole('link', { name: 'History of the author' })
    expect(history.getAttribute('href')).toBe('/admin/audit-log?subject=tom')

    fireEvent.click(screen.getByRole('button', { name: `Uphold and remove: ${heading}` }))
    const dialog = within(await screen.findByRole('dialog', { name: `Remove this ${kind}?` }))
    dialog.getByText(/The author reads this, and never the report/)
    const write = (label: string, value: string) =>
      fireEvent.change(dialog.getByLabelText(label), { target: { value } })
    write('What was claimed', 'It insults.')
    write('What Tom and mia are told', 'It does insult.')
    const told = dialog.getByRole('region', { name: 'Preview of what is sent' })
    const [toAuthor, toReporter] = [...told.children].map(({ textContent }) => textContent)
    expect(toAuthor).toContain('What was claimed: It insults.\nThe reason: It does insult.')
    expect(toAuthor).not.toContain('mia')
    expect(toReporter).toContain(', which you reported.')
    expect(toReporter).not.toContain('It insults.')
    expect(toReporter).not.toContain('Tom')
  },
)

test('a report whose words are deleted says so, leads nowhere, and cannot show them again', () => {
  const decision = { reason: 'It does.', decidedAt: writtenAt }
  const gone = { ...reported.review, status: 'upheld', decision, isListed: false } as const
  show(<FlagsList flags={[{ ...gone, isDeleted: true, author: null }]} />)
  screen.getByText(/It has been deleted meanwhile/)
  expect(screen.queryByRole('link', { name: 'Review of Rosa' })).toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.queryByRole('link', { name: /History/ })).toBeNull()
  show(<FlagsList flags={[gone]} />)
  screen.getByRole('button', { name: 'Show it again: Review of Rosa' })
})

test('a reported message names its files, and leads to its room also once it is removed', () => {
  show(<FlagsList flags={[{ ...reported.message, isListed: false }]} />)
  screen.getByText('hum.wav, chords.pdf')
  screen.getByRole('link', { name: 'Message about Rosa' })
  show(
    <FlagsList
      flags={[{ ...fields, kind: 'message', flagged: { ...message, attachments: [] } }]}
    />,
  )
  expect(screen.queryByText('Sent with it')).toBeNull()
})

test('a reported profile is shown with its picture and what it says', () => {
  const flagged = {
    name: 'Rosa',
    about: 'Cannot sing.',
    instrument: 'Zither',
    videoUrl: 'https://www.youtube.com/watch?v=1',
    avatar: '/public/avatars/one/192',
  }
  show(<FlagsList flags={[{ ...fields, kind: 'profile', flagged }]} />)
  expect(screen.getByRole('img', { name: 'Rosa' }).getAttribute('src')).toBe(flagged.avatar)
  for (const value of ['Zither', flagged.videoUrl]) screen.getByText(value)
})

const removed: RemovedWords = {
  kind: 'review',
  id,
  title: 'Rosa',
  text: 'Cannot sing.',
  type: 'abuse',
  status: 'upheld',
  claim: 'It insults.',
  decision: { reason: 'It does insult.', decidedAt: writtenAt },
  counterNotice: null,
}

test('authors read their removed words, what was claimed and why, and answer once', async () => {
  show(<TakeDownList takeDowns={[removed]} />)
  screen.getByRole('heading', { name: 'Your review of Rosa' })
  for (const words of ['Cannot sing.', 'It insults.', 'It does insult.']) screen.getByText(words)
  fireEvent.click(
    screen.getByRole('button', { name: 'Send a counter-notice about Your review of Rosa' }),
  )
  const dialog = await screen.findByRole('dialog', { name: 'Send a counter-notice' })
  expect(dialog.textContent).toContain('Say why your review of Rosa may be shown.')
  const counterNotice = { text: 'It is my opinion.', sentAt: writtenAt }
  show(<TakeDownList takeDowns={[{ ...removed, status: 'countered', counterNotice }]} />)
  screen.getByText('It is my opinion.')
  expect(screen.queryByRole('button')).toBeNull()
})

test.each([
  ['comment', 'upheld', 'Your comment on Rosa', 'Why it was removed'],
  ['message', 'upheld', 'Your message about Rosa', 'Why it was removed'],
  ['profile', 'confirmed', 'Your profile', 'Why it stays removed'],
  ['review', 'reinstated', 'Your review of Rosa', 'Why it is shown again'],
] as const)(
  'a removed %s that is %s has its title and its last word',
  (kind, status, title, why) => {
    show(<TakeDownList takeDowns={[{ ...removed, kind, status }]} />)
    screen.getByRole('heading', { name: title })
    expect(screen.getByText(new RegExp(`^${why}`)).textContent).toContain(why)
  },
)
