// The ways to decide a dispute, or a frozen commission: for the artist, for a part, for the customer, or one more revision.

import type { Commission } from '#contracts/commissions/commission.ts'
import type { CommissionStep } from '#rules/commissions/commission-process.ts'
import type { DisputeDecision } from '#rules/commissions/dispute-process.ts'
import { formatPence } from '#rules/price.ts'
import { ActionButton } from '#web/admin/action-button.tsx'
import { can } from '../commission-facts.ts'
import { commissionMessages } from '../commission-messages.ts'
import { PartField } from './part-field.tsx'
import { toldParties } from './told-parties.ts'

type Words = {
  step: CommissionStep
  label: string
  title: string
  isDangerous?: boolean
  effect: (commission: Commission) => string
  /** Instead, once the customer's bank has given the payment back. */
  effectOfLost?: (commission: Commission) => string
}

const words: Record<DisputeDecision, Words> = {
  release: {
    step: 'decideApproval',
    label: 'Pay the artist',
    title: 'Decide for the artist?',
    effect: ({ commissionPricePence: pence }) =>
      `The recording is approved: ${formatPence(pence)} goes to the artist, and the customer can download it.`,
    effectOfLost: ({ commissionPricePence: pence }) =>
      `The recording is approved: ${formatPence(pence)} goes to the artist, although the bank has given the payment back to the customer.`,
  },
  partial: {
    step: 'decideApproval',
    label: 'Pay a part',
    title: 'Pay the artist a part?',
    effect: () =>
      'The recording is approved: the customer can download it, and gets back what is left after the part with its fees.',
    effectOfLost: () =>
      'The recording is approved: the part goes to the artist, although the bank has given the payment back to the customer.',
  },
  refund: {
    step: 'decideRefund',
    label: 'Refund the customer',
    title: 'Decide for the customer?',
    isDangerous: true,
    effect: ({ customerCommissionPricePence: pence }) =>
      `The commission is cancelled: ${formatPence(pence)} goes back to the customer’s card, and the artist receives nothing.`,
    effectOfLost: () =>
      'The commission is cancelled: the bank has given the money back to the customer already, and the artist receives nothing.',
  },
  extra_revision: {
    step: 'decideRevision',
    label: 'Grant a revision',
    title: 'Grant one more revision?',
    effect: () =>
      'The artist delivers once more, by a new date. The customer then has one more request for changes. The money stays where it is.',
  },
}

export function DecideButtons({ commission }: { commission: Commission }) {
  // The keys of the table above.
  const outcomes = Object.keys(words) as DisputeDecision[]
  return outcomes
    .filter((outcome) => can(commission, words[outcome].step))
    .map((outcome) => <DecideButton key={outcome} {...{ outcome, commission }} />)
}

type DecideButtonProps = { outcome: DisputeDecision; commission: Commission }

function DecideButton({ outcome, commission }: DecideButtonProps) {
  const { label, title, effect, effectOfLost = effect, isDangerous = false } = words[outcome]
  return (
    <ActionButton
      label={label}
      about={commission.name}
      title={title}
      isDangerous={isDangerous}
      submitting="Deciding…"
      {...callOf(commission, outcome)}
      done={commissionMessages.decided}
      told={toldParties(commission, 'commission_decided')}
      renderFields={
        outcome === 'partial'
          ? (field) => <PartField {...field('artistPart')} commission={commission} />
          : undefined
      }
    >
      <p>{commission.isLostAtBank ? effectOfLost(commission) : effect(commission)}</p>
    </ActionButton>
  )
}

/** An open dispute is decided as one, so that a decision about an older one is refused. */
function callOf({ id, dispute }: Commission, outcome: DisputeDecision) {
  const open = dispute !== null && dispute.state !== 'resolved' ? dispute : null
  const contracts = () => import('#contracts/admin/commissions.ts')
  if (open === null)
    return {
      contract: async () => (await contracts()).decideCommission,
      route: 'POST /api/proxy/admin/commissions/{id}/decide',
      constants: { id, outcome },
    } as const
  return {
    contract: async () => (await contracts()).decideDispute,
    route: 'POST /api/proxy/admin/disputes/{id}/decide',
    constants: { id: open.id, outcome },
  } as const
}
