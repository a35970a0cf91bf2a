// What the app relies on at the card provider. `npm test` plays it against the sandbox, `npm run test:provider` against the
// provider's own test mode.

import { accountScenarios } from './account-scenarios.ts'
import { checkoutScenarios } from './checkout-scenarios.ts'
import { disputeScenarios } from './dispute-scenarios.ts'
import { paymentScenarios } from './payment-scenarios.ts'
import type { Scenario } from './scenario.ts'

export const providerScenarios: readonly Scenario[] = [
  ...paymentScenarios,
  ...checkoutScenarios,
  ...accountScenarios,
  ...disputeScenarios,
]
