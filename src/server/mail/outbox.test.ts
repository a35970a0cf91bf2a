import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openFolderMail } from '#server/gateways/mail/mail.ts'
import { markupProblems } from '../../../tests/support/markup.ts'
import { createTestApp } from '../../../tests/support/test-app.ts'
import { writeEmail } from './email-template.ts'

test('test-mode emails are served only to this machine, under its own host name, and never cached', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'undersong-outbox-'))
  await writeFile(join(folder, 'one.eml'), 'Dear Mia')
  const logged: string[] = []
  await using app = await createTestApp({
    outboxFolder: folder,
    trustedProxies: 1,
    logLevel: 'warn',
    logStream: { write: (line) => void logged.push(line) },
  })
  const addresses = ['', '/one.eml', '/one.eml/html', '/one.eml/source']
  /** One status, the same for all addresses of the outbox. */
  const statusFor = async (headers: Record<string, string>, remoteAddress = '127.0.0.1') => {
    const responses = await Promise.all(
      addresses.map((address) =>
        app.http.inject({ url: `/dev/outbox${address}`, headers, remoteAddress }),
      ),
    )
    for (const response of responses) expect(response.headers['cache-control']).toBe('no-store')
    const [status, ...others] = new Set(responses.map(({ statusCode }) => statusCode))
    expect(others).toEqual([])
    return status
  }
  const ownHost = { host: 'undersong.test' }

  for (const peer of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
    expect([peer, await statusFor(ownHost, peer)]).toEqual([peer, 200])
  }
  expect(await statusFor({ host: 'localhost:3000' })).toBe(200)
  for (const peer of ['192.168.1.7', '::ffff:192.168.1.7', 'fe80::1']) {
    expect([peer, await statusFor(ownHost, peer)]).toEqual([peer, 404])
  }
  const forwarded = { 'x-forwarded-for': '127.0.0.1' }
  expect(await statusFor({ ...ownHost, ...forwarded }, '192.168.1.7')).toBe(404)
  expect(await statusFor({ ...ownHost, 'x-forwarded-for': '203.0.113.9' })).toBe(404)
  expect(await statusFor({ host: 'rebound.evil.test' })).toBe(404)
  // After a refusal the handler stops: it reads and sends nothing more, and logs no error.
  expect(logged).toEqual([])
  await rm(folder, { recursive: true })
})

test('the outbox lists whom each email is to, its subject and its time, and shows it decoded, newest first', async () => {
  await using outbox = await openOutbox()
  await outbox.send({ to: 'mia@example.com', subject: 'Wörds and = signs' })
  await outbox.send({ to: 'rosa@example.com', subject: 'A later one' })

  const list = await outbox.page('')
  const [later, earlier] = [...list.matchAll(/<li>.*<\/li>/g)].map(([row]) => row)
  expect(later).toMatch(/rosa@example\.com.*A later one.*<time datetime="\d{4}-/)
  expect(earlier).toMatch(/mia@example\.com.*Wörds and = signs/)
  const [, address] = /href="\/dev\/outbox(\/[^"]+)"/.exec(earlier ?? '') ?? []
  const email = await outbox.page(address ?? '')
  expect(email).toContain('mia@example.com')
  expect(email).toContain(`src="/dev/outbox${address}/html"`)
  // Longer than a line of the file, which is broken by signs in it.
  expect(email).toContain(`Confirm my email\n${link}`)
  const html = await outbox.page(`${address}/html`)
  expect(html).toContain(`href="${link}"`)
  expect(html).toContain('<base target="_blank">')
  expect(await markupProblems(list)).toEqual([])
  expect(await markupProblems(email)).toEqual([])
})

test('what is written in an email is text on the pages of the outbox', async () => {
  await using outbox = await openOutbox()
  const hostile = '</title></h1><script>alert(1)</script><img src=x onerror="alert(2)">&amp;'
  await outbox.send({ to: '"</dd><b>Mia" <mia@example.com>', subject: hostile, paragraph: hostile })

  const list = await outbox.page('')
  const [, address] = /href="\/dev\/outbox(\/[^"]+)"/.exec(list) ?? []
  for (const html of [list, await outbox.page(address ?? '')]) {
    expect(html).not.toMatch(/<(script|img|b)\b/)
    expect(html).toContain('&lt;script&gt;alert(1)')
    expect(html).toContain('&amp;amp;')
    expect(await markupProblems(html)).toEqual([])
  }
})

test('the pages of the outbox run no scripts, and an email can neither load anything nor leave its frame but by a link', async () => {
  await using outbox = await openOutbox()
  await outbox.send({ to: 'mia@example.com', subject: 'One' })
  const [, address] = /href="\/dev\/outbox(\/[^"]+)"/.exec(await outbox.page('')) ?? []
  const email = await outbox.page(address ?? '')
  expect(email).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
  for (const [page, styles] of [
    ['', /style-src 'sha256-/],
    [address, /style-src 'sha256-/],
    [`${address}/html`, /style-src 'unsafe-inline'/],
  ] as const) {
    const policy = await outbox.policy(page ?? '')
    expect(policy).toMatch(/^default-src 'none'; /)
    expect(policy).toMatch(styles)
    expect(policy).not.toContain('script-src')
  }
})

const link = `http://undersong.test/confirm-email?token=${'a-long-token'.repeat(6)}`

/** An app whose outbox begins empty. */
async function openOutbox() {
  const folder = await mkdtemp(join(tmpdir(), 'undersong-outbox-'))
  const mail = await openFolderMail({ folder, from: 'Undersong <hello@shop.example>' })
  const app = await createTestApp({ outboxFolder: folder })
  const get = (address: string) =>
    app.http.inject({ url: `/dev/outbox${address}`, headers: { host: 'undersong.test' } })
  return {
    async send({
      to,
      subject,
      paragraph = 'Hello',
    }: Record<'to' | 'subject', string> & { paragraph?: string }) {
      const before = await readdir(folder)
      const blocks = [{ paragraph }, { button: { label: 'Confirm my email', url: link } }]
      const { text_body, html_body } = writeEmail({ subject, blocks }, 'Mia')
      const bodies = { text: text_body, html: html_body }
      await mail.send({ id: 'one', to, subject, ...bodies, unsubscribeUrl: null })
      // Two emails of the same millisecond have no order.
      const sent = (await readdir(folder)).find((name) => !before.includes(name)) ?? ''
      await rename(join(folder, sent), join(folder, `${before.length}.eml`))
    },
    async page(address: string) {
      const { statusCode, body } = await get(address)
      expect([address, statusCode]).toEqual([address, 200])
      return body
    },
    policy: async (address: string) => (await get(address)).headers['content-security-policy'],
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]()
      await rm(folder, { recursive: true })
    },
  }
}
