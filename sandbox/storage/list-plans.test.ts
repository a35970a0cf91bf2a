import { expect, test } from 'vitest'
import { openDatabaseInMemory } from './database.ts'
import { listStatement, type ObjectQuery } from './object-store.ts'
import type { Kind } from './stored-kinds.ts'

const month = { gte: 1_700_000_000, lt: 1_702_592_000 }

/** What the storage does for a page, without the steps that only say which index has the place of an id. */
function planOf(kind: Kind, query: ObjectQuery): string[] {
  const db = openDatabaseInMemory()
  const { statement, values } = listStatement(kind, { limit: 100, ...query })
  const steps = db.prepare(`EXPLAIN QUERY PLAN ${statement}`).all(...values)
  db.close()
  return steps.map(({ detail }) => String(detail)).filter((step) => !/SUBQUERY|\(id=/.test(step))
}

const cases: [what: string, kind: Kind, query: ObjectQuery][] = [
  ['all', 'balance_transaction', {}],
  ['of an account', 'balance_transaction', { owner: 'acct_1' }],
  ['of a time', 'balance_transaction', { created: month }],
  ['after one of a time', 'balance_transaction', { created: month, startingAfter: 'txn_1' }],
  ['before one of a time', 'balance_transaction', { created: month, endingBefore: 'txn_1' }],
  ['of a type and a time', 'balance_transaction', { created: month, where: { type: 'charge' } }],
  ['of a source', 'balance_transaction', { where: { source: 'ch_1' } }],
  ['of a type', 'event', { where: { type: ['payout.paid'] } }],
  ['of a payment', 'charge', { where: { payment_intent: 'pi_1' } }],
  ['of a charge', 'refund', { where: { charge: 'ch_1' } }],
  ['of a charge', 'dispute', { where: { charge: 'ch_1' } }],
  ['of a charge', 'transfer', { where: { source_transaction: 'ch_1' } }],
  ['of a group', 'transfer', { where: { transfer_group: 'order_1' } }],
  ['of a destination', 'transfer', { where: { destination: 'acct_1' }, created: month }],
  ['of a transfer', 'transfer_reversal', { where: { transfer: 'tr_1' } }],
]

test.each(cases)('the list %s (%s) is read without a scan or a sort', (_what, kind, query) => {
  const plan = planOf(kind, query)
  expect(plan.filter((step) => /SCAN|TEMP B-TREE/.test(step))).toEqual([])
  const [property] = Object.keys(query.where ?? {})
  const index = property === undefined ? 'listed_objects' : `listed_${kind}_by_${property}`
  expect(plan[0]).toContain(`USING INDEX ${index} `)
})

test('what a payout contains is found by the payout', () => {
  const [first, second] = planOf('balance_transaction', { payout: 'po_1', created: month })
  expect([first, second]).toEqual([
    expect.stringContaining('contents_by_payout (payout=?)'),
    expect.stringContaining('objects USING INTEGER PRIMARY KEY'),
  ])
})
