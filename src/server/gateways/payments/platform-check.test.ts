import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, inject, onTestFinished, test } from 'vitest'
import { readText } from '../../../../tests/support/project-files.ts'
import { snapshotEventTypes, thinEventTypes } from './stripe-events.ts'

const site = 'http://127.0.0.1:9'

/** A key of its own at the sandbox, whose events go to these addresses, and the data folder of a shop that uses it. */
async function createConfiguredApp(paths = ['/api/stripe/webhook', '/api/stripe/webhook/thin']) {
  const { sandboxUrl } = inject('services')
  const names = ['snapshot', 'thin']
  const endpoints = paths.map((path, at) => ({ name: names[at], url: site + path, secret: 's' }))
  const call = (path: string, method: string, headers: object, body: object) =>
    fetch(`${sandboxUrl}/_control/${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const opened = (await (await call('keys', 'POST', {}, { endpoints })).json()) as {
    secretKey: string
  }
  const headers = { authorization: `Bearer ${opened.secretKey}` }
  const folder = await mkdtemp(join(tmpdir(), 'undersong-check-'))
  const secret = 'x'.repeat(43)
  const secrets = { auth: secret, revalidate: secret, database: secret }
  const own = { sandboxKey: opened.secretKey, webhook: 'whsec_1', thinWebhook: 'whsec_2' }
  await writeFile(join(folder, 'secrets.json'), JSON.stringify({ ...secrets, ...own }))
  onTestFinished(async () => {
    await call('keys', 'DELETE', headers, {})
    await rm(folder, { recursive: true })
  })
  return { folder, lacks: (missing: string[]) => call('platform', 'POST', headers, { missing }) }
}

async function checkPayments(variables: Record<string, string>) {
  const command = spawn(process.execPath, ['scripts/check-payments.ts'], {
    env: { PORT: '9', ...variables },
  })
  const ended = new Promise<number | null>((resolve) => command.once('close', resolve))
  const [output, complained] = await Promise.all([text(command.stdout), text(command.stderr)])
  return { status: await ended, output, problems: complained.trim().split('\n').filter(Boolean) }
}

test('the command finds nothing missing where all is set up', async () => {
  const { folder } = await createConfiguredApp()
  const { sandboxUrl: SANDBOX_URL } = inject('services')
  const { status, output, problems } = await checkPayments({ DATA_DIR: folder, SANDBOX_URL })
  expect([status, problems]).toEqual([0, []])
  expect(output).toContain('Nothing is missing')
})

test('the command names each thing that is missing, in a sentence, and ends with status 1', async () => {
  const { folder, lacks } = await createConfiguredApp()
  const { sandboxUrl: SANDBOX_URL } = inject('services')
  const cases = {
    accounts_v2: 'Accounts v2 is not enabled',
    profile: 'The platform profile has not been submitted',
    liability: 'The responsibility for losses has not been acknowledged',
    business_name: 'No business name is set',
    cards: 'Cards are not enabled',
    destination_scope: `${site}/api/stripe/webhook/thin hears nothing of connected accounts`,
  }
  for (const [gap, sentence] of Object.entries(cases)) {
    await lacks([gap])
    const { status, problems } = await checkPayments({ DATA_DIR: folder, SANDBOX_URL })
    expect([gap, status, problems]).toEqual([gap, 1, [expect.stringContaining(sentence)]])
  }
})

test('the command names webhook endpoints that are not registered', async () => {
  const { folder } = await createConfiguredApp(['/elsewhere'])
  const { sandboxUrl: SANDBOX_URL } = inject('services')
  const { status, problems } = await checkPayments({ DATA_DIR: folder, SANDBOX_URL })
  expect(status).toBe(1)
  expect(problems).toEqual(
    ['/api/stripe/webhook', '/api/stripe/webhook/thin'].map((path) =>
      expect.stringContaining(`No enabled webhook endpoint leads to ${site}${path}:`),
    ),
  )
})

test('the command says so when the provider is not there, or the shop never was', async () => {
  const { folder } = await createConfiguredApp()
  const gone = await checkPayments({ DATA_DIR: folder, SANDBOX_URL: site })
  expect([gone.status, gone.problems]).toEqual([
    1,
    [expect.stringContaining('The card provider does not answer')],
  ])
  const never = await checkPayments({ DATA_DIR: join(folder, 'none') })
  expect([never.status, never.problems]).toEqual([
    1,
    [expect.stringContaining('never been started')],
  ])
})

test('the operations guide names every event that the shop acts on', () => {
  const guide = readText('docs/operations.md')
  const named = [...snapshotEventTypes, ...thinEventTypes].filter((type) =>
    guide.includes(`\`${type}\``),
  )
  expect(named).toEqual([...snapshotEventTypes, ...thinEventTypes])
})
