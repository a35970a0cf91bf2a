import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { balanceOf, createTestSandbox } from '../test-support/test-sandbox.ts'

test('the platform begins with what the variable says, and has it once, also after a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-topped-up-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const variables = { SANDBOX_DATA_DIR: folder, SANDBOX_TOPPED_UP_PENCE: '5000' }
  for (const start of ['the first', 'the second']) {
    await using sandbox = await createTestSandbox(variables)
    expect([start, await balanceOf(sandbox)]).toEqual([start, [5000, 0]])
  }
})

test('a key begins with what its opening says, and a call adds to it', async () => {
  await using sandbox = await createTestSandbox()
  const opened = async (body: object) =>
    ((await sandbox.control('keys', body)) as { secretKey: string }).secretKey
  const [rich, poor] = [await opened({ toppedUpPence: 5000 }), await opened({})]
  const available = async (key: string) => {
    const { balances } = (await sandbox.control('snapshot', undefined, key)) as {
      balances: { platform: { availablePence: number } }
    }
    return balances.platform.availablePence
  }
  expect([await available(rich), await available(poor)]).toEqual([5000, 0])
  await sandbox.control('topup', { pence: 7 }, poor)
  expect([await available(rich), await available(poor)]).toEqual([5000, 7])
})
