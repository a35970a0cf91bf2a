// The hosted payment page: the order, the card form, the test cards.
import type { Stripe } from 'stripe'
import { formatPounds } from '../money/amounts.ts'
import { alert, field } from '../pages/field.ts'
import { html, type Html } from '../pages/html.ts'
import { testCards, type CardForm, type CardProblems } from '../payments/card.ts'
import type { CheckoutOrder, LineItem } from '../storage/stored-kinds.ts'

export interface PayPage {
  session: Stripe.Checkout.Session
  order: Pick<CheckoutOrder, 'lines' | 'productDescriptions'>
  form: CardForm
  problems: CardProblems
  /** Why the bank declined the card. */
  declined?: string
}

const declinedId = 'payment-problem'

export function payPage(page: PayPage): Html {
  return html`<div class="columns">
    ${summary(page)}
    <div>${cardForm(page)} ${testCardList()}</div>
  </div>`
}

function summary({ session, order }: PayPage): Html {
  return html`<section class="card">
    <h1>Your order</h1>
    <table class="lines">
      <caption class="quiet">
        What you are paying for
      </caption>
      <tbody>
        ${order.lines.map((line) => lineRow(line, order.productDescriptions?.[line.id]))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td>${formatPounds(session.amount_total ?? 0)}</td>
        </tr>
      </tfoot>
    </table>
    ${session.cancel_url && html`<p><a href="${session.cancel_url}">Back without paying</a></p>`}
  </section>`
}

function lineRow(line: LineItem, description: string | undefined): Html {
  const quantity = line.quantity ?? 1
  return html`<tr>
    <th scope="row">
      ${line.description} ${quantity > 1 && html`<span class="quiet">× ${quantity}</span>`}
      ${description && html`<br /><span class="quiet">${description}</span>`}
    </th>
    <td>${formatPounds(line.amount_total)}</td>
  </tr>`
}

function cardForm({ session, form, problems, declined }: PayPage): Html {
  const isIncomplete = Object.keys(problems).length > 0
  // Always to the payment page: after failed authentication this form is shown under another URL.
  return html`<form class="card" method="post" action="/c/pay/${session.id}">
    <h2>Pay by card</h2>
    ${declined && alert(declinedId, `${declined} Nothing was charged.`)}
    ${isIncomplete && alert(declinedId, 'Nothing was charged. Please correct the marked fields.')}
    ${field({
      name: 'number',
      label: 'Card number',
      value: form.number,
      problem: problems.number,
      problemId: declined && declinedId,
      attributes: { inputmode: 'numeric', autocomplete: 'cc-number', spellcheck: 'false' },
    })}
    <div class="pair">
      ${field({
        name: 'expiry',
        label: 'Expiry',
        value: form.expiry,
        problem: problems.expiry,
        attributes: { autocomplete: 'cc-exp', placeholder: 'MM/YY' },
      })}
      ${field({
        name: 'cvc',
        label: 'CVC',
        value: form.cvc,
        problem: problems.cvc,
        attributes: { inputmode: 'numeric', autocomplete: 'cc-csc' },
      })}
    </div>
    ${field({
      name: 'name',
      label: 'Name on card',
      value: form.name,
      problem: problems.name,
      attributes: { autocomplete: 'cc-name' },
    })}
    <div class="buttons">
      <button class="full">Pay ${formatPounds(session.amount_total ?? 0)}</button>
      <button class="ghost full" name="fill" value="1">Fill with a test card</button>
    </div>
  </form>`
}

function testCardList(): Html {
  return html`<details class="card">
    <summary>Test cards</summary>
    <p class="quiet">Use any expiry date to come and any three digits. Other cards are declined.</p>
    <ul class="test-cards">
      ${testCards.map(
        ({ number, description }) =>
          html`<li>
            <code>${number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')}</code> <span>${description}</span>
          </li>`,
      )}
    </ul>
  </details>`
}

export function authenticationPage(session: Stripe.Checkout.Session): Html {
  return html`<form class="card" method="post">
    <h1>3-D Secure test page</h1>
    <p>
      With a real card your bank would now ask whether you are paying
      ${formatPounds(session.amount_total ?? 0)}. Answer for it:
    </p>
    <div class="buttons">
      <button name="outcome" value="complete">Complete authentication</button>
      <button class="ghost" name="outcome" value="fail">Fail authentication</button>
    </div>
  </form>`
}
