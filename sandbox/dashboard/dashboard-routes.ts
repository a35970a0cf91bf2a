// The provider's dashboard, as far as a person needs it: the payments, the refund of one, and the files of evidence. It asks
// for the secret key.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { StripeFailure } from '../api/stripe-failure.ts'
import { filesOf } from '../disputes/dispute-evidence.ts'
import { readContents } from '../files/file-operations.ts'
import { mediaTypes } from '../files/uploaded-file.ts'
import { findCaller } from '../keys/caller.ts'
import type { Keyring } from '../keys/keyring.ts'
import { acceptForms, formValue } from '../pages/form-body.ts'
import { notice, sendOn, sendPage } from '../pages/layout.ts'
import { makeRefund } from '../refunds/make-refund.ts'
import { applyDueChanges } from '../requests/due-changes.ts'
import type { Sandbox } from '../state/sandbox.ts'
import { inSavepoint, inTransaction } from '../storage/database.ts'
import { newId } from '../storage/ids.ts'
import { platform } from '../storage/object-store.ts'
import { paymentListPage } from './payment-list-page.ts'
import { paymentPage } from './payment-page.ts'
import { readRefundForm, usualRefundForm, type RefundForm } from './refund-form.ts'

type PaymentRequest = FastifyRequest<{ Params: { charge: string; file: string } }>
type Handle = (sandbox: Sandbox, request: PaymentRequest, reply: FastifyReply) => FastifyReply

const shownPayments = 100

export function serveDashboard(app: FastifyInstance, keyring: Keyring): void {
  const forKey = (handle: Handle) => (request: PaymentRequest, reply: FastifyReply) => {
    const sandbox = findCaller(keyring, request.headers)
    if (!sandbox) return askForKey(keyring.configured, reply)
    return inTransaction(sandbox.db, () => {
      applyDueChanges(sandbox)
      return handle(sandbox, request, reply)
    })
  }
  app.register((pages, _options, done) => {
    acceptForms(pages)
    pages.get('/dashboard', forKey(listPayments))
    pages.get('/dashboard/payments/:charge', forKey(showPayment))
    pages.post('/dashboard/payments/:charge/refund', forKey(refundPayment))
    pages.get('/dashboard/files/:file', forKey(sendEvidenceFile))
    done()
  })
}

/** The browser asks its user: the key is the user name, and there is no password. */
function askForKey(configured: Sandbox, reply: FastifyReply): FastifyReply {
  const title = 'Sign in with the secret key'
  return sendPage(reply.header('www-authenticate', 'Basic realm="Payments sandbox"'), {
    title,
    body: notice(title, 'Enter the secret key as the user name, and no password.'),
    publicUrl: configured.publicUrl,
    status: 401,
  })
}

function listPayments(sandbox: Sandbox, _request: PaymentRequest, reply: FastifyReply) {
  const { data } = sandbox.store.list('charge', { limit: shownPayments })
  return sendPage(reply, {
    title: 'Payments',
    body: paymentListPage(data),
    publicUrl: sandbox.publicUrl,
    width: 'wide',
  })
}

function showPayment(sandbox: Sandbox, request: PaymentRequest, reply: FastifyReply) {
  return sendPayment(sandbox, request, reply, { form: usualRefundForm })
}

function refundPayment(sandbox: Sandbox, request: PaymentRequest, reply: FastifyReply) {
  if (isFromOtherSite(request)) return sendMissing(sandbox, reply, 403)
  const charge = sandbox.store.find('charge', request.params.charge, platform)
  if (!charge) return sendMissing(sandbox, reply)
  const form = { amount: formValue(request, 'amount'), reason: formValue(request, 'reason') }
  const read = readRefundForm(form)
  if ('problem' in read) return sendPayment(sandbox, request, reply, { form, ...read })
  // Its requests have an id, and no idempotency key of ours.
  const cause = { requestId: newId('req'), idempotencyKey: null }
  try {
    inSavepoint(sandbox.db, () =>
      makeRefund(sandbox, cause, { charge, metadata: {}, ...read.refund }),
    )
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error
    return sendPayment(sandbox, request, reply, { form, problem: error.message })
  }
  return sendOn(reply, `${sandbox.publicUrl}/dashboard/payments/${charge.id}`)
}

// Browsers send the key with every request to this address, also for a form on another site.
function isFromOtherSite({ headers }: PaymentRequest): boolean {
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin'
}

function sendPayment(
  sandbox: Sandbox,
  { params }: PaymentRequest,
  reply: FastifyReply,
  refund: { form: RefundForm; problem?: string },
): FastifyReply {
  const { store, publicUrl } = sandbox
  const charge = store.find('charge', params.charge, platform)
  if (!charge) return sendMissing(sandbox, reply)
  const where = { charge: charge.id }
  const refunds = store.list('refund', { where }).data
  const disputes = store.list('dispute', { where }).data
  const files = disputes.flatMap((dispute) =>
    filesOf(dispute.evidence).flatMap(([name, id]) => {
      const file = store.find('file', id)
      return file ? [{ field: name, file }] : []
    }),
  )
  return sendPage(reply, {
    title: 'Payment',
    body: paymentPage({ charge, refunds, disputes, files, ...refund }),
    publicUrl,
    status: refund.problem === undefined ? 200 : 422,
  })
}

function sendEvidenceFile(
  sandbox: Sandbox,
  { params }: PaymentRequest,
  reply: FastifyReply,
): FastifyReply {
  const file = sandbox.store.find('file', params.file, platform)
  const bytes = file && readContents(sandbox, file.id)
  if (!file || !bytes) return sendMissing(sandbox, reply)
  return reply
    .header('cache-control', 'no-store')
    .header('content-disposition', 'attachment')
    .header('x-content-type-options', 'nosniff')
    .type(mediaTypes[file.type ?? ''] ?? 'application/octet-stream')
    .send(bytes)
}

function sendMissing({ publicUrl }: Sandbox, reply: FastifyReply, status = 404): FastifyReply {
  const title = 'No such payment'
  const body = notice(title, 'There is no such payment under this secret key.')
  return sendPage(reply, { title, body, publicUrl, status })
}
