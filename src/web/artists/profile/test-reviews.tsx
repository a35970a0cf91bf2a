// The dialog of an artist's reviews, with a server whose answers a test sets.

import { fireEvent, within } from '@testing-library/react'
import type { Role } from '#rules/permissions.ts'
import type { Review } from '#contracts/review-schemas.ts'
import {
  artistId,
  exampleProfile,
  exampleReview,
  openProfile,
  type Answer,
} from './test-profile.tsx'

export const lea = { id: 'lea', username: 'lea', avatar: null }

export const path = `/api/proxy/users/review/${artistId}`
const title = 'Reviews for Rosa & Sons'

export const listed = (reviews: Review[], paging = {}) => ({
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
export async function openReviews({
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
