// Invariants of commissions that hold after any failure: one payment pays each, its money is held, released or given back
// once, and what was paid besides goes back. The sums are those of invariant-problems.ts.

import type { CommissionStatus } from '#rules/commissions/commission-process.ts'
import { ownedStatuses } from '#rules/commissions/commission-process.ts'
import { endedTransferStatuses } from '#rules/payments/payment-process.ts'
import { found, sum, type Commission, type MoneyRecords, type Payment } from './money-records.ts'

/** Paid, and earned by nobody yet. */
const heldStatuses: readonly CommissionStatus[] = ['in_progress', 'delivered']
const released: readonly CommissionStatus[] = ownedStatuses

/** Returns one sentence for each problem. */
export function commissionProblems(records: MoneyRecords): string[] {
  return records.commissions.flatMap((commission) => [
    ...paymentProblems(records, commission),
    ...outcomeProblems(records, commission),
  ])
}

function paymentProblems({ payments }: MoneyRecords, commission: Commission): string[] {
  const { id, status, payment_id: paymentId, customer_id: customerId } = commission
  const own = payments.filter((payment) => isOf(commission, payment) && payment.stray_of === null)
  const named = own.find((payment) => payment.id === paymentId)
  const isPaid = [...heldStatuses, ...released].includes(status) || commission.paid_at !== null
  const count = (of: Payment['status']) => own.filter((payment) => payment.status === of).length
  return [
    ...found(
      [isPaid !== (paymentId !== null), `commission ${id} is ${status}, paid by ${paymentId}`],
      [paymentId !== null && !named, `commission ${id} is paid by a payment of something else`],
      [
        named !== undefined && named.status !== 'paid',
        `commission ${id} is paid by a payment that is ${named?.status}`,
      ],
      [count('open') > 1, `commission ${id} has ${count('open')} open payments`],
      [status === 'accepted' && count('confirming') === 0, `commission ${id} waits for no payment`],
      [
        status === 'requested' && count('confirming') > 0,
        `commission ${id} does not wait for its payment`,
      ],
    ),
    ...own.flatMap((payment) =>
      found(
        [
          payment.amount_pence !== commission.customer_pence,
          `payment ${payment.id} of ${payment.amount_pence} is for a commission of ${commission.customer_pence}`,
        ],
        [payment.customer_id !== customerId, `payment ${payment.id} is another customer's`],
      ),
    ),
  ]
}

/** What is owed from each payment of the commission. */
function outcomeProblems(records: MoneyRecords, commission: Commission): string[] {
  const { id, status, artist_id: artistId, customer_pence: paidPence } = commission
  const artistPence = commission.approved_artist_pence ?? commission.artist_pence
  const isReleased = released.includes(status)
  return records.payments
    .filter((payment) => isOf(commission, payment) && payment.status === 'paid')
    .flatMap((payment) => {
      const transfers = records.transfers.filter((row) => row.payment_id === payment.id)
      // What an admin gives back later changes nothing of the outcome.
      const refunds = records.refunds.filter(
        (row) => row.payment_id === payment.id && row.cause !== 'given_back',
      )
      const refunded = sum(refunds.map((row) => row.amount_pence))
      if (payment.id !== commission.payment_id) {
        return found(
          [transfers.length > 0, `payment ${payment.id} did not pay commission ${id}, but is sent`],
          [
            refunded !== payment.amount_pence,
            `payment ${payment.id} did not pay commission ${id}, and gives back ${refunded}`,
          ],
        )
      }
      const [transfer] = transfers
      const isSent = endedTransferStatuses.some((ended) => ended === transfer?.status)
      const isPart = isReleased && commission.approved_artist_pence !== null
      return found(
        [
          transfers.length !== (isReleased ? 1 : 0),
          `commission ${id} is ${status}, and owes ${transfers.length} transfers`,
        ],
        [
          transfer !== undefined &&
            (transfer.artist_id !== artistId || transfer.amount_pence !== artistPence),
          `commission ${id} owes another transfer than ${artistPence} to ${artistId}`,
        ],
        [
          isReleased && isSent !== (status === 'completed'),
          `commission ${id} is ${status}, and its transfer is ${transfer?.status}`,
        ],
        [
          status === 'cancelled' && refunded !== paidPence,
          `commission ${id} is cancelled, and gives back ${refunded} of ${paidPence}`,
        ],
        [
          status !== 'cancelled' && !isPart && refunded > 0,
          `commission ${id} is ${status}, and gives back ${refunded}`,
        ],
        [
          isPart && (refunded <= 0 || refunded >= paidPence - artistPence),
          `commission ${id} of ${paidPence} is approved for ${artistPence}, and gives back ${refunded}`,
        ],
      )
    })
}

function isOf({ id }: Commission, payment: Payment): boolean {
  return payment.subject_kind === 'commission' && payment.subject_id === id
}
