// Of random histories: what admins decide about debts, about what waits, and about the platform's own money.

import fc from 'fast-check'
import { debtDecisions } from '#rules/payments/debt-decisions.ts'
import { freshCode } from '../../access/confirming-admin.ts'
import { act, type Acts } from './act.ts'
import { decide } from './buying-acts.ts'
import { call, chosen, type Market } from './market.ts'
import { any, one } from './sale-acts.ts'

export const adminActs: Acts = {
  decideDebt: act(
    3,
    fc.record({ debt: any, decision: fc.constantFrom(...debtDecisions) }),
    decideDebt,
  ),
  settle: act(1, fc.record({ owed: fc.constantFrom('refunds', 'transfers'), row: any }), settle),
  payOut: act(2, fc.record({ pounds: fc.constantFrom('1', '2.50', '900') }), payOut),
  hold: act(1, fc.record({ artist: one }), async (market, { artist }) => {
    const route = `POST /api/proxy/admin/users/${market.artists[artist]?.id}/hold-transfers`
    await call(market, { route, as: market.admin, send: { reason: 'A copy.', note: 'A copy.' } })
  }),
  release: act(2, fc.record({ artist: one }), (market, { artist }) =>
    decide(market, { do: 'release', artist }),
  ),
}

async function decideDebt(
  market: Market,
  { debt: at, decision }: { debt: number; decision: string },
): Promise<void> {
  const debts = await market.app.db
    .selectFrom('reversals')
    .select(['id', 'amount_pence', 'netted_pence'])
    .where('status', '=', 'refused')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const debt = chosen(debts, at)
  if (debt === undefined) return
  const pence = debt.amount_pence - debt.netted_pence
  const send = { decision, pence, reason: 'You have stopped selling.', note: 'As agreed.' }
  const route = `POST /api/proxy/admin/debts/${debt.id}/decide`
  await call(market, { route, as: market.admin, send })
}

async function settle(
  market: Market,
  { owed, row: at }: { owed: 'refunds' | 'transfers'; row: number },
): Promise<void> {
  const rows = await market.app.db
    .selectFrom(owed)
    .select('id')
    .where('status', 'in', ['waiting', 'failed'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const row = chosen(rows, at)
  if (row === undefined) return
  const send = { reference: 'FPS 28 NOV 0017', note: 'The card is closed.' }
  const route = `POST /api/proxy/admin/${owed}/${row.id}/settle`
  await call(market, { route, as: market.admin, send })
}

async function payOut(market: Market, { pounds: amount }: { pounds: string }): Promise<void> {
  const code = await freshCode(market.app, market.admin)
  const send = { amount, note: 'The rent of the month.', code }
  await call(market, { route: 'POST /api/proxy/admin/payouts', as: market.admin, send })
}
