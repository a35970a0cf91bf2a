// Every operation the sandbox serves.
import { accountLinkOperations } from '../accounts/account-link-operations.ts'
import { accountListOperations } from '../accounts/account-list.ts'
import { accountOperations } from '../accounts/account-operations.ts'
import { directPaymentOperations } from '../checkout/direct-payment.ts'
import { sessionOperations } from '../checkout/session-operations.ts'
import { disputeOperations } from '../disputes/dispute-operations.ts'
import { eventOperations } from '../events/event-operations.ts'
import { fileOperations } from '../files/file-operations.ts'
import { fraudWarningOperations } from '../fraud-warnings/fraud-warning-operations.ts'
import { balanceOperations } from '../money/balance-operations.ts'
import { paymentOperations } from '../payments/payment-operations.ts'
import { balanceSettingsOperations } from '../payouts/balance-settings-operations.ts'
import { payoutOperations } from '../payouts/payout-operations.ts'
import { platformOperations } from '../platform/platform-operations.ts'
import { refundOperations } from '../refunds/refund-operations.ts'
import { reversalOperations } from '../transfers/reversal-operations.ts'
import { transferOperations } from '../transfers/transfer-operations.ts'
import type { Operation } from '../api/operation.ts'

export const operations: Operation[] = [
  ...accountOperations,
  ...accountListOperations,
  ...accountLinkOperations,
  ...sessionOperations,
  ...paymentOperations,
  ...directPaymentOperations,
  ...transferOperations,
  ...reversalOperations,
  ...refundOperations,
  ...disputeOperations,
  ...fileOperations,
  ...fraudWarningOperations,
  ...balanceOperations,
  ...payoutOperations,
  ...balanceSettingsOperations,
  ...eventOperations,
  ...platformOperations,
]

const byName = new Map(operations.map((operation) => [operation.name, operation]))

export function findOperation(name: string): Operation | undefined {
  return byName.get(name)
}
