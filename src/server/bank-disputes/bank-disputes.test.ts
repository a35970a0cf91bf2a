// Admins see what customers dispute at their banks, and send evidence once.

import { expect, test, vi } from 'vitest'
import type { BankDispute } from '#contracts/admin/bank-disputes.ts'
import { evidenceFieldNames, type Evidence } from '#rules/payments/dispute-evidence.ts'
import { termsVersion } from '#rules/terms.ts'
import { PaymentUnknown } from '#server/gateways/payments/payments.ts'
import { asListedDispute } from '#server/gateways/payments/stripe-disputes.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { codeOf } from '../../../tests/support/access/code-of.ts'
import { createPaid } from '../../../tests/support/commissions/paying.ts'
import { pdf } from '../../../tests/support/licences/licence-documents.ts'
import {
  checkCharge,
  decideDispute,
  openDispute,
  sellTrack,
} from '../../../tests/support/money/bank-disputes.ts'
import {
  createDisputed,
  makeDocuments,
  readDispute,
} from '../../../tests/support/money/disputed-sale.ts'
import { attachFile, removeFile } from '../../../tests/support/money/evidence-files.ts'
import { provider } from '../../../tests/support/shopping.ts'
import { createTestApp, type TestApp, type TestUser } from '../../../tests/support/test-app.ts'

const note = 'They downloaded it twice.'

async function listed(app: TestApp, as: TestUser): Promise<BankDispute[]> {
  const answer = await app.call('GET /api/proxy/admin/bank-disputes', { as })
  return answer.json<{ disputes: BankDispute[] }>().disputes
}

const answer = (app: TestApp, as: TestUser, id: string, evidence: Partial<Evidence>) => {
  const empty = Object.fromEntries(evidenceFieldNames.map((field) => [field, '']))
  const send = { ...empty, ...evidence, note }
  return app.call(`POST /api/proxy/admin/bank-disputes/${id}/answer`, { as, send })
}

test('what is to be answered comes first in the list, the nearest deadline before the others', async () => {
  await using app = await createTestApp()
  const admin = await createAdmin(app)
  const sales = [await sellTrack(app), await sellTrack(app), await sellTrack(app)]
  for (const { charge } of sales) {
    const dispute = await openDispute(app, charge)
    if (charge === sales[0]?.charge) await decideDispute(app, dispute, 'won')
    await checkCharge(app, charge)
    await app.clock.move({ days: 1 })
  }
  const disputes = await listed(app, admin)
  expect(disputes.map(({ customer: { id } }) => id)).toEqual(
    [sales[1], sales[2], sales[0]].map((sale) => sale?.mia.id),
  )
  expect(disputes).toMatchObject([
    { status: 'open', pence: 570, reason: 'fraudulent', answerBy: expect.any(String) },
    { status: 'open' },
    { status: 'won', decidedAt: expect.any(String) },
  ])
})

test('the evidence is put together from the receipt, the terms, the downloads and the log-ins', async () => {
  await using app = await createTestApp()
  const { admin, mia, id, track } = await createDisputed(app)
  await app.db
    .insertInto('downloads')
    .values({ user_id: mia.id, track_id: track.id, address: '192.0.2.7' })
    .execute()
  const { evidence, isAnswerable } = await readDispute(app, admin, id)
  expect(isAnswerable).toBe(true)
  expect(evidence).toMatchObject({
    customerEmail: mia.email,
    bought: expect.stringMatching(
      /Receipt UND-000001 of .*, £5.70, paid by the card that ends with 4242/,
    ),
    servedOn: expect.stringMatching(/UTC$/),
    accessLog: expect.stringMatching(/was downloaded from 192\.0\.2\.7\n.*the customer logged in/),
    refundPolicy: expect.stringMatching(
      `http://undersong.test/terms\\.\nThe customer accepted the terms, in their version of ${termsVersion}, on .* UTC, by the button`,
    ),
    refundRefusal: '',
    messages: '',
  })
})

