import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Role } from '#rules/permissions.ts'
import type { Review } from '#contracts/artists/reviews.ts'
import {
  artistId,
  exampleProfile,
  exampleReview,
  failing,
  openProfile,
  type Answer,
} from '../profile/test-profile.tsx'

const path = `/api/proxy/users/review/${artistId}`
const title = 'Reviews for Rosa & Sons'

const listed = (reviews: Review[], paging = {}) => ({
  reviews,
  totalReviews: reviews.length,
  totalPages: 1,
  currentPage: 1,
  ...paging,
})

type Opened = {
  reviews?: Review[]
  userId?: string | null
  role?: Role
  answers?: Record<string, Answer>
}

/** The dialog of reviews, opened from the profile. */
async function openReviews({
  reviews = [exampleReview(12)],
  userId,
  role = 'customer',
  answers,
}: Opened) {
  const isEmpty = reviews.length === 0
  const opened = await openProfile({
    userId: userId ?? null,
    role,
    answers: {
      [`GET /public/users/${artistId}`]: () =>
        exampleProfile(isEmpty ? { reviews: [], numOfReviews: 0 } : {}),
      [`GET ${path}`]: () => listed(reviews),
      ...answers,
    },
  })
  const profile = within(await opened.dialog('Rosa & Sons'))
  fireEvent.click(
    profile.getByRole('button', { name: isEmpty ? 'Write the First Review' : /^View all/ }),
  )
  const shown = within(await opened.dialog(title))
  const asked = () => {
    const { call } = opened.sent.findLast((one) => one.call.startsWith(`GET ${path}`)) ?? {}
    return Object.fromEntries(new URLSearchParams(call?.split('?')[1]))
  }
  return { ...opened, profile, shown, asked }
}

test('all reviews are read by everyone, newest or oldest first, in pages; a visitor writes none (DLG-23, REV-02, REV-06, REV-08, REV-14, FMT-22)', async () => {
  const review = exampleReview(12, {
    user: null,
    isEdited: true,
    isVerifiedBuyer: true,
    answer: { text: 'Thank you', answeredAt: '2025-03-06T12:00:00.000Z' },
  })
  const { shown, asked, address } = await openReviews({
    answers: {
      [`GET ${path}`]: () => listed([review], { totalReviews: 23, totalPages: 3, currentPage: 2 }),
    },
  })
  expect(address()).toBe(`?artist=${artistId}&reviews=read`)
  const item = await shown.findByRole('listitem')
  for (const text of ['Anonymous User', 'Verified buyer', '05/03/2025', 'edited', 'Review 12'])
    expect(item.textContent).toContain(text)
  expect(item.textContent).toContain('Answer by Rosa & Sons06/03/2025Thank you')
  shown.getByText('Page 2 of 3')
  expect(asked()).toEqual({ orderBy: 'date-added', page: '1' })
  fireEvent.click(shown.getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(asked()).toEqual({ orderBy: 'date-added', page: '3' }))
  fireEvent.click(shown.getByRole('button', { name: 'Previous' }))
  await waitFor(() => expect(asked()['page']).toBe('1'))
  const sort = shown.getByRole('combobox', { name: 'Sort by' })
  expect(sort.textContent).toBe('Newest FirstOldest First')
  fireEvent.change(sort, { target: { value: 'date-added/ascending' } })
  await waitFor(() => expect(asked()).toEqual({ orderBy: 'date-added/ascending', page: '1' }))

  expect(shown.queryByRole('textbox')).toBeNull()
  expect(shown.queryByRole('button', { name: 'Write a Review' })).toBeNull()
  const login = shown.getByRole('link', { name: 'Log in' }).getAttribute('href')
  expect(login).toContain(encodeURIComponent(`artist=${artistId}&reviews=read`))
})

