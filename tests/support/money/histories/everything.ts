// A history that no chance has chosen: everything that moves money happens in it.

import type { MoneyStep } from './play.ts'

const goodCard = '4242424242424242'
const settledCard = '4000000000000077'

const sell = (customer: number, ...sold: object[]): MoneyStep => ({
  do: 'sell',
  customer,
  sold,
  card: settledCard,
  isRecorded: true,
})
const work: MoneyStep = { do: 'work' }
const night: MoneyStep = { do: 'night' }
const events: MoneyStep = { do: 'events', seed: 1 }

/** A debt of Tom's is paid by his next sale, and his bank has the rest. */
export const soldAndTakenBack: MoneyStep[] = [
  sell(0, { artist: 0, pricePence: 500 }, { artist: 1, pricePence: 333 }),
  sell(1, { artist: 1, pricePence: 1999 }),
  sell(1, { artist: 0, pricePence: 1999 }),
  work,
  { do: 'giveBack', sale: 0, part: 'all' },
  work,
  { do: 'dispute', charge: 0, claim: 'dispute' },
  events,
  work,
  { do: 'decideDispute', dispute: 0, outcome: 'lost' },
  { do: 'emptyAccount', artist: 1 },
  { do: 'hours', hours: 3 },
  { do: 'giveBack', sale: 1, part: 'half' },
  { do: 'giveBack', sale: 2, part: 'half' },
  work,
  sell(0, { artist: 1, pricePence: 1999 }, { artist: 0, pricePence: 99 }),
  work,
  { do: 'payOut', pounds: '1' },
  work,
]

/** Rosa's bank sends back what it was paid, and Tom's does not take it; the provider and the app fail at times. */
export const everything: MoneyStep[] = [
  ...soldAndTakenBack,
  { do: 'commission', customer: 0, artist: 1, card: settledCard, isRecorded: true },
  { do: 'approve', commission: 0 },
  work,
  // Of the commission.
  { do: 'refundThere', charge: 0, part: 'half' },
  { do: 'hours', hours: 2 },
  { do: 'emptyAccount', artist: 0 },
  sell(1, { artist: 0, pricePence: 500 }),
  sell(1, { artist: 0, pricePence: 1999 }),
  work,
  { do: 'emptyAccount', artist: 0 },
  { do: 'giveBack', sale: 5, part: 'all' },
  { do: 'giveBack', sale: 6, part: 'all' },
  { do: 'giveBack', sale: 7, part: 'all' },
  work,
  { do: 'decideDebt', debt: 0, decision: 'write_off' },
  sell(0, { artist: 1, pricePence: 500 }),
  { do: 'dispute', charge: 0, claim: 'dispute' },
  events,
  work,
  { do: 'decideDispute', dispute: 0, outcome: 'won' },
  { do: 'bank', artist: 0, bank: 'returns' },
  { do: 'bank', artist: 1, bank: 'no_account' },
  { do: 'throw', at: 'before pay.commit' },
  { do: 'fault', fault: 'reset', path: 'transfers', times: 2 },
  sell(0, { artist: 0, pricePence: 1999 }),
  sell(1, { artist: 1, pricePence: 1999 }),
  { do: 'retry' },
  // Rosa's bank has it on the second night, and sends it back three days later.
  night,
  night,
  { do: 'month' },
  night,
  night,
  {
    do: 'sell',
    customer: 1,
    sold: [{ artist: 0, pricePence: 333 }],
    card: goodCard,
    isRecorded: false,
  },
]