test('of a payment before the acceptance was stored, the evidence says only what the pages said', async () => {
  await using app = await createTestApp()
  const { admin, id, paymentId, track, mia } = await createDisputed(app)
  await app.db
    .updateTable('payments')
    .set({ terms_version: null, terms_accepted_at: null })
    .where('id', '=', paymentId)
    .execute()
  const { evidence } = await readDispute(app, admin, id)
  expect(evidence.refundPolicy).toMatch(/The pages on which the customer registered \(.* UTC\) and/)
  expect(evidence.refundPolicy).not.toContain('accepted the terms')
  // Of plays no times are stored, which the evidence says.
  expect(evidence.accessLog).not.toContain('was played')
  await app.db
    .updateTable('entitlements')
    .set({ plays: 2, whole_plays: 1 })
    .where('user_id', '=', mia.id)
    .where('track_id', '=', track.id)
    .execute()
  expect((await readDispute(app, admin, id)).evidence.accessLog).toContain(
    'was played in full length 2 times, once to its end; times of plays are not stored.',
  )
})

test('of a commission the evidence has its steps and messages', async () => {
  await using app = await createTestApp()
  const admin = await createAdmin(app)
  const { id: commissionId, mia, paymentId } = await createPaid(app)
  await app.call(`POST /api/commissions/${commissionId}/messages`, {
    as: mia,
    send: { text: 'Slower, please.', requestKey: crypto.randomUUID() },
  })
  const payment = app.db.selectFrom('payments').select('charge_id').where('id', '=', paymentId)
  const { charge_id: charge } = await payment.executeTakeFirstOrThrow()
  await openDispute(app, charge ?? '')
  await checkCharge(app, charge ?? '')
  const [{ id, commission } = { id: '', commission: null }] = await listed(app, admin)
  expect(commission?.id).toBe(commissionId)
  expect((await readDispute(app, admin, id)).evidence.messages).toMatch(
    /UTC provider: pay\n.*UTC customer wrote: Slower, please\.\n/s,
  )
})

test('evidence reaches the bank as it was changed, once, with an entry in the audit log', async () => {
  await using app = await createTestApp()
  const { admin, id, dispute } = await createDisputed(app)
  const evidence = { customerName: 'Mia', bought: 'One track', refundRefusal: 'It was played.' }
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => answer(app, admin, id, evidence)),
  )
  const codes = answers.map((one) => codeOf(one))
  expect(codes.filter((code) => code === 'done')).toHaveLength(1)
  expect(await provider(app).disputes.retrieve(dispute)).toMatchObject({
    status: 'under_review',
    evidence: {
      customer_name: 'Mia',
      product_description: 'One track',
      refund_refusal_explanation: 'It was played.',
      uncategorized_text: null,
    },
    evidence_details: { submission_count: 1 },
  })
  expect(await readDispute(app, admin, id)).toMatchObject({
    status: 'answered',
    isAnswerable: false,
    evidence,
    answeredAt: expect.any(String),
  })
  const actions = app.db.selectFrom('admin_actions').select(['action', 'subject_id', 'note'])
  expect(await actions.execute()).toEqual([{ action: 'answer_bank_dispute', subject_id: id, note }])
  expect(codeOf(await answer(app, admin, id, evidence))).toBe('dispute_not_answerable')
})

test('evidence whose answer was lost is sent again under the same key', async () => {
  await using app = await createTestApp()
  const { admin, id, dispute } = await createDisputed(app)
  const { sendEvidence } = app.payments
  vi.spyOn(app.payments, 'sendEvidence').mockImplementationOnce(async (sent) => {
    await sendEvidence(sent)
    throw new PaymentUnknown('no answer')
  })
  expect(codeOf(await answer(app, admin, id, { bought: 'One track' }))).toBe('evidence_unsent')
  expect((await readDispute(app, admin, id)).status).toBe('open')
  expect(codeOf(await answer(app, admin, id, { bought: 'One track' }))).toBe('done')
  const { evidence_details: details } = await provider(app).disputes.retrieve(dispute)
  expect(details.submission_count).toBe(1)
})

test('evidence against a dispute that was decided meanwhile is refused', async () => {
  await using app = await createTestApp()
  const { admin, id, dispute, charge } = await createDisputed(app)
  await decideDispute(app, dispute, 'lost')
  expect(codeOf(await answer(app, admin, id, { bought: 'One track' }))).toBe('evidence_refused')
  await checkCharge(app, charge)
  expect(codeOf(await answer(app, admin, id, { bought: 'x' }))).toBe('dispute_not_answerable')
  expect(await app.db.selectFrom('admin_actions').select('id').execute()).toEqual([])
})

