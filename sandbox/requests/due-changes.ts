// Changes that are due on the sandbox's clock.
import { deleteExpiredKeys } from './idempotency.ts'
import { expireDueSessions } from '../checkout/expire-sessions.ts'
import { decideDuePayments } from '../checkout/delayed-payment.ts'
import { decideDueDisputes } from '../disputes/dispute-outcome.ts'
import { billAccounts } from '../fees/account-fees.ts'
import { settleMoney } from '../money/settle-money.ts'
import { debitBanks } from '../negative-balances/debit-banks.ts'
import { keepReserve } from '../negative-balances/reserve.ts'
import { movePayouts } from '../payouts/payout-progress.ts'
import { payOutBySchedule } from '../payouts/payout-schedule.ts'
import { fundWaitingRefunds } from '../refunds/refund-funding.ts'
import type { Sandbox } from '../state/sandbox.ts'

/** Call it in a transaction, before reading objects whose state depends on the time. */
export function applyDueChanges(sandbox: Sandbox): void {
  expireDueSessions(sandbox)
  decideDuePayments(sandbox)
  decideDueDisputes(sandbox)
  settleMoney(sandbox)
  // Refunds come before the bank: what is owed to customers does not leave.
  fundWaitingRefunds(sandbox)
  payOutBySchedule(sandbox)
  billAccounts(sandbox)
  debitBanks(sandbox)
  movePayouts(sandbox)
  keepReserve(sandbox)
  deleteExpiredKeys(sandbox)
}
