// What is rare on a statement: a lost dispute that is won after all, and a debt that is closed without a sale.

import { expect, test } from 'vitest'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { codeOf } from '../../../tests/support/access/code-of.ts'
import {
  checkCharge,
  decideDispute,
  openDispute,
  sellTrack,
} from '../../../tests/support/money/bank-disputes.ts'
import {
  createIndebted,
  createTransferred,
  giveBack,
  transferOf,
} from '../../../tests/support/money/reversing.ts'
import { provider } from '../../../tests/support/shopping.ts'
import {
  expectStatementsEqualLedger,
  makeStatements,
  untilStatementDay,
} from '../../../tests/support/statements/monthly-statements.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { createTestApp } from '../../../tests/support/test-app.ts'

test('a share that a dispute takes back in one month and gives back in the next belongs to the statement of its sale', async () => {
  await using app = await createTestApp({ disputesChargedTo: 'artist' })
  const { artist, charge } = await sellTrack(app, { card: '4000000000000077' })
  const dispute = await openDispute(app, charge)
  await untilStatementDay(app)
  await makeStatements(app)
  await decideDispute(app, dispute, 'lost')
  await checkCharge(app, charge)
  await untilStatementDay(app)
  await makeStatements(app)
  await decideDispute(app, dispute, 'won')
  await checkCharge(app, charge)
  await untilStatementDay(app)
  await makeStatements(app)
  const [sold, lost, won] = await expectStatementsEqualLedger(app, artist)
  const linesOf = (statement: typeof sold) =>
    statement?.lines.map((line) => [
      line.kind,
      line.owedPence,
      line.owingPence,
      line.correctsNumber,
    ])
  expect(linesOf(sold)).toEqual([
    ['sale', 500, 0, null],
    ['transfer', -500, 0, null],
  ])
  expect(linesOf(lost)).toEqual([
    ['dispute', 0, 500, 1],
    ['reversal', 0, -500, 1],
  ])
  expect(linesOf(won)).toEqual([
    ['dispute_won', 0, -500, 1],
    ['owed_again', 500, 500, 1],
    ['transfer', -500, 0, null],
  ])
  expect(sold?.correctedBy.map(({ number }) => number)).toEqual([2, 3])
})

test('a debt that is written off is a line, after which nothing is owed', async () => {
  await using app = await createTestApp()
  const artist = await createIndebted(app, 500)
  await untilStatementDay(app)
  await makeStatements(app)
  const admin = await createAdmin(app)
  const { id } = await app.db.selectFrom('reversals').select('id').executeTakeFirstOrThrow()
  const decided = await app.call(`POST /api/proxy/admin/debts/${id}/decide`, {
    as: admin,
    send: { decision: 'write_off', pence: 500, reason: 'It was ours.', note: 'Seen.' },
  })
  expect(codeOf(decided)).toBe('done')
  await untilStatementDay(app)
  await makeStatements(app)
  const statements = await expectStatementsEqualLedger(app, artist)
  const owing = statements.find(({ closing }) => closing.owingPence === 500)
  expect(owing).toBeDefined()
  expect(statements.at(-1)).toMatchObject({
    closing: { owedPence: 0, owingPence: 0 },
    lines: [{ kind: 'debt_closed', owedPence: 0, owingPence: -500 }],
  })
})

test('what was reversed by hand is no refund, and the refund that it counts for is not stated twice', async () => {
  await using app = await createTestApp()
  const { artist, transferId } = await createTransferred(app)
  const { provider_id: sent } = await transferOf(app, transferId)
  await provider(app).transfers.createReversal(sent ?? '', { amount: 300 })
  await addJob(app.db, 'check_transfer', { sentTransferId: sent ?? '' })
  await app.work()
  await giveBack(app, { transferId, pence: 500 })
  await app.work()
  await untilStatementDay(app)
  await makeStatements(app)
  const [statement] = await expectStatementsEqualLedger(app, artist)
  const owing = statement?.sums.map(({ kind, owingPence }) => [kind, owingPence])
  expect(owing).toEqual([
    ['sale', 0],
    ['refund', 500],
    ['netting', 0],
    ['transfer', 0],
    ['reversal', -500],
    ['found_reversal', 300],
    ['explained_reversal', -300],
  ])
})
