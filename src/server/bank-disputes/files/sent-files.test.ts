// The files of evidence reach the bank with it, each uploaded once, whatever happens in between.

import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { PaymentRefused, PaymentUnknown } from '#server/gateways/payments/payments.ts'
import { createAdmin } from '../../../../tests/support/access/admin-user.ts'
import { codeOf } from '../../../../tests/support/access/code-of.ts'
import { createPaid } from '../../../../tests/support/commissions/paying.ts'
import { pdf, png } from '../../../../tests/support/licences/licence-documents.ts'
import {
  checkCharge,
  decideDispute,
  sellTrack,
} from '../../../../tests/support/money/bank-disputes.ts'
import {
  answerDispute,
  createDisputed,
  disputeCharge,
  makeDocuments,
  readDispute,
} from '../../../../tests/support/money/disputed-sale.ts'
import { attachFile, removeFile } from '../../../../tests/support/money/evidence-files.ts'
import { failNextRequest, provider } from '../../../../tests/support/shopping.ts'
import { emptiedTestApp } from '../../../../tests/support/shared-app.ts'
import type { TestApp } from '../../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

/** What the provider has of it: the bytes of each field. */
async function sentTo(app: TestApp, dispute: string, fields: readonly string[]) {
  const { evidence } = await provider(app).disputes.retrieve(dispute)
  const files = fields.map((field) => Reflect.get(evidence, field) as string | null)
  return Promise.all(
    files.map(async (id) => (id === null ? null : provider(app).files.retrieve(id))),
  )
}

test('the evidence of a sale is documented by its receipt, downloads and plays, and reaches the bank with its files', async () => {
  const app = await emptyApp()
  const { admin, id, dispute, mia, track } = await createDisputed(app)
  await app.db
    .insertInto('downloads')
    .values({ user_id: mia.id, track_id: track.id, address: '192.0.2.7' })
    .execute()
  await attachFile(app, admin, { disputeId: id, field: 'other', bytes: png, name: 'shot.png' })
  expect(codeOf(await makeDocuments(app, admin, id))).toBe('done')
  expect(codeOf(await makeDocuments(app, admin, id))).toBe('done')
  const { files } = await readDispute(app, admin, id)
  expect(files.map(({ field, name, isMade }) => [field, name, isMade])).toEqual([
    ['other', 'shot.png', false],
    ['receipt', 'receipt.pdf', true],
    ['service', 'delivery-and-downloads.pdf', true],
  ])
  expect(codeOf(await answerDispute(app, admin, id))).toBe('done')
  const fields = [
    'receipt',
    'service_documentation',
    'customer_communication',
    'uncategorized_file',
  ]
  expect(await sentTo(app, dispute, fields)).toMatchObject([
    { filename: 'receipt.pdf', type: 'pdf', size: files[1]?.bytes },
    { filename: 'delivery-and-downloads.pdf', type: 'pdf', size: files[2]?.bytes },
    null,
    { filename: 'shot.png', type: 'png', size: png.length },
  ])
  const sent = await readDispute(app, admin, id)
  expect(sent.files.map(({ name }) => name)).toEqual(files.map(({ name }) => name))
  const { details } = await app.db
    .selectFrom('admin_actions')
    .select('details')
    .where('action', '=', 'answer_bank_dispute')
    .executeTakeFirstOrThrow()
  expect(details).toMatchObject({
    files: files.map(({ field, name }) => ({ field, name })),
  })
})

test('of a commission its messages are a document, too', async () => {
  const app = await emptyApp()
  const admin = await createAdmin(app)
  const { id: commissionId, mia, paymentId } = await createPaid(app)
  await app.call(`POST /api/commissions/${commissionId}/messages`, {
    as: mia,
    send: { text: 'Slower, please.', requestKey: randomUUID() },
  })
  const payment = app.db.selectFrom('payments').select('charge_id').where('id', '=', paymentId)
  const { charge_id: charge } = await payment.executeTakeFirstOrThrow()
  const { id } = await disputeCharge(app, charge ?? '')
  expect(codeOf(await makeDocuments(app, admin, id))).toBe('done')
  const { files } = await readDispute(app, admin, id)
  expect(files.map(({ field }) => field).toSorted()).toEqual(['messages', 'receipt', 'service'])
})

