import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import {
  artistId,
  exampleProfile,
  exampleReview,
  failing,
  type Answer,
} from '#web/artists/profile/test-profile.tsx'
import { lea, listed, openReviews, path } from '#web/artists/profile/test-reviews.tsx'

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
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
  let respond = (_response: Response) => {}
  const sam = { id: 'sam', username: 'sam', avatar: null }
  const three = [13, 12, 11].map((number) => exampleReview(number, { user: sam }))
  const { shown, profile, sent } = await openReviews({
    userId: 'sam',
    answers: {
      [`GET /public/users/${artistId}`]: () =>
        exampleProfile({ reviews: [exampleReview(12), exampleReview(8, { user: lea })] }),
      [`POST ${path}`]: () => new Promise<Response>((done) => (respond = done)),
    },
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
  // The newest review is at the top with its author, however long the list is.
  expect(scrolled.mock.contexts).toEqual([shown.getByRole('list').parentElement])
  expect(scrolled).toHaveBeenCalledWith({ block: 'start' })
  expect(sent.find(({ call }) => call.startsWith('POST'))?.body).toEqual({ review: 'So kind' })
  expect(shown.queryByRole('textbox')).toBeNull()
  const section = within(profile.getByRole('region', { name: 'Artist Reviews', hidden: true }))
  const inProfile = () =>
    section
      .getAllByRole('listitem', { hidden: true })
      .map((item) => item.querySelector('.user-text')?.textContent)
  expect(inProfile()).toEqual(['Review 13', 'Review 12', 'Review 8'])
  section.getByRole('button', { name: 'View all 13 reviews', hidden: true })

  // A second one takes the place of the author's first.
  fireEvent.click(shown.getByRole('button', { name: 'Write a Review' }))
  fireEvent.change(shown.getByRole('textbox'), { target: { value: 'So kind' } })
  fireEvent.click(post())
  await waitFor(() => expect(post().getAttribute('aria-disabled')).toBe('true'))
  respond(
    Response.json({ reviews: [exampleReview(14, { user: sam }), ...three], numOfReviews: 14 }),
  )
  await waitFor(() => expect(inProfile()).toEqual(['Review 14', 'Review 12', 'Review 8']))
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

test('the server’s message says why reviews cannot be loaded (ERR-58)', async () => {
  const { shown } = await openReviews({
    answers: { [`GET ${path}`]: failing(503, 'Later, please.') },
  })
  const alert = within(await shown.findByRole('alert'))
  alert.getByText('Failed to load reviews')
  alert.getByText('Later, please.')
  expect(alert.queryByText('Failed to fetch reviews')).toBeNull()
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
