// The worked examples in docs/operations.md are the postings of the code, one after the other.

import { expect, test } from 'vitest'
import { workedDisputes } from '../../../tests/support/money/worked-disputes.ts'
import {
  byType,
  moved,
  paidCart,
  paidCommission,
  paidTrack,
  paidTwice,
  paymentId,
  refundArrives,
  refundLeaves,
  released,
  reversedOf,
  soldWithVat,
  type Step,
  trackGivenBack,
  transferred,
} from '../../../tests/support/money/worked-postings.ts'
import { tablesUnder } from '../../../tests/support/source/document-tables.ts'
import { readText } from '../../../tests/support/source/project-files.ts'
import * as begun from './balance-postings.ts'
import * as postings from './ledger-postings.ts'
import type { Entry } from './ledger-postings.ts'
import * as reversed from './reversal-postings.ts'
import * as settled from './settlement-postings.ts'

const operations = readText('docs/operations.md')

const tomsTransfer = { transferId: 'transfer', paymentId, artistId: 'Tom', pence: 500 }

const examples: Record<string, Step[]> = {
  ...workedDisputes,
  'A sale of two artists': [
    ['The customer pays', paidCart],
    ['The transfer to Rosa', transferred('Rosa', 500)],
    ['The transfer to Tom', transferred('Tom', 300)],
  ],
  'A sale whose fees contain VAT': soldWithVat('fee'),
  'A sale whose price contains VAT': soldWithVat('sale'),
  'VAT that is paid to the tax authority': [
    ...soldWithVat('fee').slice(0, 1),
    ['An admin records the payment', postings.postingOfVatPayment({ id: 'payment', pence: 12 })],
  ],
  'A commission that is approved': [
    ['The customer pays', paidCommission],
    ['The customer approves', released(null)],
    ['The transfer to Rosa', transferred('Rosa', 4000)],
  ],
  'A commission that is cancelled': [
    ['The customer pays', paidCommission],
    ['The artist gives up', postings.postingOfHeldRefund({ paymentId, pence: 4420 })],
    ['The refund leaves the balance', refundLeaves(4420)],
    ['The refund arrives', refundArrives(4420)],
  ],
  'A commission that is approved for a part': [
    ['The customer pays', paidCommission],
    ['An admin approves £15.00', released(1500)],
    ['The transfer to Rosa', transferred('Rosa', 1500)],
    ['The refund leaves the balance', refundLeaves(2750)],
    ['The refund arrives', refundArrives(2750)],
  ],
  'A refund of one track, after the sale': [
    ...trackGivenBack,
    ['The reversal of Tom’s part', reversedOf('Tom', 300)],
  ],
  'The same, with the reversal refused and netted': [
    ...trackGivenBack,
    ['Another customer buys a track of Tom’s', paidTrack],
    [
      'What Tom owes is netted',
      reversed.postingOfNetting({ nettingId: 'netting', paymentId, artistId: 'Tom', pence: 300 }),
    ],
    ['The transfer of the rest to Tom', transferred('Tom', 200)],
  ],
  'A refund that comes back': [
    ['The customer pays for a track that is owned', paidTwice],
    ['The refund leaves the balance', refundLeaves(570)],
    ['The refund arrives', refundArrives(570)],
    [
      'The card’s bank returns it',
      postings.postingOfReturnedRefund({
        paymentId,
        balance: moved('refund_failure', 570),
        hadArrived: true,
      }),
    ],
  ],
  'A bank payout that is returned': [
    ['The operator adds to the balance', byType('topup', 10_000)],
    ['The payout leaves the balance', byType('payout', -10_000)],
    ['The payout arrives', begun.postingOfArrivedPayout({ payoutId: 'po_1', pence: 10_000 })],
    ['The bank returns it', begun.postingOfReturnedPayout(moved('payout_failure', 10_000))],
  ],
  'An account fee': [['The card provider takes it', byType('stripe_fee', -200)]],
  'A transfer that is written off, and asked for later': [
    ['The customer pays', paidTrack],
    ['An admin writes the transfer to Tom off', settled.postingOfWrittenOffTransfer(tomsTransfer)],
    [
      'Tom asks for it, and an admin pays and settles it',
      settled.postingOfSettledTransfer({ ...tomsTransfer, from: 'unclaimed' }),
    ],
  ],
  'A movement that is not known': [
    ['The card provider moves it', begun.postingOfUnexplained(moved('reserve_hold', -300))],
    [
      'An admin assigns it',
      begun.postingOfAssigned({ balanceTransactionId: 'txn_1', pence: -300 }, 'account_fees'),
    ],
  ],
}

test.each(Object.entries(examples))('the worked example is what is booked: %s', (name, steps) => {
  const [table] = tablesUnder(operations, name)
  const columns = table?.columns.slice(1) ?? []
  const all = steps.flatMap(([, { entries }]) => entries)
  expect(new Set(all.map(columnOf))).toEqual(new Set(columns))
  const booked = steps.map(([what, { entries }]) => rowOf(what, columns, entries))
  expect(table?.rows).toEqual([...booked, rowOf('**Together**', columns, all)])
})

const columnOf = ({ account, artistId }: Entry) =>
  `\`${account}\`${artistId === undefined ? '' : ` of ${artistId}`}`

/** An account that nothing moves on has an empty cell. */
function rowOf(what: string, columns: string[], entries: readonly Entry[]): string[] {
  const cells = columns.map((column) => {
    const own = entries.filter((entry) => columnOf(entry) === column)
    return own.length === 0 ? '' : String(own.reduce((sum, { pence }) => sum + pence, 0))
  })
  return [what, ...cells]
}
