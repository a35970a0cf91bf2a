// One payment as an admin sees it: who paid what, and what names it here and at the card provider.

import type { PaymentRecord } from '#contracts/admin/payments.ts'
import { adminPath, adminUserPath } from '#rules/admin/admin-paths.ts'
import { commissionPath } from '#rules/commissions/commission-paths.ts'
import { receiptPath } from '#rules/page-paths.ts'
import { paymentNextSteps } from '#rules/payments/payment-needs.ts'
import { formatPence } from '#rules/price.ts'
import { DateTimeText } from '#web/ui/date-text.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { paymentStatusLabels } from '../admin-labels.ts'
import { Fact, LongFact } from '../fact.tsx'

export function PaymentFacts({ payment }: { payment: PaymentRecord }) {
  const { customer, receiptNumber, commissionId, paidAt, problem, lines } = payment
  // What did not match has a panel of its own.
  const needs = payment.needs.filter((need) => need !== 'mismatch')
  const ids = [
    ['Charge', payment.chargeId],
    ['Checkout', payment.checkoutSessionId],
    ['Id', payment.id],
  ] as const
  return (
    <Panel>
      <dl className="admin-facts">
        <Fact label="Amount">{formatPence(payment.pence)}</Fact>
        {payment.refundedPence > 0 && (
          <Fact label="Given back, or owed back">{formatPence(payment.refundedPence)}</Fact>
        )}
        <Fact label="Customer">
          <PageLink href={adminUserPath(customer.id)}>
            <bdi>{customer.name}</bdi>
          </PageLink>
        </Fact>
        <Fact label="State">{paymentStatusLabels[payment.status]}</Fact>
        <LongFact label="Problem">{problem}</LongFact>
        {needs.length > 0 && <NextSteps needs={needs} />}
        {paidAt !== null && (
          <Fact label="Paid">
            <DateTimeText iso={paidAt} />
            {payment.cardLast4 !== null && `, card ending in ${payment.cardLast4}`}
          </Fact>
        )}
        {receiptNumber !== null && (
          <Fact label="Receipt">
            <PageLink href={receiptPath(receiptNumber)}>{receiptNumber}</PageLink>
          </Fact>
        )}
        {commissionId !== null && (
          <Fact label="Custom track">
            <PageLink href={commissionPath(commissionId)}>
              <bdi>{payment.title}</bdi>
            </PageLink>
          </Fact>
        )}
        {lines.length > 0 && <Tracks lines={lines} />}
        {ids.map(
          ([label, id]) =>
            id !== null && (
              <Fact key={label} label={label}>
                <code>{id}</code>
              </Fact>
            ),
        )}
      </dl>
    </Panel>
  )
}

function NextSteps({ needs }: Pick<PaymentRecord, 'needs'>) {
  return (
    <Fact label="Next step">
      <ul>
        {needs.map((need) => (
          <li key={need}>
            {need === 'problem_found' ? (
              <PageLink href={adminPath('reconciliation')}>{paymentNextSteps[need]}</PageLink>
            ) : (
              paymentNextSteps[need]
            )}
          </li>
        ))}
      </ul>
    </Fact>
  )
}

function Tracks({ lines }: Pick<PaymentRecord, 'lines'>) {
  return (
    <Fact label="Tracks">
      <ul>
        {lines.map(({ id, title, artist, pence }) => (
          <li key={id}>
            <bdi>{title}</bdi>, {formatPence(pence)}, by{' '}
            <PageLink href={adminUserPath(artist.id)}>
              <bdi>{artist.name}</bdi>
            </PageLink>
          </li>
        ))}
      </ul>
    </Fact>
  )
}
