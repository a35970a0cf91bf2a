// The lists of commissions: which parts they have, and which addresses; what an admin's lists single out.

import { ownedStatuses, type CommissionStatus } from './commission-process.ts'

/** The parts of the own list. */
export const commissionListStatuses = {
  open: ['pending_artist', 'requested', 'accepted', 'in_progress', 'delivered'],
  done: [...ownedStatuses],
  ended: ['cancelled', 'rejected_by_artist'],
} as const satisfies Record<string, readonly CommissionStatus[]>
export type CommissionListState = keyof typeof commissionListStatuses

/** The keys of the table above. */
export const commissionListStates = Object.keys(commissionListStatuses) as CommissionListState[]

/** What an admin looks for. */
export const commissionMarks = ['frozen', 'disputed', 'transfer_failed', 'refund_failed'] as const

/** In days since the request, at least. */
export const commissionAges = ['7', '30', '60', '70'] as const

/** Disputes that wait for a decision, the oldest first, and those that have one. */
export const disputeQueues = ['open', 'resolved'] as const
export type DisputeQueue = (typeof disputeQueues)[number]

const pagesRead = /^[1-9]\d{0,4}$/

export type CommissionListSearch = { state: CommissionListState | undefined; page: number }

/** Reads the part of the own list in its URL; an invalid value is read as none. */
export function readCommissionList(params: URLSearchParams): CommissionListSearch {
  const page = params.get('page') ?? ''
  return {
    state: commissionListStates.find((known) => known === params.get('state')),
    page: pagesRead.test(page) && Number(page) <= lastCommissionPage ? Number(page) : 1,
  }
}

/** Reads the part of a customer's list in the URL of My Tracks: the open ones, unless others are named; `all` is every state. */
export function readCustomerCommissions(params: URLSearchParams): CommissionListSearch {
  const part = params.get('commissions') ?? ''
  const page = params.get('commissionsPage') ?? ''
  const search = readCommissionList(new URLSearchParams({ state: part, page }))
  return part === 'all' ? search : { ...search, state: search.state ?? 'open' }
}

export type CustomerListQuery = {
  commissions?: string | undefined
  commissionsPage?: string | undefined
}

/** The same as parameters of that URL; default values are left out. */
export function customerListQuery(search: CommissionListSearch): CustomerListQuery {
  const { state = 'all', page } = search
  return {
    commissions: state === 'open' ? undefined : state,
    commissionsPage: page > 1 ? String(page) : undefined,
  }
}

export const lastCommissionPage = 10_000
