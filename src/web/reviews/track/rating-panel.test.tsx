import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { OwnReviews } from '#contracts/reviews/ratings.ts'
import { trackPath } from '#rules/page-paths.ts'
import { session } from '#web/accounts/session-store.ts'
import { exampleTrack, noComments } from '#web/tracks/example-track.ts'
import { RatingPanel } from './rating-panel.tsx'

const track = { ...exampleTrack(), ...noComments }
const comment = {
  id: '0198f000-0000-7000-8000-0000000000c1',
  text: 'Lovely',
  createdAt: '2026-11-22T10:00:00.000Z',
  user: { username: 'Mia', avatar: null },
  isVerifiedBuyer: true,
  isEdited: false,
}
const nothingSaid: OwnReviews = { rating: null, refusal: null, comments: [] }

type Setting = {
  as?: 'visitor' | 'customer'
  own?: Partial<OwnReviews>
  shown?: Partial<typeof noComments>
  /** The response to every submission. */
  respond?: () => Response | Promise<Response>
  isSameDevice?: boolean
}

/** The panel in a page whose loader counts how often its data is fetched. */
async function open({
  as = 'customer',
  own = {},
  shown = {},
  respond = () => Response.json({}),
  isSameDevice = false,
}: Setting = {}) {
  cleanup()
  if (!isSameDevice) localStorage.clear()
  const sent: [string, string, unknown][] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path.endsWith('/get-id-and-role'))
      return Response.json(
        as === 'visitor'
          ? { id: null, role: null }
          : { id: 'u1', role: 'customer', username: 'Mia' },
      )
    if (path.includes('/own-reviews/')) return Response.json({ ...nothingSaid, ...own })
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : null
    sent.push([init.method ?? '', path, body])
    return respond()
  })
  const loader = vi.fn(() => ({ ...track, ...shown }))
  const Stub = createRoutesStub([
    {
      path: '/tracks/:id',
      loader,
      HydrateFallback: () => null,
      Component: ({ loaderData }) => (
        <RatingPanel
          track={loaderData as typeof track}
          isAdmin={false}
          pathOf={(page) => trackPath(track.id, { comments: page })}
        />
      ),
    },
  ])
  session.invalidate()
  render(<Stub initialEntries={[trackPath(track.id)]} />)
  await screen.findByRole('heading', { name: 'Ratings and comments' })
  await act(() => session.known())
  return { sent, loader }
}

const stars = () => screen.findAllByRole('button', { name: /^Rate [1-5] stars?$/ })
const pressed = async () =>
  (await stars()).map((button) => button.getAttribute('aria-pressed') === 'true')
const commentField = () => screen.findByRole('textbox', { name: 'Your comment' })

async function post(text: string) {
  await commentField()
  postNow(text)
}

function postNow(text: string) {
  const field = screen.getByRole('textbox', { name: 'Your comment' })
  fireEvent.focus(field)
  fireEvent.change(field, { target: { value: text } })
  fireEvent.click(screen.getByRole('button', { name: 'Post comment' }))
}

