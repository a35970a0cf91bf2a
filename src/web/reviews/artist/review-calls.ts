// The call that reads reviews. Each failure has a message: the server's, or one of its own.

import type { z } from 'zod'
import type { listReviews } from '#contracts/reviews/reviews.ts'
import { request } from '#web/api/browser.ts'
import type { Result } from '#web/api/result.ts'
import { reviewMessages } from './review-messages.ts'

export type ReviewList = z.output<(typeof listReviews)['output']>

export async function fetchReviews(
  wanted: z.input<(typeof listReviews)['input']>,
  options: { signal?: AbortSignal } = {},
): Promise<Result<ReviewList>> {
  const route = 'GET /api/proxy/users/review/{artistId}'
  const result = await request<typeof listReviews>(route, wanted, options)
  return !result.ok && result.code === 'unknown'
    ? { ...result, message: reviewMessages.fetchFailed }
    : result
}
