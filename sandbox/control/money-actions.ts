// Calls of the control API that move money, or decide whether it arrives.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { setReceived } from '../checkout/checkout-order.ts'
import { decidePayment, paymentOutcomes } from '../checkout/delayed-payment.ts'
import { adjustBalance } from '../money/adjustment.ts'
import { topUp } from '../money/top-up.ts'
import { setBank } from '../payouts/bank-account.ts'
import { payOutAll } from '../payouts/pay-out.ts'
import { decideRefund, refundOutcomes } from '../refunds/refund-outcome.ts'
import { applyDueChanges } from '../requests/due-changes.ts'
import type { Sandbox } from '../state/sandbox.ts'
import { inTransaction } from '../storage/database.ts'
import { platform } from '../storage/object-store.ts'
import { bankBehaviours } from '../storage/stored-kinds.ts'
import type { KeyHandler } from './key-handler.ts'

export const moneyActions: [path: string, handle: KeyHandler][] = [
  ['/topup', topUpPlatform],
  ['/payout', payOutNow],
  ['/bank', changeBank],
  ['/adjustment', adjust],
  ['/payment', setPaymentOutcome],
  ['/received', setReceivedPence],
  ['/refund', setRefundOutcome],
]

const topUpBody = z.strictObject({ pence: z.number().int().min(1) })

function topUpPlatform(sandbox: Sandbox, { body }: FastifyRequest) {
  const { pence } = topUpBody.parse(body)
  inTransaction(sandbox.db, () => {
    topUp(sandbox, pence)
    applyDueChanges(sandbox)
  })
  return { pence }
}

const payoutBody = z.strictObject({ account: z.string().default(platform) })

/** Pays the account's whole available balance to its bank; the platform's without an account. */
function payOutNow(sandbox: Sandbox, { body }: FastifyRequest) {
  const { account } = payoutBody.parse(body)
  const payout = inTransaction(sandbox.db, () => {
    applyDueChanges(sandbox)
    return payOutAll(sandbox, account)
  })
  return { paidOutPence: payout?.amount ?? 0 }
}

const bankBody = z.strictObject({
  account: z.string().default(platform),
  behaviour: z.enum(bankBehaviours),
})

function changeBank(sandbox: Sandbox, { body }: FastifyRequest, reply: FastifyReply) {
  const { account, behaviour } = bankBody.parse(body)
  const isKnown = inTransaction(sandbox.db, () => setBank(sandbox, account, behaviour))
  return isKnown ? { behaviour } : reply.code(404).send({ error: `No bank of ${account}.` })
}

const adjustmentBody = z.strictObject({
  account: z.string().default(platform),
  /** Negative: the provider takes it. */
  pence: z.number().int(),
  description: z.string().default('Adjustment'),
})

function adjust(sandbox: Sandbox, { body }: FastifyRequest, reply: FastifyReply) {
  const { account, pence, description } = adjustmentBody.parse(body)
  const isKnown = inTransaction(sandbox.db, () => {
    applyDueChanges(sandbox)
    const adjustment = { owner: account, amountPence: pence, description }
    return adjustBalance(sandbox, adjustment)
  })
  return isKnown ? { pence } : reply.code(404).send({ error: `No account ${account}.` })
}

const paymentBody = z.strictObject({ session: z.string(), outcome: z.enum(paymentOutcomes) })

function setPaymentOutcome(sandbox: Sandbox, { body }: FastifyRequest, reply: FastifyReply) {
  const { session, outcome } = paymentBody.parse(body)
  const isDecided = inTransaction(sandbox.db, () => decidePayment(sandbox, session, outcome))
  if (isDecided) return { session, outcome }
  return reply.code(404).send({ error: `The session ${session} waits for no money.` })
}

const receivedBody = z.strictObject({ session: z.string(), pence: z.number().int().min(1) })

function setReceivedPence(sandbox: Sandbox, { body }: FastifyRequest, reply: FastifyReply) {
  const { session, pence } = receivedBody.parse(body)
  const isOpen = inTransaction(sandbox.db, () => setReceived(sandbox, session, pence))
  return isOpen ? { pence } : reply.code(404).send({ error: `The session ${session} is not open.` })
}

const refundBody = z.strictObject({ refund: z.string(), outcome: z.enum(refundOutcomes) })

function setRefundOutcome(sandbox: Sandbox, { body }: FastifyRequest, reply: FastifyReply) {
  const { refund, outcome } = refundBody.parse(body)
  const isDecided = inTransaction(sandbox.db, () => decideRefund(sandbox, refund, outcome))
  if (isDecided) return { refund, outcome }
  return reply.code(404).send({ error: `No refund ${refund} to decide.` })
}
