// Payments that the card holder disputes: the money is gone, and comes back when evidence wins it.

import { deepEqual, equal } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { evidenceFieldNames, type Evidence } from '../../src/rules/payments/dispute-evidence.ts'
import { payByCard, refusalOf, sooner, type Scenario, type Tested } from './scenario.ts'

/** The provider's test mode decides by this text. */
const decisions = { won: 'winning_evidence', lost: 'losing_evidence' } as const

function evidenceThat(decides: string): Evidence {
  const texts = evidenceFieldNames.map((name) => [
    name,
    name === 'messages' ? decides : name === 'customerEmail' ? 'customer@example.com' : 'As agreed',
  ])
  // The fields of the table.
  return Object.fromEntries(texts) as Evidence
}

export const disputeScenarios: Scenario[] = (['won', 'lost'] as const).map((outcome) => ({
  name: `a disputed payment cannot be given back, and is ${outcome} by what the bank is sent`,
  async play(tested: Tested) {
    const { payments } = tested
    const subject = { kind: 'order', id: randomUUID() }
    const card = 'pm_card_createDispute'
    const { chargeId } = await payByCard(tested, subject, { pence: 570, card })
    let disputeId = ''
    await sooner(async () => {
      const { dispute, disputes } = await payments.readCharge(chargeId)
      deepEqual([dispute?.state, dispute?.pence, disputes.length], ['open', 570, 1])
      disputeId = dispute?.disputeId ?? ''
    })
    equal(await payments.findDisputedCharge(disputeId), chargeId)
    const refundId = randomUUID()
    const idempotencyKey = `refund:${refundId}`
    const refund = { refundId, subject, amountPence: 570, chargeId, idempotencyKey }
    equal(await refusalOf(payments.sendRefund(refund)), 'charge_disputed')
    const sent = { disputeId, evidence: evidenceThat(decisions[outcome]), files: {} }
    await payments.sendEvidence({ ...sent, idempotencyKey: `evidence:${disputeId}` })
    await sooner(async () => {
      const { dispute, disputes } = await payments.readCharge(chargeId)
      deepEqual(
        disputes.map(({ state, isAnswered }) => [state, isAnswered]),
        [[outcome, true]],
      )
      equal(dispute?.state ?? 'none', outcome === 'won' ? 'none' : 'lost')
    })
  },
}))
