// The dashboard's page of a payment, with the form that refunds it.
import type { Stripe } from 'stripe'
import { formatPounds } from '../money/amounts.ts'
import { alert, field } from '../pages/field.ts'
import { html, type Html } from '../pages/html.ts'
import { paymentStatus } from './payment-list-page.ts'
import { refundReasons, type RefundForm } from './refund-form.ts'

export interface EvidenceFile {
  /** As the provider names it, e.g. `receipt`. */
  field: string
  file: Stripe.File
}

export interface PaymentView {
  charge: Stripe.Charge
  refunds: Stripe.Refund[]
  disputes: Stripe.Dispute[]
  /** The files that the evidence against the disputes names. */
  files: EvidenceFile[]
  form: RefundForm
  /** Why the refund was refused. */
  problem?: string
}

const problemId = 'refund-problem'

export function paymentPage(view: PaymentView): Html {
  return html`${facts(view)} ${refundForm(view)}
    <p><a href="/dashboard">All payments</a></p>`
}

function facts({ charge, refunds, disputes, files }: PaymentView): Html {
  const card = charge.payment_method_details?.card
  return html`<section class="card">
    <h1>${formatPounds(charge.amount)}</h1>
    <table class="lines">
      <caption class="quiet">
        ${charge.id}
      </caption>
      <tbody>
        ${row('Status', paymentStatus(charge))} ${row('Card', `${card?.brand} •••• ${card?.last4}`)}
        ${Object.entries(charge.metadata).map(([name, value]) => row(name, value))}
        ${refunds.map((refund) =>
          row(`Refund (${refund.status})`, `−${formatPounds(refund.amount)}`),
        )}
        ${disputes.map((dispute) =>
          row(`Dispute (${dispute.status})`, formatPounds(dispute.amount)),
        )}
        ${files.map(({ field: name, file }) => row(`Evidence (${name})`, fileLink(file)))}
      </tbody>
    </table>
  </section>`
}

function fileLink({ id, filename, type, size }: Stripe.File): Html {
  return html`<a href="/dashboard/files/${id}">${filename ?? id}</a> (${type}, ${size} bytes)`
}

function row(name: string, value: string | Html): Html {
  return html`<tr>
    <th scope="row">${name}</th>
    <td>${value}</td>
  </tr>`
}

function refundForm({ charge, form, problem }: PaymentView): Html | false {
  const left = charge.amount_captured - charge.amount_refunded
  if (charge.status !== 'succeeded' || left === 0) return false
  return html`<form class="card" method="post" action="/dashboard/payments/${charge.id}/refund">
    <h2>Refund</h2>
    ${problem !== undefined && alert(problemId, problem)}
    ${field({
      name: 'amount',
      label: 'Amount in pounds',
      hint: `Leave it empty to refund all that is left: ${formatPounds(left)}`,
      value: form.amount,
      problemId: problem === undefined ? undefined : problemId,
      attributes: { inputmode: 'decimal', autocomplete: 'off' },
    })}
    <fieldset>
      <legend>Reason</legend>
      ${Object.entries(refundReasons).map(
        ([value, label]) => html`
          <label class="choice">
            <input
              type="radio"
              name="reason"
              value="${value}"
              ${form.reason === value && html`checked`}
            />
            ${label}
          </label>
        `,
      )}
    </fieldset>
    <div class="buttons"><button>Refund</button></div>
  </form>`
}
