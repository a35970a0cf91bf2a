// The URL of an artist's bank payouts.

import { laterPage, pageRoutes, withQuery } from '../page-paths.ts'

export const lastPayoutsPage = 10_000

export function artistPayoutsPath({ page = 1 }: { page?: number } = {}): string {
  return withQuery(pageRoutes.artistPayouts, { page: laterPage(page) })
}

/** An invalid page is read as the first. */
export function payoutsPageIn(value: unknown): number {
  const page = Number(value)
  return Number.isInteger(page) && page >= 1 && page <= lastPayoutsPage ? page : 1
}
