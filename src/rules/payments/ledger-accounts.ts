// The accounts of the ledger. Debits are positive: an account of debits grows by them, one of credits by what is negative.

type Account = {
  /** As admins read it. */
  label: string
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
    label: 'Balance, pending',
    whose: 'platform',
    normalSide: 'debit',
    names: null,
    isAtProvider: true,
    means: 'on the balance at the card provider, and not available yet',
  },
  stripe_available: {
    label: 'Balance, available',
    whose: 'platform',
    normalSide: 'debit',
    names: null,
    isAtProvider: true,
    means: 'on the balance at the card provider, and available',
  },
  in_transit_to_bank: {
    label: 'In transit to the bank',
    whose: 'platform',
    normalSide: 'debit',
    names: null,
    isAtProvider: false,
    means: 'has left the balance for the operator’s bank, and has not arrived',
  },
  paid_outside: {
    label: 'Paid outside the card provider',
    whose: 'platform',
    normalSide: 'debit',
    names: null,
    isAtProvider: false,
    means:
      'at the operator’s bank: what arrived there, less what was added to the balance, or paid to customers, artists and the tax authority from there',
  },
  refunds_in_transit: {
    label: 'Refunds in transit',
    whose: 'customer',
    normalSide: 'debit',
    names: 'payment',
    isAtProvider: false,
    means: 'has left the balance for a customer’s card, and has not arrived',
  },
  disputed: {
    label: 'Disputed',
    whose: 'undecided',
    normalSide: 'debit',
    names: 'payment',
    isAtProvider: false,
    means: 'taken by a customer’s bank until it has decided a dispute',
  },
  artist_receivable: {
    label: 'Owed by artists',
    whose: 'platform',
    normalSide: 'debit',
    names: 'artist',
    isAtProvider: false,
    means: 'what an artist owes the platform',
  },
  stripe_fees: {
    label: 'Card fees',
    whose: 'platform',
    normalSide: 'debit',
    names: null,
    isAtProvider: false,
    means: 'what the card provider keeps of each card payment',
  },
  account_fees: {
    label: 'Account fees',
    whose: 'platform',
    normalSide: 'debit',
    names: null,
    isAtProvider: false,
    means: 'what the card provider takes for accounts, bank payouts and its other services',
  },
  dispute_fees: {
    label: 'Dispute fees',
    whose: 'platform',
    normalSide: 'debit',
    names: null,
    isAtProvider: false,
    means: 'what the card provider takes for disputes',
  },
  losses: {
    label: 'Losses',
    whose: 'platform',
    normalSide: 'debit',
    names: null,
    isAtProvider: false,
    means: 'what the platform bears',
  },
  vat_of_sales: {
    label: 'VAT of sales',
    whose: 'platform',
    normalSide: 'debit',
    names: null,
    isAtProvider: false,
    means: 'what of prices and fees is VAT, and so not earned',
  },
  commission_held: {
    label: 'Held for commissions',
    whose: 'undecided',
    normalSide: 'credit',
    names: 'payment',
    isAtProvider: false,
    means: 'paid for a commission, and neither released nor given back',
  },
  artist_payable: {
    label: 'Owed to artists',
    whose: 'artist',
    normalSide: 'credit',
    names: 'artist',
    isAtProvider: false,
    means: 'owed to an artist, and not transferred',
  },
  unclaimed: {
    label: 'Kept for artists',
    whose: 'artist',
    normalSide: 'credit',
    names: 'payment',
    isAtProvider: false,
    means:
      'owed to an artist whom it cannot be sent to: written off, and kept until they ask for it',
  },
  customer_payable: {
    label: 'Owed to customers',
    whose: 'customer',
    normalSide: 'credit',
    names: 'payment',
    isAtProvider: false,
    means: 'owed back to a customer until it has arrived',
  },
  vat: {
    label: 'VAT',
    whose: 'tax authority',
    normalSide: 'credit',
    names: null,
    isAtProvider: false,
    means: 'the tax that prices contain',
  },
  platform_commission: {
    label: 'Platform fees',
    whose: 'platform',
    normalSide: 'credit',
    names: null,
    isAtProvider: false,
    means: 'the platform fees that are earned',
  },
  processing_fee: {
    label: 'Processing fees',
    whose: 'platform',
    normalSide: 'credit',
    names: null,
    isAtProvider: false,
    means: 'the processing fees that customers have paid',
  },
  unexplained: {
    label: 'Unexplained',
    whose: 'undecided',
    normalSide: 'debit',
    names: null,
    isAtProvider: false,
    means:
      'moved at the card provider for a reason that the app does not know, until an admin assigns it',
  },
} as const satisfies Record<string, Account>

export type LedgerAccount = keyof typeof ledgerAccounts

// The keys of the table.
export const ledgerAccountNames = Object.keys(ledgerAccounts) as [LedgerAccount, ...LedgerAccount[]]

/** One that the site does not know yet, as its page is older, has its name. */
export function labelOfAccount(name: string): string {
  const accounts: Partial<Record<string, Account>> = ledgerAccounts
  return accounts[name]?.label ?? name
}

/**
 * What an admin can assign unexplained money to: the accounts that need no artist and no payment, and are no part of the
 * balance. What of sales is VAT is never unexplained.
 */
export const assignableAccounts = ledgerAccountNames.filter(
  (name): name is AssignableAccount =>
    name !== 'unexplained' &&
    name !== 'vat_of_sales' &&
    ledgerAccounts[name].names === null &&
    !ledgerAccounts[name].isAtProvider,
)

export type AssignableAccount = Exclude<
  {
    [Name in LedgerAccount]: (typeof ledgerAccounts)[Name] extends {
      names: null
      isAtProvider: false
    }
      ? Name
      : never
  }[LedgerAccount],
  'unexplained' | 'vat_of_sales'
>
