// How admins read what is stored as a code.

import type { orderStates, trackStates, userStates } from '#rules/admin/admin-search.ts'
import type { MessageStatus } from '#rules/contact/message-process.ts'
import type {
  OwedKind,
  OwedStatus,
  PaymentStatus,
  TimelineStep,
} from '#rules/payments/payment-process.ts'
import type { PlatformPayoutStatus } from '#rules/payments/platform-payout-process.ts'
import type { DifferenceStatus } from '#rules/payments/difference-process.ts'
import type { ReversalCause, ReversalStatus } from '#rules/payments/reversal-process.ts'
import type { Role } from '#rules/permissions.ts'

export const roleLabels: Record<Role, string> = {
  customer: 'Customer',
  artist: 'Artist',
  admin: 'Admin',
}

export const userStateLabels: Record<(typeof userStates)[number], string> = {
  active: 'Active',
  banned: 'Banned',
  held: 'Transfers on hold',
}

export const orderStateLabels: Record<(typeof orderStates)[number], string> = {
  needs_person: 'Needs a person',
}

export const trackStateLabels: Record<(typeof trackStates)[number], string> = {
  listed: 'Listed',
  featured: 'Featured',
  withdrawn: 'Withdrawn',
  taken_down: 'Taken down',
  not_validated: 'Quality not approved',
}

/** Of a track that is not withdrawn, of a banned artist. */
export const hiddenTrackLabel = 'Hidden by the ban'

export const messageStatusLabels: Record<MessageStatus, string> = {
  new: 'New',
  answered: 'Answered',
  closed: 'Closed',
}

export const owedKindLabels: Record<OwedKind, string> = {
  refund: 'Refund',
  transfer: 'Transfer',
}

export const owedStatusLabels: Record<OwedStatus, string> = {
  waiting: 'Waiting',
  blocked: 'Blocked',
  pending: 'On its way',
  disputed: 'Disputed at the bank',
  failed: 'Failed: needs a person',
  sent: 'Sent',
  settled: 'Settled in another way',
  netted: 'Has paid a debt',
  written_off: 'Written off: kept for the artist',
}

export const paymentStatusLabels: Record<PaymentStatus, string> = {
  open: 'Not paid yet',
  confirming: 'Being confirmed',
  paid: 'Paid',
  expired: 'Expired',
  failed: 'Failed',
}

export const timelineStepLabels: Record<TimelineStep, string> = {
  begun: 'Checkout begun',
  paid: 'Paid',
  request_made: 'The customer asks for a refund',
  request_accepted: 'The request is accepted',
  request_declined: 'The request is declined',
  dispute_opened: 'Disputed at the bank',
  dispute_answered: 'Evidence sent to the bank',
  dispute_lost: 'Bank dispute lost',
  dispute_won: 'Bank dispute won',
  dispute_closed: 'Bank’s question closed',
  refund_owed: 'Refund owed',
  refund_arrived: 'Refund arrived',
  refund_settled: 'Refund settled in another way',
  transfer_owed: 'Transfer owed',
  transfer_sent: 'Transfer sent',
  transfer_settled: 'Transfer settled in another way',
  transfer_netted: 'The transfer has paid a debt',
  transfer_written_off: 'Transfer written off',
  reversal_owed: 'Reversal owed',
  reversal_made: 'Reversal made',
  debt_begun: 'The reversal has become a debt',
  debt_netted: 'A transfer has paid what is owed',
  debt_asked: 'Asked for the money, last',
  debt_written_off: 'Debt written off',
  debt_repaid: 'Debt paid to our bank',
  booked: 'Booked',
}

export const platformPayoutLabels: Record<PlatformPayoutStatus, string> = {
  waiting: 'Waiting for the card provider',
  on_its_way: 'On its way',
  paid: 'At our bank',
  returned: 'Came back',
  refused: 'Refused: nothing was paid out',
}

export const differenceStatusLabels: Record<DifferenceStatus, string> = {
  open: 'Open',
  explained: 'Explained',
  mended: 'Mended',
}

/** What has made an artist owe money. */
export const debtCauseLabels: Record<ReversalCause, string> = {
  refund: 'A refund',
  dispute: 'A dispute at the bank',
  provider: 'Reversed by hand',
}

export const reversalStatusLabels: Record<ReversalStatus, string> = {
  waiting: 'Waiting',
  sent: 'Made',
  refused: 'The artist owes it',
  netted: 'Paid by transfers',
  written_off: 'Written off',
  repaid: 'Paid to our bank',
}

/** For the choices of a filter. */
export function optionsOf<Value extends string>(labels: Record<Value, string>) {
  return Object.entries<string>(labels).map(([value, label]) => ({ value, label }))
}
