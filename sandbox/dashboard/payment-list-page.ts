// The dashboard's list of payments, the newest first.
import type { Stripe } from 'stripe'
import { formatPounds } from '../money/amounts.ts'
import { html, type Html } from '../pages/html.ts'

export function paymentListPage(charges: Stripe.Charge[]): Html {
  return html`<section class="card">
    <h1>Payments</h1>
    ${charges.length === 0 && html`<p>No payments yet.</p>`}
    ${
      charges.length > 0 &&
      html`<div class="log" role="region" aria-label="Payments" tabindex="0">
        <table>
          <thead>
            <tr>
              ${['Amount', 'Status', 'Description', 'Date', 'Payment'].map(
                (heading) => html`<th scope="col">${heading}</th>`,
              )}
            </tr>
          </thead>
          <tbody>
            ${charges.map(paymentRow)}
          </tbody>
        </table>
      </div>`
    }
  </section>`
}

function paymentRow(charge: Stripe.Charge): Html {
  return html`<tr>
    <td>${formatPounds(charge.amount)}</td>
    <td>${paymentStatus(charge)}</td>
    <td>${charge.description}</td>
    <td>${new Date(charge.created * 1000).toISOString().slice(0, 16).replace('T', ' ')}</td>
    <td><a href="/dashboard/payments/${charge.id}">${charge.id}</a></td>
  </tr>`
}

export function paymentStatus(charge: Stripe.Charge): string {
  if (charge.status !== 'succeeded') return charge.status === 'failed' ? 'Failed' : 'Pending'
  if (charge.disputed) return 'Disputed'
  if (charge.refunded) return 'Refunded'
  return charge.amount_refunded > 0 ? 'Partly refunded' : 'Succeeded'
}
