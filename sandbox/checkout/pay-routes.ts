// The hosted payment pages: /c/pay/{session}. Plain forms, no script.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Stripe } from 'stripe'
import { acceptForms, formValue } from '../pages/form-body.ts'
import { notice, sendOn, sendPage } from '../pages/layout.ts'
import type { Keyring } from '../keys/keyring.ts'
import type { Sandbox } from '../state/sandbox.ts'
import { inTransaction } from '../storage/database.ts'
import { readCard, testCards, type CardForm, type CardProblems } from '../payments/card.ts'
import { getCheckoutOrder } from './checkout-order.ts'
import { expireDueSessions } from './expire-sessions.ts'
import { authenticationPage, payPage } from './pay-page.ts'
import { authenticate, payWithCard, type Attempt } from './pay-session.ts'

type Session = Stripe.Checkout.Session
type Visit = FastifyRequest<{ Params: { session: string } }>
type OpenSessionVisitor = (
  sandbox: Sandbox,
  request: Visit,
  reply: FastifyReply,
  session: Session,
) => FastifyReply

const emptyForm: CardForm = { number: '', expiry: '', cvc: '', name: '' }

export function servePayPages(app: FastifyInstance, keyring: Keyring): void {
  const visit = (whileOpen: OpenSessionVisitor) => (request: Visit, reply: FastifyReply) =>
    visitSession(keyring.findHolder('checkout.session', request.params.session), {
      request,
      reply,
      whileOpen,
    })
  app.register((pages, _options, done) => {
    acceptForms(pages)
    pages.get('/c/pay/:session', visit(showEmptyForm))
    pages.post('/c/pay/:session', visit(pay))
    pages.get('/c/pay/:session/authenticate', visit(requestAuthentication))
    pages.post('/c/pay/:session/authenticate', visit(submitAuthentication))
    done()
  })
}

/** One transaction per visit: of two payments sent at once, the second finds the session complete. */
function visitSession(
  sandbox: Sandbox,
  {
    request,
    reply,
    whileOpen,
  }: { request: Visit; reply: FastifyReply; whileOpen: OpenSessionVisitor },
): FastifyReply {
  return inTransaction(sandbox.db, () => {
    expireDueSessions(sandbox)
    const session = sandbox.store.find('checkout.session', request.params.session)
    if (!session) return showMissing(sandbox, reply)
    if (session.status === 'open') return whileOpen(sandbox, request, reply, session)
    if (session.status === 'expired') return showExpired(sandbox, reply, session)
    return request.method === 'POST'
      ? sendOn(reply, successUrl(session))
      : showComplete(sandbox, reply, session)
  })
}

function showEmptyForm(
  sandbox: Sandbox,
  _request: Visit,
  reply: FastifyReply,
  session: Session,
): FastifyReply {
  return showForm(sandbox, reply, session, {})
}

function showForm(
  sandbox: Sandbox,
  reply: FastifyReply,
  session: Session,
  state: { form?: CardForm; problems?: CardProblems; declined?: string; status?: number },
): FastifyReply {
  const { form = emptyForm, problems = {}, declined, status } = state
  const order = getCheckoutOrder(sandbox, session.id)
  return sendPage(reply, {
    title: 'Pay by card – test payments',
    body: payPage({ session, order, form, problems, ...(declined ? { declined } : {}) }),
    publicUrl: sandbox.publicUrl,
    width: 'wide',
    formTargets: [session.success_url ?? '', session.cancel_url ?? ''],
    ...(status ? { status } : {}),
  })
}

function pay(
  sandbox: Sandbox,
  request: Visit,
  reply: FastifyReply,
  session: Session,
): FastifyReply {
  if (formValue(request, 'fill')) return showForm(sandbox, reply, session, { form: testForm() })
  const form = {
    number: formValue(request, 'number'),
    expiry: formValue(request, 'expiry'),
    cvc: formValue(request, 'cvc'),
    name: formValue(request, 'name'),
  }
  const read = readCard(form, new Date())
  if ('problems' in read) {
    return showForm(sandbox, reply, session, { form, problems: read.problems, status: 422 })
  }
  const attempt = payWithCard(sandbox, session, read.card)
  return follow(sandbox, reply, session, attempt, form)
}

function testForm(): CardForm {
  const nextYear = String(new Date().getFullYear() + 1).slice(-2)
  const number = testCards[0]?.number ?? ''
  return { number, expiry: `12/${nextYear}`, cvc: '123', name: 'Test Customer' }
}

function follow(
  sandbox: Sandbox,
  reply: FastifyReply,
  session: Session,
  attempt: Attempt,
  form: CardForm,
): FastifyReply {
  switch (attempt.outcome) {
    case 'paid':
      return sendOn(reply, successUrl(session))
    case 'needs-authentication':
      return sendOn(reply, `${payUrl(sandbox, session)}/authenticate`)
    default:
      return showForm(sandbox, reply, session, { form, declined: attempt.message, status: 402 })
  }
}

function requestAuthentication(
  sandbox: Sandbox,
  _request: Visit,
  reply: FastifyReply,
  session: Session,
): FastifyReply {
  if (!getCheckoutOrder(sandbox, session.id).waitingCard) {
    return sendOn(reply, payUrl(sandbox, session))
  }
  return sendPage(reply, {
    title: '3-D Secure – test payments',
    body: authenticationPage(session),
    publicUrl: sandbox.publicUrl,
    formTargets: [session.success_url ?? ''],
  })
}

function submitAuthentication(
  sandbox: Sandbox,
  request: Visit,
  reply: FastifyReply,
  session: Session,
): FastifyReply {
  const isCompleted = formValue(request, 'outcome') === 'complete'
  const attempt = authenticate(sandbox, session, isCompleted)
  if (!attempt) return sendOn(reply, payUrl(sandbox, session))
  return follow(sandbox, reply, session, attempt, emptyForm)
}

function showMissing({ publicUrl }: Sandbox, reply: FastifyReply): FastifyReply {
  const title = 'No such payment'
  const body = notice(title, 'This payment page does not exist. Please go back to the site.')
  return sendPage(reply, { title, body, publicUrl, status: 404 })
}

function showExpired({ publicUrl }: Sandbox, reply: FastifyReply, session: Session): FastifyReply {
  const title = 'This payment page has expired'
  const link = session.cancel_url
    ? { href: session.cancel_url, text: 'Back to the site' }
    : undefined
  const body = notice(title, 'Nothing was charged. Start the payment again from the site.', link)
  return sendPage(reply, { title, body, publicUrl, status: 410 })
}

function showComplete({ publicUrl }: Sandbox, reply: FastifyReply, session: Session): FastifyReply {
  const title = 'This payment is complete'
  const link = { href: successUrl(session), text: 'Continue' }
  const text =
    session.payment_status === 'paid'
      ? 'You have paid; nothing more will be charged.'
      : 'Your bank has been asked for the money. There is nothing more to do here.'
  return sendPage(reply, { title, body: notice(title, text, link), publicUrl })
}

function payUrl({ publicUrl }: Sandbox, session: Session): string {
  return `${publicUrl}/c/pay/${session.id}`
}

function successUrl(session: Session): string {
  return (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id)
}
