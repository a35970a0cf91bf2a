// Admins attach files to the evidence against a bank dispute, and remove them, until it is sent.

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  evidenceKeptDays,
  maxEvidenceBytes,
  type EvidenceFileField,
} from '#rules/payments/evidence-files.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { createAdmin } from '../../../../tests/support/access/admin-user.ts'
import { codeOf } from '../../../../tests/support/access/code-of.ts'
import { checkCharge, decideDispute } from '../../../../tests/support/money/bank-disputes.ts'
import {
  answerDispute,
  createDisputed,
  makeDocuments,
  readDispute,
} from '../../../../tests/support/money/disputed-sale.ts'
import { attachFile, removeFile } from '../../../../tests/support/money/evidence-files.ts'
import { pdf, png } from '../../../../tests/support/licences/licence-documents.ts'
import { emptiedTestApp } from '../../../../tests/support/shared-app.ts'
import type { TestApp } from '../../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(200)])
const webp = Buffer.concat([Buffer.from('RIFF\x10\0\0\0WEBPVP8 '), Buffer.alloc(200)])

const storedFiles = async ({ storage }: TestApp) =>
  (await Array.fromAsync(storage.list('evidence'))).map(({ key }) => key)

test('a PDF, JPEG or PNG is attached, told by its bytes, and only admins read it again', async () => {
  const app = await emptyApp()
  const { admin, id, mia } = await createDisputed(app)
  const attached: [EvidenceFileField, Buffer, string][] = [
    ['receipt', pdf, 'letter.txt'],
    ['service', png, '写真'],
    ['messages', jpeg, 'chat.JPEG'],
  ]
  for (const [field, bytes, name] of attached)
    expect(codeOf(await attachFile(app, admin, { disputeId: id, field, bytes, name }))).toBe('done')
  const { files } = await readDispute(app, admin, id)
  expect(files).toMatchObject(
    attached.map(([field, bytes, name]) => ({ field, name, bytes: bytes.length, isMade: false })),
  )
  for (const [at, saved] of ['letter.txt.pdf', '写真.png', 'chat.JPEG'].entries()) {
    const file = await app.call(`GET ${files[at]?.url}`, { as: admin })
    expect(file.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'cache-control': 'private, no-store',
      'content-security-policy': expect.stringContaining('sandbox'),
      'content-disposition': expect.stringContaining(encodeURIComponent(saved)),
    })
    expect(file.rawPayload.equals(attached[at]?.[1] ?? Buffer.alloc(0))).toBe(true)
  }
  const without = await createAdmin(app)
  await app.db
    .updateTable('users')
    .set({ two_factor_enabled: false })
    .where('id', '=', without.id)
    .execute()
  const url = `GET ${files[0]?.url}`
  const codes = [
    await app.call(url),
    await app.call(url, { as: mia }),
    await app.call(url, { as: without }),
  ]
  expect(codes.map(codeOf)).toEqual(['login_required', 'not_allowed', 'two_factor_required'])
  const others = await Promise.all(
    [undefined, mia, without].map((as) =>
      attachFile(app, as, { disputeId: id, field: 'other', bytes: pdf }),
    ),
  )
  expect(others.map(codeOf)).toEqual(['login_required', 'not_allowed', 'two_factor_required'])
  const actions = app.db.selectFrom('admin_actions').select(['action', 'note']).orderBy('id')
  expect((await actions.execute()).map(({ note }) => note)).toEqual([
    'Attached letter.txt.',
    'Attached 写真.',
    'Attached chat.JPEG.',
  ])
})

test.each([
  ['of another type', webp, 'evidence_file_not_accepted'],
  ['that begins like a page', Buffer.from('<html>%PDF-1.7'), 'evidence_file_not_accepted'],
  ['without bytes', Buffer.alloc(0), 'evidence_file_missing'],
  [
    'that is too large',
    Buffer.concat([pdf, Buffer.alloc(maxEvidenceBytes)]),
    'evidence_files_too_large',
  ],
])('a file %s is refused, and nothing of it is stored', async (_case, bytes, code) => {
  const app = await emptyApp()
  const { admin, id } = await createDisputed(app)
  expect(codeOf(await attachFile(app, admin, { disputeId: id, bytes }))).toBe(code)
  expect([await storedFiles(app), (await readDispute(app, admin, id)).files]).toEqual([[], []])
})

