import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { ensureContract, sharedContractFile } from './contract/extract-contract.ts'
import { finishOnboarding, payAsCustomer } from './pay-as-customer.ts'
import {
  cart,
  clientOf,
  createAccount,
  createAccountLink,
  secretKey,
} from './test-support/test-sandbox.ts'

await ensureContract(sharedContractFile)

type Child = ChildProcessByStdio<Writable, Readable, Readable>

function startProcess(env: Record<string, string>): Child {
  return spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...env,
    },
  })
}

function settings(dataDir: string): Record<string, string> {
  return {
    SANDBOX_DATA_DIR: dataDir,
    SANDBOX_SECRET_KEY: secretKey,
    SANDBOX_CONTRACT_FILE: sharedContractFile,
  }
}

function newFolder() {
  const path = mkdtempSync(join(tmpdir(), 'sandbox-main-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

/** The address in the line that a started sandbox prints. */
async function readyUrl(child: Child): Promise<string> {
  for await (const line of createInterface(child.stdout)) {
    const ready: { ready: boolean; url: string } = JSON.parse(line)
    if (ready.ready) return ready.url
  }
  throw new Error(`The sandbox did not start: ${await text(child.stderr)}`)
}

async function refusalToStart(env: Record<string, string>) {
  const child = startProcess(env)
  const [message, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { message: message.trim(), code: Number(code) }
}

test('every invalid setting is reported at once', async () => {
  const { message, code } = await refusalToStart({
    SANDBOX_SECRET_KEY: 'sk_live_real',
    SANDBOX_PORT: 'http',
    SANDBOX_WEBHOOK_URL: 'http://127.0.0.1:3000/hook',
  })
  expect(code).toBe(1)
  expect(message.split('\n')).toEqual([
    'SANDBOX_PORT must be a port number',
    'SANDBOX_DATA_DIR is required',
    'SANDBOX_SECRET_KEY must start with sk_test_',
    'SANDBOX_WEBHOOK_SECRET is needed with SANDBOX_WEBHOOK_URL',
  ])
})

test('in production it starts only with PAYMENTS_SANDBOX=i-know', async () => {
  using folder = newFolder()
  const production = { ...settings(folder.path), NODE_ENV: 'production' }
  const { message, code } = await refusalToStart(production)
  expect(code).toBe(1)
  expect(message).toBe(
    'NODE_ENV is production, where payments in a sandbox would sell for no money: set PAYMENTS_SANDBOX=i-know to run it all the same.',
  )
  const child = startProcess({ ...production, PAYMENTS_SANDBOX: 'i-know' })
  await expect(readyUrl(child)).resolves.toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  child.kill('SIGTERM')
  await expect(once(child, 'exit')).resolves.toEqual([0, null])
})

test('a taken port and a taken folder are each reported in one sentence', async () => {
  using folder = newFolder()
  using other = newFolder()
  const child = startProcess(settings(folder.path))
  const { port } = new URL(await readyUrl(child))
  const sameFolder = await refusalToStart(settings(folder.path))
  expect(sameFolder).toEqual({
    code: 1,
    message: `SANDBOX_DATA_DIR ${folder.path} is used by another sandbox.`,
  })
  const samePort = await refusalToStart({ ...settings(other.path), SANDBOX_PORT: port })
  expect(samePort).toEqual({ code: 1, message: `SANDBOX_PORT ${port} is taken.` })
  child.stdin.end()
  await once(child, 'exit')
})

test('the sandbox stops when its parent process ends', async () => {
  using folder = newFolder()
  const child = startProcess(settings(folder.path))
  await readyUrl(child)
  child.stdin.destroy()
  await expect(once(child, 'exit')).resolves.toEqual([0, null])
})

test('what was acknowledged survives kill -9, and its key still gets the same response', async () => {
  using folder = newFolder()
  const first = startProcess(settings(folder.path))
  const url = await readyUrl(first)
  const stripe = clientOf(url)
  const account = await createAccount({ stripe })
  await finishOnboarding((await createAccountLink({ stripe }, account.id)).url)
  const session = await stripe.checkout.sessions.create(cart(920))
  await payAsCustomer(session.url ?? '', { card: '4242424242424242' })
  const [charge] = (await stripe.charges.list()).data
  const transfer = {
    amount: 500,
    currency: 'gbp',
    destination: account.id,
    source_transaction: charge?.id ?? '',
  }
  const options = { idempotencyKey: 'transfer:1:a1' }
  const made = await stripe.transfers.create(transfer, options)
  first.kill('SIGKILL')
  await once(first, 'exit')

  const second = startProcess(settings(folder.path))
  const urlAfter = await readyUrl(second)
  expect(urlAfter).toBe(url)
  const after = clientOf(urlAfter)
  await expect(after.transfers.retrieve(made.id)).resolves.toMatchObject({ amount: 500 })
  await expect(after.transfers.create(transfer, options)).resolves.toMatchObject({ id: made.id })
  await expect(after.transfers.list()).resolves.toMatchObject({ data: [{ id: made.id }] })
  await expect(after.balance.retrieve()).resolves.toMatchObject({ pending: [{ amount: 386 }] })
  second.kill('SIGTERM')
  await once(second, 'exit')
})

test('the sandbox restarts on its last port, or on another when that is taken', async () => {
  using folder = newFolder()
  const first = startProcess(settings(folder.path))
  const { port } = new URL(await readyUrl(first))
  first.stdin.end()
  await once(first, 'exit')
  const stranger = createServer().listen(Number(port), '127.0.0.1')
  await once(stranger, 'listening')
  const second = startProcess(settings(folder.path))
  expect(new URL(await readyUrl(second)).port).not.toBe(port)
  second.stdin.end()
  await once(second, 'exit')
  stranger.close()
})
