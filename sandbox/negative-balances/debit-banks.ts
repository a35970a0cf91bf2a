// A negative balance is taken from the bank account behind it, if its owner has allowed that: a payout of a negative amount.
import { findNegativeBalances } from '../money/balance.ts'
import { findUnpaid } from '../money/payout-contents.ts'
import { canBePaidOut } from '../payouts/bank-account.ts'
import { payOut } from '../payouts/pay-out.ts'
import { readPayoutSettings } from '../payouts/payout-settings.ts'
import { byHostedPage, type Sandbox } from '../state/sandbox.ts'

/** Three business days in the United Kingdom, whatever the schedule. */
const debitedAfterSeconds = 3 * 24 * 60 * 60

export function debitBanks(sandbox: Sandbox): void {
  const now = sandbox.clock.now()
  for (const { owner, since } of findNegativeBalances(sandbox)) {
    const created = since + debitedAfterSeconds
    if (created > now) continue
    if (!readPayoutSettings(sandbox, owner).debitsNegativeBalance) continue
    if (!canBePaidOut(sandbox, owner) || isOnItsWay(sandbox, owner)) continue
    const { pence, seqs } = findUnpaid(sandbox, owner, now)
    const debit = { owner, amountPence: pence, contents: seqs, created }
    if (pence < 0) payOut(sandbox, byHostedPage, debit)
  }
}

/** Looked up before everything is added up, which would find nothing more to debit. */
function isOnItsWay({ db }: Sandbox, owner: string): boolean {
  const debit = db
    .prepare(
      `SELECT 1 FROM objects INDEXED BY listed_objects WHERE kind = 'payout' AND owner = ?
         AND json_extract(body, '$.amount') < 0
         AND json_extract(body, '$.status') IN ('pending', 'in_transit')`,
    )
    .get(owner)
  return debit !== undefined
}