test('evidence with files that is sent ten times at once is sent once, each file once', async () => {
  const app = await emptyApp()
  const { admin, id, dispute } = await createDisputed(app)
  await attachFile(app, admin, { disputeId: id, bytes: pdf })
  const second = await createAdmin(app)
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) => answerDispute(app, at % 2 === 0 ? admin : second, id)),
  )
  expect(answers.map(codeOf).filter((code) => code === 'done')).toHaveLength(1)
  const { evidence_details: details } = await provider(app).disputes.retrieve(dispute)
  expect(details.submission_count).toBe(1)
  expect((await provider(app).files.list()).data).toHaveLength(1)
})

test.each([
  'before evidence.upload',
  'after evidence.upload',
  'before evidence.save',
  'after evidence.save',
  'before evidence.mark',
  'after evidence.mark',
  'before bankDispute.send',
  'after bankDispute.send',
] as const)(
  'after an error %s the admin sends it again, and no file is uploaded twice',
  async (failpoint) => {
    const app = await emptyApp()
    const { admin, id, dispute } = await createDisputed(app)
    await attachFile(app, admin, { disputeId: id, bytes: pdf })
    void app.failpoints.arm(failpoint, 'throw')
    expect((await answerDispute(app, admin, id)).statusCode).toBe(500)
    expect(codeOf(await answerDispute(app, admin, id))).toBe('done')
    const { evidence, evidence_details: details } = await provider(app).disputes.retrieve(dispute)
    const { data: uploaded } = await provider(app).files.list()
    expect([details.submission_count, uploaded.map((file) => file.id)]).toEqual([
      1,
      [evidence.receipt],
    ])
  },
)

test('a file that is removed before the evidence goes does not go with it', async () => {
  const app = await emptyApp()
  const { admin, id, dispute } = await createDisputed(app)
  await attachFile(app, admin, { disputeId: id, bytes: pdf })
  await attachFile(app, admin, { disputeId: id, field: 'other', bytes: png })
  const { files } = await readDispute(app, admin, id)
  const paused = app.failpoints.arm('after evidence.save', 'pause')
  const answering = answerDispute(app, admin, id)
  await paused
  expect(codeOf(await removeFile(app, await createAdmin(app), files[0]?.id))).toBe('done')
  app.failpoints.disarm('after evidence.save')
  expect(codeOf(await answering)).toBe('done')
  const sent = await sentTo(app, dispute, ['receipt', 'uncategorized_file'])
  expect(sent).toMatchObject([null, { size: png.length }])
  expect((await readDispute(app, admin, id)).files).toMatchObject([{ field: 'other' }])
})

test('a file is not removed while the evidence is on its way, or while nobody knows whether it has arrived', async () => {
  const app = await emptyApp()
  const { admin, id, dispute } = await createDisputed(app)
  const other = await createAdmin(app)
  await attachFile(app, admin, { disputeId: id, bytes: pdf })
  const [file] = (await readDispute(app, admin, id)).files
  const remove = async () => codeOf(await removeFile(app, other, file?.id))
  const sending = vi.spyOn(app.payments, 'sendEvidence')
  sending.mockRejectedValueOnce(new PaymentUnknown('No answer.'))
  expect(codeOf(await answerDispute(app, admin, id))).toBe('evidence_unsent')
  expect(await remove()).toBe('evidence_being_sent')
  const paused = app.failpoints.arm('before bankDispute.send', 'pause')
  const answering = answerDispute(app, admin, id)
  await paused
  expect(await remove()).toBe('evidence_being_sent')
  app.failpoints.disarm('before bankDispute.send')
  expect(codeOf(await answering)).toBe('done')
  expect(await sentTo(app, dispute, ['receipt'])).toMatchObject([{ size: pdf.length }])
  expect((await readDispute(app, admin, id)).files).toMatchObject([{ field: 'receipt' }])
})

