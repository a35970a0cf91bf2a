import { expect, test } from 'vitest'
import { createTestSandbox, secretKey, type TestSandbox } from '../test-support/test-sandbox.ts'

const pdf = Buffer.from('%PDF-1.7\nA receipt\n%%EOF\n')
const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(100)])
const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(100)])

const upload = (
  { stripe }: TestSandbox,
  data: Buffer,
  options: { idempotencyKey?: string; purpose?: string } = {},
) => {
  const { purpose = 'dispute_evidence', ...request } = options
  const file = { data, name: 'a "file".txt', type: 'text/plain' }
  // Any text: the sandbox has to refuse those that it does not serve.
  const params = { purpose, file } as Parameters<typeof stripe.files.create>[0]
  return stripe.files.create(params, request)
}

test.each([
  ['pdf', pdf],
  ['jpg', jpeg],
  ['png', png],
] as const)('a file is told to be a %s by its bytes, and found and listed', async (type, data) => {
  await using sandbox = await createTestSandbox()
  const file = await upload(sandbox, data)
  expect(file).toMatchObject({ type, size: data.length, filename: 'a "file".txt' })
  await expect(sandbox.stripe.files.retrieve(file.id)).resolves.toMatchObject({ id: file.id })
  const { data: listed } = await sandbox.stripe.files.list({ purpose: 'dispute_evidence' })
  expect(listed.map(({ id }) => id)).toEqual([file.id])
  await expect(sandbox.stripe.files.retrieve('file_unknown')).rejects.toMatchObject({
    statusCode: 404,
    message: "No such file upload: 'file_unknown'",
  })
})

const pages = (count: number) =>
  Buffer.from(`%PDF-1.7\n/Type /Pages\n${'/Type /Page\n'.repeat(count)}%%EOF\n`)

test.each([
  ['of another type', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'mimetypes'],
  ['that begins with something else', Buffer.concat([Buffer.from('\n'), pdf]), 'mimetypes'],
  ['of more than 5 MB', Buffer.concat([pdf, Buffer.alloc(5 * 1024 * 1024)]), 'larger than'],
  ['without bytes', Buffer.alloc(0), 'empty'],
  ['of 50 pages', pages(50), 'fewer than 50 pages'],
])('a file %s is refused', async (_case, data, reason) => {
  await using sandbox = await createTestSandbox()
  await expect(upload(sandbox, data)).rejects.toMatchObject({
    statusCode: 400,
    type: 'StripeInvalidRequestError',
    param: 'file',
    message: expect.stringContaining(reason),
  })
  await expect(sandbox.stripe.files.list()).resolves.toMatchObject({ data: [] })
})

test('a PDF of 49 pages is taken', async () => {
  await using sandbox = await createTestSandbox()
  await expect(upload(sandbox, pages(49))).resolves.toMatchObject({ type: 'pdf' })
})

test('another purpose, an unknown one, and a form without a file are refused', async () => {
  await using sandbox = await createTestSandbox()
  await expect(upload(sandbox, pdf, { purpose: 'identity_document' })).rejects.toMatchObject({
    param: 'purpose',
    message: expect.stringContaining('does not serve'),
  })
  await expect(upload(sandbox, pdf, { purpose: 'evidence' })).rejects.toMatchObject({
    statusCode: 400,
    param: 'purpose',
  })
  const post = async (body: FormData | URLSearchParams | string, contentType?: string) => {
    const response = await fetch(`${sandbox.url}/v1/files`, {
      method: 'POST',
      body,
      headers: {
        authorization: `Bearer ${secretKey}`,
        ...(contentType === undefined ? {} : { 'content-type': contentType }),
      },
    })
    const { error } = (await response.json()) as { error: { code?: string; param?: string } }
    return [response.status, error.code, error.param]
  }
  const form = new FormData()
  form.append('purpose', 'dispute_evidence')
  expect(await post(form)).toEqual([400, 'parameter_missing', 'file'])
  const text = new URLSearchParams({ purpose: 'dispute_evidence', file: 'a.pdf' })
  expect(await post(text)).toEqual([400, undefined, 'file'])
  const broken = await post('--x\r\nnothing', 'multipart/form-data; boundary=x')
  expect(broken.slice(0, 2)).toEqual([400, 'parameter_missing'])
})

test('the same file under the same key is stored once, another one is refused', async () => {
  await using sandbox = await createTestSandbox()
  const idempotencyKey = 'file-1'
  const first = await upload(sandbox, pdf, { idempotencyKey })
  // Each request separates its parts by other characters.
  expect((await upload(sandbox, pdf, { idempotencyKey })).id).toBe(first.id)
  await expect(upload(sandbox, png, { idempotencyKey })).rejects.toMatchObject({
    type: 'StripeIdempotencyError',
  })
  expect((await sandbox.stripe.files.list()).data).toHaveLength(1)
})
