// What a refund does, in pence, before an admin decides.

import type { SaleRefund } from '#contracts/admin/refunds.ts'
import { adminFoundRefundPath } from '#rules/admin/admin-paths.ts'
import { refundErrors } from '#rules/errors/refund-errors.ts'
import { formatPence } from '#rules/price.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { Fact } from '../fact.tsx'
import { PostingsTable } from '../postings-table.tsx'

type Consequences = NonNullable<SaleRefund['refund']>

export function RefundConsequences({ refund }: { refund: Consequences }) {
  return (
    <>
      <RefundFacts refund={refund} />
      <PostingsTable postings={refund.postings} />
    </>
  )
}

/** Without the postings. */
export function RefundFacts({ refund }: { refund: Omit<Consequences, 'postings'> }) {
  return (
    <dl className="admin-facts">
      <Fact label="The customer gets">{formatPence(refund.pence)}</Fact>
      <Fact label="The artist loses">
        {formatPence(refund.artistPence)}, and keeps {formatPence(refund.artistKeepsPence)}
      </Fact>
      <Fact label="The platform bears">
        {formatPence(refund.platformPence)}, and keeps {formatPence(refund.platformKeepsPence)}
      </Fact>
      <Fact label="The recording">
        {refund.isWhole ? 'is the customer’s no more' : 'stays the customer’s'}
      </Fact>
      <Fact label="The artist’s part">{artistPartText(refund)}</Fact>
    </dl>
  )
}

function artistPartText({ artistPence, isTransferred }: Omit<Consequences, 'postings'>): string {
  if (artistPence === 0) return 'stays as it is: nothing can be taken back'
  return isTransferred
    ? 'was transferred, and is taken back once the refund is made'
    : 'was not transferred yet'
}

/** @param id of the refund at the card provider */
export function Unassigned({ id }: { id: string }) {
  return (
    <Notice tone="danger">
      <p>{refundErrors.refund_unassigned.message}</p>
      <p>
        <PageLink href={adminFoundRefundPath(id)}>Assign the refund {id}</PageLink>
      </p>
    </Notice>
  )
}

export function Disputed() {
  return (
    <Notice tone="danger">
      <p>{refundErrors.payment_disputed.message}</p>
    </Notice>
  )
}