test('a user writes a review, which the profile and the list then show (DLG-25, REV-03 to REV-05, REV-11, REV-12, VAL-32, ERR-64)', async () => {
  let respond = (_response: Response) => {}
  const three = [exampleReview(13), exampleReview(12), exampleReview(11)]
  const { shown, profile, sent } = await openReviews({
    userId: 'sam',
    answers: { [`POST ${path}`]: () => new Promise<Response>((done) => (respond = done)) },
  })
  fireEvent.click(await shown.findByRole('button', { name: 'Write a Review' }))
  const box = shown.getByRole('textbox', { name: 'Write a Review' })
  const post = () => shown.getByRole<HTMLButtonElement>('button', { name: /^Post/ })
  expect([post().textContent?.includes('Post Review'), post().disabled]).toEqual([true, true])
  fireEvent.change(box, { target: { value: '  \n ' } })
  expect(post().disabled).toBe(true)
  fireEvent.click(shown.getByRole('button', { name: 'Cancel' }))
  expect(shown.queryByRole('textbox')).toBeNull()

  fireEvent.click(shown.getByRole('button', { name: 'Write a Review' }))
  fireEvent.change(shown.getByRole('textbox'), { target: { value: 'So kind' } })
  fireEvent.click(post())
  await waitFor(() => expect(post().getAttribute('aria-disabled')).toBe('true'))
  shown.getByText('Posting...')
  respond(Response.json({ reviews: three, numOfReviews: 13 }))
  await screen.findAllByText('Review added successfully!')
  expect(sent.find(({ call }) => call.startsWith('POST'))?.body).toEqual({ review: 'So kind' })
  expect(shown.queryByRole('textbox')).toBeNull()
  const section = within(profile.getByRole('region', { name: 'Artist Reviews', hidden: true }))
  expect(section.getAllByRole('listitem', { hidden: true })).toHaveLength(3)
  section.getByRole('button', { name: 'View all 13 reviews', hidden: true })
})

test('the first review is written at once; a refused one keeps its text and says why (DLG-24, REV-09, REV-12, ERR-59, ERR-65)', async () => {
  const answers: { post: Answer } = { post: failing(429, 'These are many reviews at once.') }
  const { shown, address } = await openReviews({
    reviews: [],
    userId: 'sam',
    answers: { [`POST ${path}`]: (sent) => answers.post(sent) },
  })
  expect(address()).toContain('reviews=write')
  await shown.findByText('No reviews yet. Be the first to review this artist!')
  const box = shown.getByRole<HTMLTextAreaElement>('textbox', { name: 'Write a Review' })
  fireEvent.change(box, { target: { value: 'So kind' } })
  fireEvent.click(shown.getByRole('button', { name: /^Post/ }))
  const alert = within(await shown.findByRole('alert'))
  alert.getByText('Failed to add review')
  alert.getByText('These are many reviews at once.')
  expect(box.value).toBe('So kind')
  answers.post = failing(500)
  fireEvent.click(shown.getByRole('button', { name: /^Post/ }))
  await waitFor(() => expect(shown.getByRole('alert').textContent).toBe('Failed to add review'))
})

test('reviews that cannot be loaded can be requested again (REV-12, ERR-58)', async () => {
  let answer: () => unknown = failing(502)
  const { shown } = await openReviews({ answers: { [`GET ${path}`]: () => answer() } })
  const alert = within(await shown.findByRole('alert'))
  alert.getByText('Failed to load reviews')
  alert.getByText('Failed to fetch reviews')
  answer = () => listed([exampleReview(12)])
  fireEvent.click(alert.getByRole('button', { name: 'Try Again' }))
  await shown.findByText('Review 12')
  expect(shown.queryByRole('alert')).toBeNull()
})

