// The parameters that the URLs of the admin's lists may contain, for the pages and for the endpoints. An invalid value is
// read as none; without one, the list of flags has those to decide.

import { commissionAges, commissionMarks, disputeQueues } from '../commissions/commission-lists.ts'
import { commissionProcess } from '../commissions/commission-process.ts'
import { roles } from '../permissions.ts'
import { firstReportYear, lastReportYear, quarters } from '../platform-report/report-years.ts'
import { queryIn } from '../search/track-search.ts'
import { actionNames } from './admin-actions.ts'
import { taskOwners } from './admin-tasks.ts'
import { flagSubjectKinds } from '../moderation/flag-limits.ts'
import { defaultFlagView, flagViews, type FlagView } from '../moderation/flag-process.ts'
import { receiptNumber } from '../orders/receipt-number.ts'
import { messageProcess } from '../contact/message-process.ts'

export const adminPageSize = 50
export const lastAdminPage = 10_000
/** So many of the latest payments are listed; older ones are found by a search. */
export const maxListedPayments = 10_000

export const userStates = ['active', 'banned', 'held'] as const
/** Of a payment that has any of the needs of `payment-needs.ts`. */
export const orderStates = ['needs_person'] as const
export const trackStates = [
  'listed',
  'featured',
  'withdrawn',
  'taken_down',
  'not_validated',
] as const

/** Whether the text that a list is searched by is an id. */
export const isUuid = (text: string): boolean => uuid.test(text)

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const oneOf =
  <Value extends string>(values: readonly Value[]) =>
  (value: unknown): Value | undefined =>
    values.find((known) => known === value)

const flagViewIn = (value: unknown): FlagView => oneOf(flagViews)(value) ?? defaultFlagView

const idIn = (value: unknown): string | undefined =>
  typeof value === 'string' && isUuid(value) ? value.toLowerCase() : undefined

/** Of a receipt, also without the letters and the zeros before it. */
function receiptIn(value: unknown): string | undefined {
  const serial =
    typeof value === 'string' ? /^\s*(?:UND-)?(\d{1,9})\s*$/i.exec(value)?.[1] : undefined
  return serial === undefined ? undefined : receiptNumber(Number(serial))
}

function yearIn(value: unknown): number | undefined {
  const year = Number(value)
  return Number.isInteger(year) && year >= firstReportYear && year <= lastReportYear
    ? year
    : undefined
}

/** Whose tasks a list shows. */
const ownerIn = oneOf(taskOwners)

const quarterIn = (value: unknown) => quarters.find((quarter) => quarter === Number(value))

function pageIn(value: unknown): number {
  const page = Number(value)
  return Number.isInteger(page) && page >= 1 && page <= lastAdminPage ? page : 1
}

/** How each parameter of each list is read. */
export const adminSearchFields = {
  users: { query: queryIn, role: oneOf(roles), state: oneOf(userStates), page: pageIn },
  tracks: { query: queryIn, state: oneOf(trackStates), artist: idIn, page: pageIn },
  messages: { query: queryIn, state: oneOf(messageProcess.statuses), page: pageIn },
  flags: { state: flagViewIn, kind: oneOf(flagSubjectKinds), page: pageIn },
  commissions: {
    query: queryIn,
    state: oneOf(commissionProcess.statuses),
    mark: oneOf(commissionMarks),
    age: oneOf(commissionAges),
    page: pageIn,
  },
  disputes: { state: oneOf(disputeQueues), page: pageIn },
  tasks: { page: pageIn },
  refunds: {
    receipt: receiptIn,
    owner: ownerIn,
    found: pageIn,
    requests: pageIn,
    page: pageIn,
  },
  bankDisputes: { owner: ownerIn, page: pageIn },
  money: { owner: ownerIn, page: pageIn },
  margins: { page: pageIn },
  reconciliation: { owner: ownerIn, page: pageIn },
  reporting: { year: yearIn, quarter: quarterIn, page: pageIn },
  vat: { year: yearIn, page: pageIn },
  transfers: { owner: ownerIn, page: pageIn },
  orders: { query: queryIn, state: oneOf(orderStates), owner: ownerIn, page: pageIn },
  debts: { owner: ownerIn, waiting: pageIn, page: pageIn },
  auditLog: { action: oneOf(actionNames), subject: idIn, admin: idIn, page: pageIn },
} as const

type Fields = typeof adminSearchFields
export type AdminList = keyof Fields
export type AdminSearch<List extends AdminList> = { page: number } & {
  [Name in keyof Fields[List]]?: Fields[List][Name] extends (value: unknown) => infer Value
    ? Value
    : never
}

export function readAdminSearch<List extends AdminList>(
  list: List,
  params: URLSearchParams,
): AdminSearch<List> {
  const fields = Object.entries(adminSearchFields[list])
  // The values of the list's own fields.
  return Object.fromEntries(
    fields.map(([name, read]) => [name, read(params.get(name))]),
  ) as AdminSearch<List>
}