test('a visitor reads that a login is needed, with a link that comes back here (RAT-03, ERR-25)', async () => {
  await open({ as: 'visitor' })
  const sentence = screen.getByText('Please log in to rate and comment on tracks.', {
    exact: false,
  })
  expect(within(sentence).getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe(
    `/login?next=${encodeURIComponent(`/tracks/${track.id}#comments`)}`,
  )
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
})

test('a user has five rating buttons and a comment form, and the own rating is pressed (RAT-01, RAT-02, RAT-15)', async () => {
  await open({ own: { rating: { stars: 4, ratedAt: '2026-11-22T10:00:00.000Z' } } })
  expect((await stars()).map((button) => button.getAttribute('aria-label'))).toEqual([
    'Rate 1 star',
    'Rate 2 stars',
    'Rate 3 stars',
    'Rate 4 stars',
    'Rate 5 stars',
  ])
  expect(await pressed()).toEqual([false, false, false, true, false])
  expect(screen.getByText('Your rating: 4 stars.')).toBeDefined()
  expect(await commentField()).toBeDefined()
})

test('pressing a rating button submits the rating; the page refreshes at once and again after 500 ms (RAT-04, RAT-12, BUS-14)', async () => {
  const rating = { stars: 5, ratedAt: '2026-11-22T10:00:00.000Z' }
  const { sent, loader } = await open({
    respond: () => Response.json({ rating, averageRating: 5, numOfRatings: 1 }),
  })
  const fifth = (await stars())[4]
  vi.useFakeTimers()
  try {
    const reload = vi.spyOn(window.history, 'pushState')
    fireEvent.click(fifth ?? document.body)
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(sent).toEqual([['POST', `/api/proxy/tracks/rate/${track.id}`, { rating: 5 }]])
    expect(loader).toHaveBeenCalledTimes(2)
    await act(() => vi.advanceTimersByTimeAsync(499))
    expect(loader).toHaveBeenCalledTimes(2)
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(loader).toHaveBeenCalledTimes(3)
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    expect(loader).toHaveBeenCalledTimes(3)
    expect(reload).not.toHaveBeenCalled()
  } finally {
    vi.useRealTimers()
  }
  expect(await pressed()).toEqual([false, false, false, false, true])
})

test('submitting the form adds the comment, empties the field and refreshes the page (RAT-05, RAT-12)', async () => {
  const { sent, loader } = await open({ respond: () => Response.json(comment) })
  await post('Lovely')
  expect(await screen.findByText('Your comment was added.')).toBeDefined()
  expect(sent).toEqual([['POST', `/api/proxy/tracks/comment/${track.id}`, { comment: 'Lovely' }]])
  await waitFor(() => expect(loader).toHaveBeenCalledTimes(3))
  expect((await commentField()).textContent).toBe('')
})

test('a blank comment is not sent, and the error is at the field (VAL-26, ERR-22)', async () => {
  const { sent, loader } = await open()
  await post('  \n ')
  expect(await screen.findByText('Please enter a comment.')).toBeDefined()
  const field = await commentField()
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(field)
  expect(sent).toEqual([])
  expect(loader).toHaveBeenCalledTimes(1)
})

test('the field counts characters up to 1000', async () => {
  await open()
  fireEvent.change(await commentField(), { target: { value: 'Lovely' } })
  expect(screen.getByText('6 / 1000')).toBeDefined()
})

const failures: [string, number, () => Response, string][] = [
  [
    'the server’s message',
    403,
    () =>
      Response.json({ code: 'own_track_rated', message: 'Not yours to rate.' }, { status: 403 }),
    '(403): Not yours to rate.',
  ],
  ['no message', 500, () => Response.json({}, { status: 500 }), '(500): Unknown error'],
]

/** Longer than the page waits before it loads its data again (BUS-14). */
async function untilRefreshed(submit: () => void): Promise<void> {
  vi.useFakeTimers()
  try {
    submit()
    await act(() => vi.advanceTimersByTimeAsync(10_000))
  } finally {
    vi.useRealTimers()
  }
}

test.each(failures)(
  'a failed rating with %s shows it, refreshes nothing and is not pressed (RAT-13, ERR-31)',
  async (_what, _status, respond, shown) => {
    const { loader } = await open({ respond })
    const third = (await stars())[2] ?? document.body
    await untilRefreshed(() => fireEvent.click(third))
    expect(screen.getByText(`Failed to submit rating ${shown}`)).toBeDefined()
    expect(await pressed()).toEqual([false, false, false, false, false])
    expect(loader).toHaveBeenCalledTimes(1)
  },
)

test.each(failures)(
  'a failed comment with %s shows it, refreshes nothing and keeps the text (RAT-13, ERR-32)',
  async (_what, _status, respond, shown) => {
    const { loader } = await open({ respond })
    await commentField()
    await untilRefreshed(() => postNow('Slow and warm'))
    expect(screen.getByText(`Failed to submit comment ${shown}`)).toBeDefined()
    expect(screen.getByDisplayValue('Slow and warm')).toBeDefined()
    expect(loader).toHaveBeenCalledTimes(1)
  },
)

test('when the session has ended, the comment stays, and is there again after the login', async () => {
  const ended = () =>
    Response.json({ code: 'comment_login_required', message: 'No login.' }, { status: 401 })
  await open({ respond: ended })
  await post('Typed for an hour')
  expect(await screen.findByText('Failed to submit comment (401): No login.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toContain(
    '/login?next=',
  )
  expect(await screen.findByDisplayValue('Typed for an hour')).toBeDefined()
  await open({ isSameDevice: true })
  expect(await screen.findByDisplayValue('Typed for an hour')).toBeDefined()
  await open({ isSameDevice: true })
  expect(await commentField()).toHaveProperty('value', '')
})

test('the artist reads why there is no form, and a buyer’s comment is marked', async () => {
  await open({ own: { refusal: 'own_track_rated' }, shown: { comments: [comment] } })
  expect(
    await screen.findByText('This is your own track: others rate it and comment on it.'),
  ).toBeDefined()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.getByText('Verified buyer')).toBeDefined()
  expect(screen.queryByText('edited')).toBeNull()
})

test('an own comment is changed in its place', async () => {
  const { sent, loader } = await open({
    own: { comments: [{ id: comment.id, canBeEdited: true }] },
    shown: { comments: [comment] },
    respond: () => Response.json({ ...comment, text: 'Lovelier', isEdited: true }),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Edit your comment “Lovely”' }))
  const field = screen.getByRole('textbox', { name: 'Edit your comment' })
  expect(document.activeElement).toBe(field)
  fireEvent.change(field, { target: { value: 'Lovelier' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Your comment was changed.')).toBeDefined()
  expect(sent).toEqual([['PATCH', `/api/proxy/comments/${comment.id}`, { comment: 'Lovelier' }]])
  await waitFor(() => expect(loader).toHaveBeenCalledTimes(3))
})

test('the buttons of two own comments have different names', async () => {
  const long = { ...comment, id: 'c2', text: 'Sung at my sister’s wedding\n\nby the sea, at dawn.' }
  await open({
    own: { comments: [comment, long].map(({ id }) => ({ id, canBeEdited: true })) },
    shown: { comments: [comment, long] },
  })
  const buttons = await screen.findAllByRole('button', { name: /^(Edit|Delete) your comment/ })
  expect(buttons.map((button) => button.textContent)).toEqual([
    'Edit your comment “Lovely”',
    'Delete your comment “Lovely”',
    'Edit your comment “Sung at my sister’s wedding by the sea,…”',
    'Delete your comment “Sung at my sister’s wedding by the sea,…”',
  ])
})

test('an own comment is deleted after a question; later than 15 minutes it cannot be changed', async () => {
  const { sent } = await open({
    own: { comments: [{ id: comment.id, canBeEdited: false }] },
    shown: { comments: [comment, { ...comment, id: 'c2', text: 'By someone else' }] },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Delete your comment “Lovely”' }))
  expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Keep it' }))
  expect(sent).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Your comment was deleted.')).toBeDefined()
  expect(sent).toEqual([['DELETE', `/api/proxy/comments/${comment.id}`, null]])
})

test('more comments are on further pages, each with an address of its own', async () => {
  await open({ shown: { comments: [comment], commentPage: 2, commentPages: 3, totalComments: 45 } })
  const paging = within(screen.getByRole('navigation', { name: 'Pages of comments' }))
  expect(paging.getByText('Page 2 of 3')).toBeDefined()
  const hrefs = ['Previous', 'Next'].map((name) =>
    paging.getByRole('link', { name }).getAttribute('href'),
  )
  expect(hrefs).toEqual([`/tracks/${track.id}#comments`, `/tracks/${track.id}?comments=3#comments`])
})
