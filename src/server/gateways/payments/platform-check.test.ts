import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, inject, onTestFinished, test } from 'vitest'
import { eventSubjects, eventTypesOf, providerEvents } from '#rules/payments/provider-events.ts'
import { tablesUnder } from '../../../../tests/support/source/document-tables.ts'
import { readText } from '../../../../tests/support/source/project-files.ts'

const siteUrl = 'http://127.0.0.1:9'

/** Creates a separate sandbox key with webhooks at these paths, and the data folder of an app that uses it. */
async function createConfiguredApp(paths = ['/api/stripe/webhook', '/api/stripe/webhook/thin']) {
  const { sandboxUrl } = inject('services')
  const names = ['snapshot', 'thin', 'snapshot']
  const endpoints = paths.map((path, at) => ({ name: names[at], url: siteUrl + path, secret: 's' }))
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
  return {
    folder,
    setMissing: (missing: string[]) => call('platform', 'POST', headers, { missing }),
  }
}

async function checkPayments(variables: Record<string, string>) {
  const command = spawn(process.execPath, ['scripts/check-payments.ts'], {
    env: { PORT: '9', ...variables },
  })
  const ended = new Promise<number | null>((resolve) => command.once('close', resolve))
  const [output, stderr] = await Promise.all([text(command.stdout), text(command.stderr)])
  return { status: await ended, output, problems: stderr.trim().split('\n').filter(Boolean) }
}

test('the command reports nothing missing when everything is set up', async () => {
  const { folder } = await createConfiguredApp()
  const { sandboxUrl: SANDBOX_URL } = inject('services')
  const { status, output, problems } = await checkPayments({ DATA_DIR: folder, SANDBOX_URL })
  expect([status, problems]).toEqual([0, []])
  expect(output).toContain('Nothing is missing')
})

test('the command reports each missing item in a sentence and exits with status 1', async () => {
  const { folder, setMissing } = await createConfiguredApp()
  const { sandboxUrl: SANDBOX_URL } = inject('services')
  const cases = {
    accounts_v2: 'Accounts v2 is not enabled',
    profile: 'The platform profile has not been submitted',
    liability: 'The responsibility for losses has not been acknowledged',
    business_name: 'No business name is set',
    cards: 'Cards are not enabled',
    manual_payouts: 'Bank payouts of the Stripe account are automatic',
    destination_scope: `${siteUrl}/api/stripe/webhook/thin hears nothing of connected accounts`,
  }
  for (const [gap, sentence] of Object.entries(cases)) {
    await setMissing([gap])
    const { status, problems } = await checkPayments({ DATA_DIR: folder, SANDBOX_URL })
    expect([gap, status, problems]).toEqual([gap, 1, [expect.stringContaining(sentence)]])
  }
})

test('the command reports webhook endpoints that are not registered', async () => {
  const { folder } = await createConfiguredApp(['/elsewhere'])
  const { sandboxUrl: SANDBOX_URL } = inject('services')
  const { status, problems } = await checkPayments({ DATA_DIR: folder, SANDBOX_URL })
  expect(status).toBe(1)
  expect(problems).toEqual(
    ['/api/stripe/webhook', '/api/stripe/webhook/thin'].map((path) =>
      expect.stringContaining(`No enabled webhook endpoint leads to ${siteUrl}${path}:`),
    ),
  )
})

test('the command reports an endpoint that is registered twice', async () => {
  const [snapshot, thin] = ['/api/stripe/webhook', '/api/stripe/webhook/thin']
  const { folder } = await createConfiguredApp([snapshot, thin, snapshot])
  const { sandboxUrl: SANDBOX_URL } = inject('services')
  const { status, problems } = await checkPayments({ DATA_DIR: folder, SANDBOX_URL })
  expect([status, problems]).toEqual([
    1,
    [expect.stringContaining(`2 webhook endpoints lead to ${siteUrl}${snapshot}:`)],
  ])
})

test('the command reports an unreachable provider, and an app that was never started', async () => {
  const { folder } = await createConfiguredApp()
  const unreachable = await checkPayments({ DATA_DIR: folder, SANDBOX_URL: siteUrl })
  expect([unreachable.status, unreachable.problems]).toEqual([
    1,
    [expect.stringContaining('The card provider does not respond')],
  ])
  const never = await checkPayments({ DATA_DIR: join(folder, 'none') })
  expect([never.status, never.problems]).toEqual([
    1,
    [expect.stringContaining('never been started')],
  ])
})

test('the operations guide has the table of events', () => {
  const guide = readText('docs/operations.md')
  const [webhooks] = tablesUnder(guide, 'Payments')
  const listed = webhooks?.rows.map(([, , types = '']) =>
    [...types.matchAll(/`([^`]+)`/g)].map(([, type]) => type),
  )
  expect(listed).toEqual([eventTypesOf('snapshot'), eventTypesOf('thin')])
  const [events] = tablesUnder(guide, 'Events')
  const subjects = Object.entries(eventSubjects).map(([subject, { fetched, mayChange }]) => {
    const types = Object.entries(providerEvents).filter(([, { about }]) => about === subject)
    return [types.map(([type]) => `\`${type}\``).join(', '), fetched, mayChange]
  })
  expect(events?.rows).toEqual(subjects)
})
