// Decides a commission: first the way and the part are chosen, then what that does is read, and decided. It works without a
// script.

import { useState } from 'react'
import { Form } from 'react-router'
import type { decideCommission } from '#contracts/admin/commissions.ts'
import type { Commission } from '#contracts/commissions/commission.ts'
import { adminDecisionPath, adminUserPath } from '#rules/admin/admin-paths.ts'
import { commissionPath } from '#rules/commissions/commission-paths.ts'
import type { DisputeDecision } from '#rules/commissions/dispute-process.ts'
import { commissionErrors } from '#rules/errors/commission-errors.ts'
import { formatPence } from '#rules/price.ts'
import { Fact } from '#web/admin/fact.tsx'
import { NoticePreview } from '#web/admin/notice-preview.tsx'
import { PostingsTable } from '#web/admin/postings-table.tsx'
import { ToldFields } from '#web/admin/told-fields.tsx'
import type { Refused } from '#web/api/result.ts'
import { TextField } from '#web/forms/field.tsx'
import { FormBody } from '#web/forms/form-body.tsx'
import { formFields, type FormTexts } from '#web/forms/form-fields.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { DecideLinks, SuspendedParty } from './decide-links.tsx'
import { decisionWords, type DecisionEffect } from './decision-words.ts'
import { toldParties } from './told-parties.ts'

export type CommissionDecisionProps = {
  commission: Commission
  outcome: DisputeDecision | null
  /** In pounds, as it was typed. */
  artistPart: string | null
  decision: DecisionEffect | null
  /** Why what the URL has chosen is not possible. */
  refused: Refused | null
  actionData: { refused: Refused; typed?: FormTexts | undefined } | undefined
  /** What a part does is on its way. */
  isAsking: boolean
  isPending: boolean
}

export function CommissionDecision(props: CommissionDecisionProps) {
  const { commission, outcome, decision, refused } = props
  return (
    <div className="stack-lg">
      <Facts commission={commission} />
      <Ways commission={commission} outcome={outcome} />
      {outcome === 'partial' ? (
        <PartForm {...props} />
      ) : (
        refused !== null && (
          <Notice tone="danger">
            <p>{refused.message}</p>
          </Notice>
        )
      )}
      {outcome !== null && decision !== null && (
        <Decision key={outcome} {...props} outcome={outcome} decision={decision} />
      )}
    </div>
  )
}

function Facts({ commission }: { commission: Commission }) {
  const { id, name, customer, artist, customerCommissionPricePence, commissionPricePence } =
    commission
  return (
    <Panel>
      <dl className="admin-facts">
        <Fact label="Custom track">
          <PageLink href={commissionPath(id)}>
            <bdi>{name}</bdi>
          </PageLink>
        </Fact>
        <Fact label="Customer">
          <PageLink href={adminUserPath(customer.id)}>
            <bdi>{customer.name}</bdi>
          </PageLink>
        </Fact>
        <Fact label="Artist">
          <PageLink href={adminUserPath(artist.id)}>
            <bdi>{artist.name}</bdi>
          </PageLink>
        </Fact>
        <Fact label="Price">
          {formatPence(customerCommissionPricePence)}, of it {formatPence(commissionPricePence)} for
          the artist
        </Fact>
        <Fact label="Held">{formatPence(commission.money.heldPence)}</Fact>
        {commission.isLostAtBank && <Fact label="Bank">The payment went back to the customer</Fact>}
      </dl>
    </Panel>
  )
}

function Ways({ commission, outcome }: Pick<CommissionDecisionProps, 'commission' | 'outcome'>) {
  if (!commission.isDisputed && !commission.isFrozen)
    return <p>{commissionErrors.nothing_to_decide.message}</p>
  return (
    <section aria-labelledby="way-title" className="page-column">
      <h2 id="way-title">How?</h2>
      <div className="commission-buttons">
        <DecideLinks commission={commission} chosen={outcome} />
      </div>
      <SuspendedParty commission={commission} />
    </section>
  )
}

function PartForm({ commission, artistPart, refused, isAsking }: CommissionDecisionProps) {
  const typed = artistPart === null ? {} : { artistPart }
  const fields = formFields<typeof decideCommission>(refused, typed)
  return (
    <section aria-labelledby="part-title" className="page-column">
      <h2 id="part-title">How much?</h2>
      <Form action={adminDecisionPath(commission.id)} className="panel panel-stack" noValidate>
        <input type="hidden" name="outcome" value="partial" />
        <FormBody
          form={{ refused, isPending: isAsking }}
          submit="Show what it does"
          submitting="One moment…"
          button={{ variant: 'ghost' }}
        >
          <TextField
            {...fields.optional('artistPart')}
            required
            label="The artist’s part in pounds"
            hint={`More than nothing, and less than ${formatPence(commission.commissionPricePence)}.`}
            inputMode="decimal"
            autoComplete="off"
          />
        </FormBody>
      </Form>
    </section>
  )
}

type DecisionProps = CommissionDecisionProps & {
  outcome: DisputeDecision
  decision: DecisionEffect
}

function Decision(props: DecisionProps) {
  const { commission, outcome, artistPart, decision, actionData, isPending } = props
  const { label, title, isDangerous = false } = decisionWords[outcome]
  const [reason, setReason] = useState(actionData?.typed?.['reason'] ?? '')
  const fields = formFields<typeof decideCommission>(actionData?.refused, actionData?.typed)
  const { customer, artist } = commission
  return (
    <section aria-labelledby="decision-title" className="page-column">
      <h2 id="decision-title">{title}</h2>
      <p>{effectOf(props)}</p>
      {decision.postings.length === 0 ? (
        <p>Nothing is booked.</p>
      ) : (
        <PostingsTable postings={decision.postings} />
      )}
      {decision.hasLosses && (
        <p className="detail">
          What the bank has given back is booked within the hour after your decision, the rest at
          once.
        </p>
      )}
      <Form method="post" noValidate className="panel panel-stack">
        <input type="hidden" name="outcome" value={outcome} />
        <input type="hidden" name="disputeId" value={openDisputeOf(commission)} />
        {artistPart !== null && <input type="hidden" name="artistPart" value={artistPart} />}
        <FormBody
          form={{ refused: actionData?.refused, isPending }}
          submit={label}
          submitting="Deciding…"
          button={isDangerous ? { variant: 'danger' } : {}}
        >
          <ToldFields
            reason={{
              ...fields.required('reason'),
              onChange: (event) => setReason(event.target.value),
            }}
            note={fields.optional('note')}
            hint={`${customer.name} and ${artist.name} read it.`}
          />
          <NoticePreview
            notices={toldParties(commission, 'commission_decided').notices}
            words={{ reason }}
          />
        </FormBody>
      </Form>
    </section>
  )
}

function effectOf({ commission, outcome, decision }: DecisionProps): string {
  const { effect, effectOfLost = effect } = decisionWords[outcome]
  return commission.isLostAtBank ? effectOfLost(decision) : effect(decision)
}

/** An open dispute is decided as one, so that a decision about an older one is refused. */
function openDisputeOf({ dispute }: Commission): string {
  return dispute !== null && dispute.state !== 'resolved' ? dispute.id : ''
}
