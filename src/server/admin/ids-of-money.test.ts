// The admin's endpoints of money with an id in their path: whatever stands there is refused, and never breaks them.

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { evidenceFieldNames } from '#rules/payments/dispute-evidence.ts'
import { allEndpoints } from '#server/http/all-endpoints.ts'
import { codeOf } from '../../../tests/support/access/code-of.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { sharedTestApp } from '../../../tests/support/shared-app.ts'

const sharedApp = sharedTestApp()

const reason = 'A reason.'
const note = 'A note.'
const evidence = Object.fromEntries(evidenceFieldNames.map((field) => [field, 'As agreed']))

/** Each with a body that is right, and what it says of an id that nothing has. */
const endpoints: Record<string, { send?: object; unknown?: string }> = {
  'GET bank-disputes/{id}': {},
  'POST bank-disputes/{id}/answer': { send: { ...evidence, note } },
  'POST bank-disputes/{id}/documents': { send: {} },
  'GET evidence-files/{id}': {},
  'DELETE evidence-files/{id}': {},
  'GET debts/{id}': {},
  'POST debts/{id}/decide': { send: { decision: 'ask', pence: 1, reason } },
  'GET found-refunds/{id}': {},
  'POST found-refunds/{id}/assign': { send: { division: '', leftPence: 1, reason } },
  'POST unexplained/{id}/assign': { send: { account: 'losses', note } },
  'GET refunds/{id}': {},
  'POST refunds/{id}/settle': { send: { reference: 'FPS 1', note } },
  'POST refunds/{id}/retry': { send: { why: reason } },
  'GET transfers/{id}': {},
  'POST transfers/{id}/settle': { send: { reference: 'FPS 1', note } },
  'POST transfers/{id}/write-off': { send: { reason } },
  'POST transfers/{id}/retry': { send: { why: reason } },
  'GET orders/{id}': {},
  'POST orders/{id}/end-mismatch': { send: { outcome: 'given_back', note } },
  'GET reconciliation/{day}': {},
  'GET differences/{id}': {},
  'POST differences/{id}/end': { send: { status: 'explained', note } },
  'GET refund-requests/{id}': {},
  'POST refund-requests/{id}/decide': { send: { decision: 'decline', leftPence: 1, reason } },
  'GET sales/{id}/refund': {},
  'POST sales/{id}/refund': { send: { amount: '1.00', leftPence: 1, reason } },
  'POST tasks/found_refund/{id}/take': { send: { from: 'nobody' }, unknown: 'task_ended' },
  'POST tasks/refund/{id}/take': { send: { from: 'nobody' }, unknown: 'task_ended' },
  'POST tasks/refund/{id}/hand-back': { send: {}, unknown: 'task_ended' },
  // The papers of a deleted account stay.
  'GET users/{id}/papers': { unknown: 'done' },
  'POST users/{id}/hold-transfers': { send: { note } },
  'POST users/{id}/release-transfers': { send: { note } },
}

/** As they stand in an address. */
const malformed = [
  '%00',
  're_1%00',
  `${randomUUID()}%00`,
  'x'.repeat(3000),
  'not-an-id',
  `${randomUUID()}0`,
  "'%20or%201=1%20--",
  '%F0%9F%98%80',
  '%E0%A4%A',
  '..%2F..%2Fetc',
  '%C0%80',
  '%EF%BF%BF',
]

test.each(Object.entries(endpoints))('%s refuses every id that there is not', async (route, of) => {
  const app = await sharedApp()
  const as = await createAdmin(app)
  const call = (id: string) => {
    const [method = '', path = ''] = route.replace(/\{\w+\}/, () => id).split(' ')
    const { send } = of
    return app.call(`${method} /api/proxy/admin/${path}`, { as, ...(send ? { send } : {}) })
  }
  for (const id of malformed) {
    const answer = await call(id)
    expect([id, answer.statusCode]).toEqual([id, expect.toBeOneOf([400, 404, 409, 414])])
    expect(codeOf(answer)).toMatch(/^(invalid_input|bad_request|not_found|task_ended)$/)
  }
  const unknown = route.includes('{day}') ? '2020-02-29' : randomUUID()
  expect(codeOf(await call(unknown))).toBe(of.unknown ?? 'not_found')
})

test('each of these endpoints is among them', () => {
  const ofMoney = allEndpoints
    .map(({ endpoint }) => endpoint)
    .filter(({ path, file }) => /^\/api\/proxy\/admin\/.*\{/.test(path) && file === null)
    .filter(
      ({ path }) =>
        !/\/admin\/(comments|commissions|disputes|messages|reviews|tracks|flags|users\/\{id\}$)/.test(
          path,
        ),
    )
    .map(({ method, path }) => `${method} ${path.replace('/api/proxy/admin/', '')}`)
  const asWritten = new Set(
    Object.keys(endpoints).map((route) => route.replace(/tasks\/\w+\//, 'tasks/{kind}/')),
  )
  expect(ofMoney.filter((route) => !asWritten.has(route))).toEqual([])
})
