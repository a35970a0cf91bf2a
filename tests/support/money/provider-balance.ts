// The platform's balance at the card provider, and the job that reads what has moved on it.

import { expect } from 'vitest'
import { addJob } from '#server/jobs/add-job.ts'
import { ledgerOf, provider } from '../shopping.ts'
import type { TestApp } from '../test-app.ts'
import { moneyProblems } from './money-problems.ts'

/** What a test app's operator has added before: refunds and disputes take it. */
export const addedPence = 100_000

export async function readBalance(app: TestApp): Promise<void> {
  await addJob(app.db, 'read_balance_transactions', {})
  await app.work()
}

/** @throws where the ledger has another balance than the provider says, pending and available, or anything else is wrong. */
export async function expectSameBalance(app: TestApp): Promise<void> {
  await expectBookedBalance(app)
  expect(await moneyProblems(app)).toEqual([])
}

/** @throws where the ledger has another balance than the provider says. */
export async function expectBookedBalance(app: TestApp): Promise<void> {
  const { available, pending } = await provider(app).balance.retrieve()
  const { stripe_available = 0, stripe_pending = 0 } = await ledgerOf(app)
  expect({ stripe_available, stripe_pending }).toEqual({
    stripe_available: available[0]?.amount ?? 0,
    stripe_pending: pending[0]?.amount ?? 0,
  })
}