test('a file of evidence that the provider has refused can be removed again', async () => {
  const app = await emptyApp()
  const { admin, id } = await createDisputed(app)
  await attachFile(app, admin, { disputeId: id, bytes: pdf })
  const [file] = (await readDispute(app, admin, id)).files
  const refused = new PaymentRefused('parameter_invalid', 'Too long.')
  vi.spyOn(app.payments, 'sendEvidence').mockRejectedValueOnce(refused)
  expect(codeOf(await answerDispute(app, admin, id))).toBe('evidence_refused')
  expect(codeOf(await removeFile(app, admin, file?.id))).toBe('done')
  expect(codeOf(await answerDispute(app, admin, id))).toBe('done')
})

test('a file that the provider refuses is told, and the evidence is sent once another takes its place', async () => {
  const app = await emptyApp()
  const { admin, id, dispute } = await createDisputed(app)
  const long = Buffer.from(`%PDF-1.7\n${'/Type /Page\n'.repeat(60)}%%EOF\n`)
  await attachFile(app, admin, { disputeId: id, bytes: long })
  expect(codeOf(await answerDispute(app, admin, id))).toBe('evidence_file_refused')
  const { files, status } = await readDispute(app, admin, id)
  expect(status).toBe('open')
  const { evidence_details: details } = await provider(app).disputes.retrieve(dispute)
  expect(details.submission_count).toBe(0)
  expect(codeOf(await removeFile(app, admin, files[0]?.id))).toBe('done')
  await attachFile(app, admin, { disputeId: id, bytes: pdf })
  expect(codeOf(await answerDispute(app, admin, id))).toBe('done')
  expect(await sentTo(app, dispute, ['receipt'])).toMatchObject([{ size: pdf.length }])
})

test.each([
  // Such a call is repeated once.
  ['reset', 2],
  ['429', 1],
] as const)(
  'while the provider is down (%s) nothing is sent, and later each file once',
  async (fault, calls) => {
    const app = await emptyApp()
    const { admin, id, dispute } = await createDisputed(app)
    await attachFile(app, admin, { disputeId: id, bytes: pdf })
    for (let call = 0; call < calls; call++) await failNextRequest(app, fault, '/v1/files')
    expect(codeOf(await answerDispute(app, admin, id))).toBe('evidence_unsent')
    expect(await readDispute(app, admin, id)).toMatchObject({
      status: 'open',
      files: [{ field: 'receipt' }],
    })
    expect(codeOf(await answerDispute(app, admin, id))).toBe('done')
    expect((await sentTo(app, dispute, ['receipt']))[0]).toMatchObject({ size: pdf.length })
    expect((await provider(app).files.list()).data).toHaveLength(1)
  },
)

test('the files of an inquiry that has become a dispute can be sent again, without another upload', async () => {
  const app = await emptyApp()
  const admin = await createAdmin(app)
  const { charge } = await sellTrack(app)
  const { id, dispute } = await disputeCharge(app, charge, { inquiry: true })
  await attachFile(app, admin, { disputeId: id, bytes: pdf })
  expect(codeOf(await answerDispute(app, admin, id))).toBe('done')
  const [sent] = await sentTo(app, dispute, ['receipt'])
  expect(sent).toMatchObject({ size: pdf.length })
  await decideDispute(app, dispute, 'escalated')
  await checkCharge(app, charge)
  expect(await readDispute(app, admin, id)).toMatchObject({
    isAnswerable: true,
    files: [{ field: 'receipt' }],
  })
  await attachFile(app, admin, { disputeId: id, field: 'other', bytes: png })
  expect(codeOf(await answerDispute(app, admin, id))).toBe('done')
  const fields = ['receipt', 'uncategorized_file']
  const again = await sentTo(app, dispute, fields)
  expect(again).toMatchObject([{ id: sent?.id }, { size: png.length }])
  expect((await provider(app).files.list()).data).toHaveLength(2)
})
