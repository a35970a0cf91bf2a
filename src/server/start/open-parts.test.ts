import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { readConfig } from '#server/start/config.ts'
import { noFailpoints } from '#server/clock-and-failpoints/failpoints.ts'
import {
  failpointsOf,
  openMail,
  openPayments,
  outboxFolderOf,
  warnOfSilentMail,
} from './open-parts.ts'

test('a mail server that cannot be used is reported at the start, and does not stop the start', async () => {
  const server = createServer((socket) => socket.end('554 not for you\r\n'))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const lines: string[] = []
  const mail = await openMail(readConfig({ SMTP_URL: `smtp://127.0.0.1:${port}` }))
  await warnOfSilentMail(mail, (line) => lines.push(line))
  expect(lines).toEqual([
    expect.stringMatching(
      /^The mail server of SMTP_URL cannot be used \(.*554 not for you.*\): emails wait until it can\.$/,
    ),
  ])
  server.close()
})

test.each([
  [{}, '/tmp/shop/outbox'],
  [{ PUBLIC_URL: 'http://localhost:3000' }, '/tmp/shop/outbox'],
  [{ PUBLIC_URL: 'http://shop.example' }, null],
  [{ SMTP_URL: 'smtp://mail.example' }, null],
  [{ NODE_ENV: 'production', PAYMENTS_SANDBOX: 'i-know' }, null],
  [{ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }, null],
])('with %j emails can be read in %s', (variables, folder) => {
  expect(outboxFolderOf(readConfig({ DATA_DIR: '/tmp/shop', ...variables }))).toBe(folder)
})

test.each([
  [{ FAILPOINTS: '1' }, true],
  [{}, false],
  [{ FAILPOINTS: '0' }, false],
  [{ FAILPOINTS: '1', PUBLIC_URL: 'http://shop.example' }, false],
  [{ FAILPOINTS: '1', SMTP_URL: 'smtp://mail.example' }, false],
  [{ FAILPOINTS: '1', WEB_PROCESSES: '2', DATABASE_URL: 'postgres://localhost/shop' }, false],
])('with %j a test can arm failpoints: %j', (variables, itCan) => {
  expect(failpointsOf(readConfig(variables)) !== noFailpoints).toBe(itCan)
})

test('in production nobody can arm failpoints, even if the variable is not refused', () => {
  const config = readConfig({ NODE_ENV: 'production', PAYMENTS_SANDBOX: 'i-know' })
  expect(failpointsOf({ ...config, failpoints: true })).toBe(noFailpoints)
})

test.each([
  [{}, 'http://127.0.0.1:9'],
  [{ PUBLIC_URL: 'http://localhost:3000' }, 'http://localhost:3001'],
  [{ SANDBOX_PUBLIC_URL: 'https://pay.example/sandbox/' }, 'https://pay.example'],
  [{ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }, 'https://*.stripe.com'],
])("with %j the card provider's pages are at %s", async (variables, origin) => {
  const secret = 'x'.repeat(43)
  const secrets = { auth: secret, revalidate: secret, database: secret }
  const { payments } = await openPayments({
    config: readConfig({ SANDBOX_URL: 'http://127.0.0.1:9', ...variables }),
    secrets: { ...secrets, sandboxKey: 'sk_test_2', webhook: 'whsec_2', thinWebhook: 'whsec_3' },
    parts: new AsyncDisposableStack(),
    log: () => {},
  })
  expect(payments.pageOrigins).toEqual([origin])
})
