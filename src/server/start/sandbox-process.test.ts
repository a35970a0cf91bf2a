import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStripePayments } from '#server/gateways/payments/stripe-payments.ts'
import { hasFinished } from './processes.ts'
import { startSandbox } from './sandbox-process.ts'

const secretKey = 'sk_test_killed'
const secrets = { webhookSecret: 'whsec_1', thinWebhookSecret: 'whsec_2' }

test('a test card provider that is killed is restarted, at its address and with its data', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'undersong-killed-'))
  const lines: string[] = []
  const sandbox = await startSandbox({
    variables: {
      NODE_ENV: 'test',
      SANDBOX_PORT: '0',
      SANDBOX_DATA_DIR: folder,
      SANDBOX_CONTRACT_FILE: join(tmpdir(), 'undersong-stripe-contract.json'),
      SANDBOX_SECRET_KEY: secretKey,
    },
    log: (line) => lines.push(line),
    pauseMs: 1,
  })
  const payments = openStripePayments({ secretKey, ...secrets, apiUrl: sandbox.url })
  const account = await payments.openAccount({
    userId: 'an-artist',
    email: 'a@example.com',
    idempotencyKey: 'acct:an-artist',
  })

  for (let times = 0; times < 2; times++) {
    const killed = sandbox.pid() ?? 0
    process.kill(killed, 'SIGKILL')
    await expect.poll(() => sandbox.pid()).not.toBe(killed)
    await payments.check()
  }
  expect(lines).toEqual(
    Array(2).fill('The test card provider ended (SIGKILL) and is started again.'),
  )
  expect(await payments.findReadiness(account)).toMatchObject({ payoutsEnabled: false })

  const last = sandbox.pid() ?? 0
  await sandbox.stop()
  expect(hasFinished(last)).toBe(true)
  expect(lines).toHaveLength(2)
  await rm(folder, { recursive: true })
})
