import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { openMail, outboxFolderOf, warnOfSilentMail } from './open-parts.ts'

test('a mail server that cannot be used is told at the start, and does not stop it', async () => {
  const server = createServer((socket) => socket.end('554 not for you\r\n'))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const said: string[] = []
  const mail = await openMail(readConfig({ SMTP_URL: `smtp://127.0.0.1:${port}` }))
  await warnOfSilentMail(mail, (line) => said.push(line))
  expect(said).toEqual([
    expect.stringMatching(
      /^The mail server of SMTP_URL cannot be used \(.*554 not for you.*\): letters wait until it can\.$/,
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