test('an answer to an inquiry leaves it an inquiry', async () => {
  await using app = await createTestApp()
  const admin = await createAdmin(app)
  const { charge } = await sellTrack(app)
  await openDispute(app, charge, { inquiry: true })
  await checkCharge(app, charge)
  const [{ id } = { id: '' }] = await listed(app, admin)
  expect(codeOf(await answer(app, admin, id, { bought: 'One track' }))).toBe('done')
  await checkCharge(app, charge)
  expect(await readDispute(app, admin, id)).toMatchObject({
    status: 'inquiry',
    isAnswerable: false,
  })
})

test.each([
  'before bankDispute.send',
  'after bankDispute.send',
  'before bankDispute.answer',
] as const)('after an error %s the admin sends it again', async (failpoint) => {
  await using app = await createTestApp()
  const { admin, id, dispute } = await createDisputed(app)
  void app.failpoints.arm(failpoint, 'throw')
  const first = await answer(app, admin, id, { bought: 'One track' })
  expect(first.statusCode).toBe(500)
  expect(codeOf(await answer(app, admin, id, { bought: 'One track' }))).toBe('done')
  expect(await readDispute(app, admin, id)).toMatchObject({ status: 'answered' })
  const { evidence_details: details } = await provider(app).disputes.retrieve(dispute)
  expect(details.submission_count).toBe(1)
})

test('an inquiry that becomes a dispute while its answer is recorded is not answered', async () => {
  await using app = await createTestApp()
  const admin = await createAdmin(app)
  const { charge } = await sellTrack(app)
  const dispute = await openDispute(app, charge, { inquiry: true })
  await checkCharge(app, charge)
  const [{ id } = { id: '' }] = await listed(app, admin)
  const paused = app.failpoints.arm('after bankDispute.send', 'pause')
  const answering = answer(app, admin, id, { bought: 'One track' })
  await paused
  await decideDispute(app, dispute, 'escalated')
  await checkCharge(app, charge)
  app.failpoints.disarm('after bankDispute.send')
  expect(codeOf(await answering)).toBe('inquiry_ended')
  const open = { status: 'open', isAnswerable: true }
  expect(await readDispute(app, admin, id)).toMatchObject(open)
  expect(codeOf(await answer(app, admin, id, { bought: 'One track' }))).toBe('done')
  expect((await provider(app).disputes.retrieve(dispute)).status).toBe('under_review')
})

test('a dispute that waits for evidence is not answered, also if the provider still counts the answer to its inquiry', async () => {
  await using app = await createTestApp()
  const { dispute: id, charge } = await createDisputed(app)
  const waiting = await provider(app).disputes.retrieve(id)
  const countedBefore = { ...waiting.evidence_details, submission_count: 1 }
  const found = asListedDispute({ ...waiting, evidence_details: countedBefore })
  expect(found).toMatchObject({ chargeId: charge, state: 'open', isAnswered: false })
})

test('whoever disputes a payment does not decide about the evidence as an admin', async () => {
  await using app = await createTestApp()
  const { admin, mia, id } = await createDisputed(app)
  await attachFile(app, admin, { disputeId: id, bytes: pdf })
  const { files } = await readDispute(app, admin, id)
  const own = { role: 'admin', two_factor_enabled: true } as const
  await app.db.updateTable('users').set(own).where('id', '=', mia.id).execute()
  const refused = [
    await answer(app, mia, id, { bought: 'x' }),
    await attachFile(app, mia, { disputeId: id, field: 'other', bytes: pdf }),
    await makeDocuments(app, mia, id),
    await removeFile(app, mia, files[0]?.id ?? ''),
  ]
  expect(refused.map(codeOf)).toEqual(Array(4).fill('own_sale'))
  expect((await readDispute(app, admin, id)).files).toEqual(files)
  expect(codeOf(await answer(app, admin, id, { bought: 'x' }))).toBe('done')
})
