// Reads the state of a charge, whoever changed it.

import type Stripe from 'stripe'
import type { ChargeHistory, Payments } from './payments.ts'
import { listedBalance, listing } from './stripe-lists.ts'
import type { callsWithDeadline } from './stripe-problems.ts'
import { asListedRefund } from './stripe-records.ts'
import { asListedDispute, isDeciding, stateOfDispute } from './stripe-disputes.ts'
import { isReturned } from './stripe-transfers.ts'

type Calls = Pick<ReturnType<typeof callsWithDeadline>, 'callProvider'>

export function chargeCalls(stripe: Stripe, { callProvider }: Calls): Pick<Payments, 'readCharge'> {
  const listAll = listing(callProvider)
  return {
    async readCharge(chargeId) {
      const charge = await callProvider(() => stripe.charges.retrieve(chargeId))
      const refunds = await listAll(null, (params) =>
        stripe.refunds.list({ ...params, charge: chargeId, expand: listedBalance }),
      )
      const disputes = charge.disputed
        ? await listAll(null, (params) => stripe.disputes.list({ ...params, charge: chargeId }))
        : []
      return {
        unrefundedPence: charge.amount_captured - charge.amount_refunded,
        refunds: refunds
          .map((refund) => asListedRefund(refund))
          .filter((refund) => !isReturned(refund))
          .toReversed(),
        dispute: decisiveDispute(disputes),
        disputes: disputes.map(asListedDispute).toReversed(),
      }
    },
  }
}

/** An open one decides before those that are lost. An inquiry of the bank (`warning_…`) takes no money and forbids nothing. */
function decisiveDispute(disputes: readonly Stripe.Dispute[]): ChargeHistory['dispute'] {
  const open = disputes.find((dispute) => isDeciding(stateOfDispute(dispute)))
  const decisive = open ?? disputes.find(({ status }) => status === 'lost')
  if (decisive === undefined) return null
  const { id: disputeId, amount: pence } = decisive
  return { disputeId, pence, state: open ? 'open' : 'lost' }
}