test('all files together have at most what the bank takes, and there is one of each kind, also of many at once', async () => {
  const app = await emptyApp()
  const { admin, id } = await createDisputed(app)
  const half = Buffer.concat([pdf, Buffer.alloc(maxEvidenceBytes / 2)])
  const attach = (field: EvidenceFileField, bytes: Buffer) =>
    attachFile(app, admin, { disputeId: id, field, bytes })
  expect(codeOf(await attach('receipt', half))).toBe('done')
  expect(codeOf(await attach('receipt', pdf))).toBe('evidence_file_exists')
  expect(codeOf(await attach('service', half))).toBe('evidence_files_too_large')
  const many = await Promise.all(Array.from({ length: 8 }, () => attach('other', pdf)))
  expect(many.map(codeOf).toSorted()).toEqual([
    'done',
    ...Array.from({ length: 7 }, () => 'evidence_file_exists'),
  ])
  const { files } = await readDispute(app, admin, id)
  expect(files.map(({ field }) => field)).toEqual(['receipt', 'other'])
  expect(await storedFiles(app)).toHaveLength(2)
})

test('a file is removed until the evidence is sent, and its copy with it', async () => {
  const app = await emptyApp()
  const { admin, id } = await createDisputed(app)
  await attachFile(app, admin, { disputeId: id, bytes: pdf })
  const [file] = (await readDispute(app, admin, id)).files
  const removed = await Promise.all([
    removeFile(app, admin, file?.id),
    removeFile(app, admin, file?.id),
  ])
  expect(removed.map(codeOf).toSorted()).toEqual(['done', 'not_found'])
  expect(await storedFiles(app)).toEqual([])
  expect(codeOf(await app.call(`GET ${file?.url}`, { as: admin }))).toBe('not_found')
  await attachFile(app, admin, { disputeId: id, bytes: pdf })
  const [again] = (await readDispute(app, admin, id)).files
  expect(codeOf(await answerDispute(app, admin, id))).toBe('done')
  expect(codeOf(await removeFile(app, admin, again?.id))).toBe('dispute_not_answerable')
  const late = await attachFile(app, admin, { disputeId: id, field: 'other', bytes: pdf })
  expect(codeOf(late)).toBe('dispute_not_answerable')
  expect(codeOf(await makeDocuments(app, admin, id))).toBe('dispute_not_answerable')
  const unknown = await attachFile(app, admin, { disputeId: randomUUID(), bytes: pdf })
  expect(codeOf(unknown)).toBe('not_found')
  expect(await storedFiles(app)).toHaveLength(1)
})

test.each(['before evidence.attach', 'after evidence.attach'] as const)(
  'after an error %s there is a file with its row, or neither',
  async (failpoint) => {
    const app = await emptyApp()
    const { admin, id } = await createDisputed(app)
    void app.failpoints.arm(failpoint, 'throw')
    expect((await attachFile(app, admin, { disputeId: id, bytes: pdf })).statusCode).toBe(500)
    const { files } = await readDispute(app, admin, id)
    expect([await storedFiles(app), files].map(({ length }) => length)).toEqual(
      failpoint === 'before evidence.attach' ? [0, 0] : [1, 1],
    )
  },
)

test('a browser that sends the form gets the page again, with the reason of a refusal and the choice beside the file', async () => {
  const app = await emptyApp()
  const { admin, id } = await createDisputed(app)
  const headers = { accept: 'text/html,application/xhtml+xml', origin: 'http://undersong.test' }
  const send = async (bytes: Buffer) => {
    const { statusCode, headers: sent } = await attachFile(app, admin, {
      disputeId: id,
      field: 'service',
      bytes,
      headers,
    })
    return [statusCode, sent.location]
  }
  expect(await send(webp)).toEqual([
    303,
    `/admin/bank-disputes/${id}?refused=evidence_file_not_accepted&field=service#file`,
  ])
  expect(await send(pdf)).toEqual([303, `/admin/bank-disputes/${id}`])
  expect((await readDispute(app, admin, id)).files).toHaveLength(1)
})

test('our copies are deleted some time after the bank has decided, and the row says what was sent', async () => {
  const app = await emptyApp()
  const { admin, id, dispute, charge } = await createDisputed(app)
  await attachFile(app, admin, { disputeId: id, bytes: pdf })
  const { id: other } = await createDisputed(app, admin)
  await attachFile(app, admin, { disputeId: other, bytes: pdf })
  expect(codeOf(await answerDispute(app, admin, id))).toBe('done')
  await decideDispute(app, dispute, 'lost')
  await checkCharge(app, charge)
  const expire = async () => {
    await addJob(app.db, 'expire_evidence_files', {})
    await app.work()
  }
  await app.clock.move({ days: evidenceKeptDays - 1 })
  await expire()
  expect(await storedFiles(app)).toHaveLength(2)
  await app.clock.move({ days: 2 })
  await expire()
  expect(await storedFiles(app)).toHaveLength(1)
  expect((await readDispute(app, admin, id)).files).toMatchObject([{ name: 'file.pdf', url: null }])
  expect((await readDispute(app, admin, other)).files).toMatchObject([{ url: expect.any(String) }])
})
