// What the author, the artist and an admin can do with a review.

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { reviewErrors } from '#rules/errors/review-errors.ts'
import { artistId, exampleReview, type Answer } from '#web/artists/profile/test-profile.tsx'
import { lea, openReviews, path } from '#web/artists/profile/test-reviews.tsx'

test('a review that the artist has answered cannot be edited, and the author reads why; one who has not confirmed the email finds the way', async () => {
  const createdAt = new Date().toISOString()
  const answer = { text: 'Thanks', answeredAt: createdAt }
  const { shown } = await openReviews({
    reviews: [exampleReview(12, { createdAt, answer }), exampleReview(11, { answer })],
    userId: 'mia',
    answers: {
      [`POST ${path}`]: () =>
        Response.json(
          { code: 'email_unverified', message: 'Please confirm your email first.' },
          { status: 403 },
        ),
    },
  })
  await shown.findByText('Review 12')
  await shown.findByText(reviewErrors.review_has_answer.message)
  expect(shown.queryByRole('button', { name: 'Edit your review' })).toBeNull()
  expect(shown.getAllByRole('button', { name: 'Delete your review' })).toHaveLength(2)
  fireEvent.click(shown.getByRole('button', { name: 'Write a Review' }))
  fireEvent.change(shown.getByRole('textbox'), { target: { value: 'So kind' } })
  fireEvent.click(shown.getByRole('button', { name: /^Post/ }))
  const alert = within(await shown.findByRole('alert'))
  alert.getByText('Please confirm your email first.')
  expect(alert.getByRole('link').getAttribute('href')).toBe('/settings')
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
  const lists = () =>
    [path, `/public/users/${artistId}`].map(
      (one) => sent.filter(({ call }) => call.startsWith(`GET ${one}`)).length,
    )
  const [all = 0, profiles = 0] = lists()
  fireEvent.click(buttons('Delete your review')[1] ?? document.body)
  const group = within(shown.getByRole('group', { name: 'Delete this review?' }))
  expect(document.activeElement?.textContent).toBe('Keep it')
  fireEvent.click(group.getByRole('button', { name: 'Delete' }))
  await screen.findAllByText('Your review was deleted.')
  expect(calls).toEqual([
    `PATCH /api/proxy/reviews/${now.id} {"review":"Better"}`,
    `DELETE /api/proxy/reviews/${exampleReview(11).id} `,
  ])
  // The list, and those of the profile.
  await waitFor(() => expect(lists()).toEqual([all + 1, profiles + 1]))
})

test('an admin removes a review with a reason, and the list is fetched again', async () => {
  const { shown, sent } = await openReviews({
    userId: 'admin',
    role: 'admin',
    answers: { 'POST /api/proxy/admin/reviews/': () => ({}) },
  })
  fireEvent.click(await shown.findByRole('button', { name: 'Remove: the review by mia' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove the review by mia?' }))
  fireEvent.change(dialog.getByLabelText('What mia is told'), { target: { value: 'An insult.' } })
  const lists = () =>
    [path, `/public/users/${artistId}`].map(
      (one) => sent.filter(({ call }) => call.startsWith(`GET ${one}`)).length,
    )
  const [all = 0, profiles = 0] = lists()
  fireEvent.click(dialog.getByRole('button', { name: 'Remove' }))
  await screen.findAllByText('The review has been removed.')
  expect(sent.find(({ call }) => call.startsWith('POST'))).toEqual({
    call: `POST /api/proxy/admin/reviews/${exampleReview(12).id}/remove`,
    body: expect.objectContaining({ reason: 'An insult.' }),
  })
  // The list, and those of the profile.
  await waitFor(() => expect(lists()).toEqual([all + 1, profiles + 1]))
})

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
