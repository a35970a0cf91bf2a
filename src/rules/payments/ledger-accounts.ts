// The accounts of the ledger. Debits are positive: an account of debits grows by them, one of credits by what is negative.

type Account = {
  /** Whose money it is. `undecided`: nobody has earned it, or a person has to say. */
  whose: 'platform' | 'artist' | 'customer' | 'undecided' | 'tax authority'
  normalSide: 'debit' | 'credit'
  /** What an entry must name: its artist, or, by its transaction, the payment of a customer. */
  names: 'artist' | 'payment' | null
  /** Whether it is part of the balance at the card provider. */
  isAtProvider: boolean
  means: string
}

export const ledgerAccounts = {
  stripe_pending: {
    whose: 'platform',
    normalSide: 'debit',
    names: null,
    isAtProvider: true,
    means: 'on the balance at the card provider, and not available yet',
  },
  stripe_available: {
    whose: 'platform',
    normalSide: 'debit',
    names: null,
    isAtProvider: true,
    means: 'on the balance at the card provider, and available',
  },
  in_transit_to_bank: {
    whose: 'platform',
    normalSide: 'debit',
    names: null,
    isAtProvider: false,
    means: 'has left the balance for the operator’s bank, and has not arrived',
  },
  paid_outside: {
    whose: 'platform',
    normalSide: 'debit',
    names: null,
    isAtProvider: false,
    means:
      'at the operator’s bank: what arrived there, less what was added to the balance or paid to customers and artists from there',
  },
  refunds_in_transit: {
    whose: 'customer',
    normalSide: 'debit',
    names: 'payment',
    isAtProvider: false,
    means: 'has left the balance for a customer’s card, and has not arrived',
  },
  disputed: {
    whose: 'undecided',
    normalSide: 'debit',
    names: 'payment',
    isAtProvider: false,
    means: 'taken by a customer’s bank until it has decided a dispute',
  },
  artist_receivable: {
    whose: 'platform',
    normalSide: 'debit',
    names: 'artist',
    isAtProvider: false,
    means: 'what an artist owes the platform',
  },
  stripe_fees: {
    whose: 'platform',
    normalSide: 'debit',
    names: null,
    isAtProvider: false,
    means: 'what the card provider keeps of each card payment',
  },
  account_fees: {
    whose: 'platform',
    normalSide: 'debit',
    names: null,
    isAtProvider: false,
    means: 'what the card provider takes for accounts, bank payouts and its other services',
  },
  dispute_fees: {
    whose: 'platform',
    normalSide: 'debit',
    names: null,
    isAtProvider: false,
    means: 'what the card provider takes for disputes',
  },
  losses: {
    whose: 'platform',
    normalSide: 'debit',
    names: null,
    isAtProvider: false,
    means: 'what the platform bears',
  },
  commission_held: {
    whose: 'undecided',
    normalSide: 'credit',
    names: 'payment',
    isAtProvider: false,
    means: 'paid for a commission, and neither released nor given back',
  },
  artist_payable: {
    whose: 'artist',
    normalSide: 'credit',
    names: 'artist',
    isAtProvider: false,
    means: 'owed to an artist, and not transferred',
  },
  customer_payable: {
    whose: 'customer',
    normalSide: 'credit',
    names: 'payment',
    isAtProvider: false,
    means: 'owed back to a customer until it has arrived',
  },
  vat: {
    whose: 'tax authority',
    normalSide: 'credit',
    names: null,
    isAtProvider: false,
    means: 'the tax that prices contain',
  },
  platform_commission: {
    whose: 'platform',
    normalSide: 'credit',
    names: null,
    isAtProvider: false,
    means: 'the platform fees that are earned',
  },
  processing_fee: {
    whose: 'platform',
    normalSide: 'credit',
    names: null,
    isAtProvider: false,
    means: 'the processing fees that customers have paid',
  },
  unexplained: {
    whose: 'undecided',
    normalSide: 'debit',
    names: null,
    isAtProvider: false,
    means:
      'moved at the card provider for a reason that the app does not know, until an admin assigns it',
  },
} as const satisfies Record<string, Account>

export type LedgerAccount = keyof typeof ledgerAccounts