test('the author changes a review for a quarter of an hour and deletes it at any time; others cannot', async () => {
  const now = exampleReview(12, { createdAt: new Date().toISOString() })
  const calls: string[] = []
  const done: Answer = ({ call, body }) => {
    calls.push(`${call} ${JSON.stringify(body) ?? ''}`)
    return now
  }
  const { shown, sent } = await openReviews({
    reviews: [now, exampleReview(11), exampleReview(10, { user: { ...lea } })],
    userId: 'mia',
    answers: { 'PATCH ': done, 'DELETE ': done },
  })
  await shown.findByText('Review 12')
  const buttons = (name: string) => shown.queryAllByRole('button', { name })
  await waitFor(() => expect(buttons('Delete your review')).toHaveLength(2))
  expect(buttons('Edit your review')).toHaveLength(1)

  fireEvent.click(shown.getByRole('button', { name: 'Edit your review' }))
  fireEvent.change(shown.getByRole('textbox', { name: 'Edit your review' }), {
    target: { value: 'Better' },
  })
  fireEvent.click(shown.getByRole('button', { name: /^Save/ }))
  await screen.findAllByText('Your review was changed.')
  const lists = () => sent.filter(({ call }) => call.startsWith(`GET ${path}`)).length
  const asked = lists()
  fireEvent.click(buttons('Delete your review')[1] ?? document.body)
  const group = within(shown.getByRole('group', { name: 'Delete this review?' }))
  expect(document.activeElement?.textContent).toBe('Keep it')
  fireEvent.click(group.getByRole('button', { name: 'Delete' }))
  await screen.findAllByText('Your review was deleted.')
  expect(calls).toEqual([
    `PATCH /api/proxy/reviews/${now.id} {"review":"Better"}`,
    `DELETE /api/proxy/reviews/${exampleReview(11).id} `,
  ])
  // The list, and the newest ones of the profile.
  await waitFor(() => expect(lists()).toBe(asked + 2))
})

test('an admin removes a review with a reason, and the list is fetched again', async () => {
  const { shown, sent } = await openReviews({
    userId: 'admin',
    role: 'admin',
    answers: { 'POST /api/proxy/admin/reviews/': () => ({}) },
  })
  fireEvent.click(await shown.findByRole('button', { name: 'Remove: the review by mia' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove the review by mia?' }))
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'An insult.' } })
  const lists = () => sent.filter(({ call }) => call.startsWith(`GET ${path}`)).length
  const asked = lists()
  fireEvent.click(dialog.getByRole('button', { name: 'Remove' }))
  await screen.findAllByText('The review has been removed.')
  expect(sent.find(({ call }) => call.startsWith('POST'))).toEqual({
    call: `POST /api/proxy/admin/reviews/${exampleReview(12).id}/remove`,
    body: expect.objectContaining({ reason: 'An insult.' }),
  })
  // The list, and the newest ones of the profile.
  await waitFor(() => expect(lists()).toBe(asked + 2))
})

const lea = { id: 'lea', username: 'lea', avatar: null }

test('the artist answers each review once, and writes none', async () => {
  const { shown, sent } = await openReviews({
    reviews: [
      exampleReview(12),
      exampleReview(11, { answer: { text: 'Thanks', answeredAt: '2025-03-06T12:00:00.000Z' } }),
    ],
    userId: artistId,
    answers: { 'POST /api/proxy/reviews/': () => exampleReview(12) },
  })
  fireEvent.click(await shown.findByRole('button', { name: 'Answer mia' }))
  expect(shown.queryByRole('button', { name: 'Write a Review' })).toBeNull()
  fireEvent.change(shown.getByRole('textbox'), { target: { value: 'Thank you' } })
  fireEvent.click(shown.getByRole('button', { name: /^Post/ }))
  await screen.findAllByText('Your answer was added.')
  expect(sent.find(({ call }) => call.startsWith('POST'))).toEqual({
    call: `POST /api/proxy/reviews/${exampleReview(12).id}/answer`,
    body: { answer: 'Thank you' },
  })
})

const closings: Record<string, () => void> = {
  Escape: () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' }),
  Close: () => fireEvent.click(screen.getByRole('button', { name: 'Close' })),
}

test.each(Object.keys(closings))(
  '%s closes the reviews first, then the profile (DLG-02, DLG-03)',
  async (how) => {
    const { address } = await openReviews({})
    const open = () => screen.queryAllByRole('dialog', { hidden: true }).length
    expect(open()).toBe(2)
    closings[how]?.()
    await waitFor(() => expect([open(), address()]).toEqual([1, `?artist=${artistId}`]))
    closings[how]?.()
    await waitFor(() => expect([open(), address()]).toEqual([0, '']))
  },
)
