// The card provider's events that the app handles. An event is never believed: it says what to fetch, and what is fetched is
// recorded. The webhooks, the check of the provider's set-up, docs/operations.md and the tests read this table.

/** The provider has two webhooks: one sends objects as they were, the other only names an account. */
type Webhook = 'snapshot' | 'thin'

/** Whose objects: the platform's own, those of artists' accounts, or both. */
type EventScope = 'platform' | 'accounts' | 'both'

export const eventSubjects = {
  checkout: {
    fetched: 'the checkout with its charge',
    mayChange: 'the payment, what it was for, and what is owed from it',
  },
  refund: {
    fetched:
      'the refund that a row of ours names, otherwise its charge with all refunds and disputes',
    mayChange: 'the refund, the customer’s line, what is booked of it',
  },
  charge: {
    fetched: 'the charge with all refunds and disputes',
    mayChange: 'refunds made there, the dispute, transfers that wait for it, a commission’s freeze',
  },
  transfer: {
    fetched: 'all reversals of the transfer',
    mayChange: 'the reversal, what is booked of it, what the artist owes',
  },
  payout: {
    fetched: 'the payout, and what it has taken from the balance',
    mayChange:
      'the artist’s bank payout and what it contains, or what is booked of the platform’s own',
  },
  balance: {
    fetched: 'what has moved on the balance since',
    mayChange: 'what is booked, and how much of it is available',
  },
  account: {
    fetched: 'the account with its requirements and capabilities',
    mayChange: 'whether the artist can be paid, what the account lacks, transfers that wait for it',
  },
} as const

type EventSubject = keyof typeof eventSubjects

type HandledEvent = { webhook: Webhook; of: EventScope; about: EventSubject }

const checkout = { webhook: 'snapshot', of: 'platform', about: 'checkout' } as const
const refund = { webhook: 'snapshot', of: 'platform', about: 'refund' } as const
const charge = { webhook: 'snapshot', of: 'platform', about: 'charge' } as const
const transfer = { webhook: 'snapshot', of: 'platform', about: 'transfer' } as const
const payout = { webhook: 'snapshot', of: 'both', about: 'payout' } as const
const balance = { webhook: 'snapshot', of: 'platform', about: 'balance' } as const
const account = { webhook: 'thin', of: 'accounts', about: 'account' } as const

export const providerEvents = {
  'checkout.session.completed': checkout,
  'checkout.session.async_payment_succeeded': checkout,
  'checkout.session.async_payment_failed': checkout,
  'checkout.session.expired': checkout,
  'refund.created': refund,
  'refund.updated': refund,
  'refund.failed': refund,
  'charge.refunded': charge,
  'charge.dispute.created': charge,
  'charge.dispute.updated': charge,
  'charge.dispute.closed': charge,
  'charge.dispute.funds_withdrawn': charge,
  'charge.dispute.funds_reinstated': charge,
  'transfer.reversed': transfer,
  'payout.created': payout,
  'payout.paid': payout,
  'payout.failed': payout,
  'payout.canceled': payout,
  'balance.available': balance,
  'v2.core.account.closed': account,
  'v2.core.account[requirements].updated': account,
  'v2.core.account[configuration.recipient].capability_status_updated': account,
  // The artist's bank account, among others.
  'v2.core.account[configuration.recipient].updated': account,
} as const satisfies Record<string, HandledEvent>

type ProviderEventType = keyof typeof providerEvents

/** Null for an event that is only counted. */
export function handledEvent(type: string): HandledEvent | null {
  return Object.hasOwn(providerEvents, type) ? providerEvents[type as ProviderEventType] : null
}

/** Those that a webhook needs. */
export function eventTypesOf(webhook: Webhook): string[] {
  return Object.entries(providerEvents)
    .filter(([, event]) => event.webhook === webhook)
    .map(([type]) => type)
}
