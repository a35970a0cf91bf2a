import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Endpoint } from '#contracts/endpoint.ts'
import { isRefusalCode } from '#rules/errors/refusal.ts'
import { allEndpoints } from '#server/http/all-endpoints.ts'
import { moneyProblems } from '../support/money/money-problems.ts'
import { callers, createAttackApp, send, type AttackApp } from './attack-app.ts'
import { inputsFor } from './inputs.ts'

const inputsEach = 500

/** Codes besides the refusals, for requests that match no contract. */
const otherCodes = new Set(['invalid_input', 'bad_request', 'event_not_genuine'])

/** Stack frames, SQL, and messages of libraries, which must not reach a client. */
const internals =
  /\.(ts|js|mjs):\d+|node_modules|\bat (async )?[\w.]+ \(|select .* from |insert into|syntax error|violates|pg_catalog|kysely|undefined is not|cannot read propert/i

const endpoints = allEndpoints.map(({ endpoint }) => endpoint)

test.each(endpoints.map((endpoint) => [endpoint.route, endpoint] as const))(
  'no input of any caller breaks %s or returns more than its contract lists',
  async (_route, endpoint) => {
    await using attack = await createAttackApp()
    let attempts = 0
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...callers),
        inputsFor(endpoint, attack),
        async (caller, input) => {
          if (endpoint.method !== 'GET') await attack.restorePeople()
          const response = await send(attack.testApp, {
            endpoint,
            as: attack.people[caller],
            input,
            address: `10.${attempts >> 16}.${(attempts >> 8) & 255}.${attempts++ & 255}`,
          })
          expectWithinContract(endpoint, response)
        },
      ),
      // Shrinking a failure would take minutes: the first one is enough.
      { numRuns: inputsEach, endOnFailure: true },
    )
    await expectNothingChanged(attack)
  },
)

function expectWithinContract(
  endpoint: Endpoint,
  response: { statusCode: number; body: string; headers: Record<string, unknown> },
): void {
  expect(response.statusCode, response.body.slice(0, 500)).toBeLessThan(500)
  const isJson = String(response.headers['content-type']).startsWith('application/json')
  if (isJson) expect(response.body).not.toMatch(internals)
  if (response.statusCode >= 400) {
    const { code } = JSON.parse(response.body) as { code: string }
    expect(isRefusalCode(code) || otherCodes.has(code), code).toBe(true)
  } else if (endpoint.produces === 'json') {
    const sent: unknown = JSON.parse(response.body)
    // Parsing drops unlisted fields: equality means that none was sent.
    expect(endpoint.output.parse(sent)).toEqual(sent)
  }
}

/** No call pays for anything here, so the one purchase must be unchanged. */
async function expectNothingChanged({ testApp }: AttackApp): Promise<void> {
  expect(await moneyProblems(testApp)).toEqual([])
  const owned = await testApp.db.selectFrom('entitlements').select('track_id').execute()
  expect(owned).toHaveLength(1)
  const admins = await testApp.db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .execute()
  expect(admins).toHaveLength(1)
}

test('invalid JSON and bodies of a wrong content type cause no server error', async () => {
  await using attack = await createAttackApp()
  const bodies: [string, string | Buffer][] = [
    ['application/json', '{'],
    ['application/json', ''],
    ['application/json', '\uFEFF{}'],
    ['application/json', Buffer.from('{"a":1}', 'utf16le')],
    ['application/json', '{"a":1,"a":2}'],
    ['application/json', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
    ['application/json', '{"__proto__":{"role":"admin"}}'],
    ['application/json', '{"constructor":{"prototype":{"role":"admin"}}}'],
    ['application/json; charset=utf-7', '{}'],
    ['text/plain', '{}'],
    ['application/xml', '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>'],
    ['application/x-www-form-urlencoded', 'a[b]=c'],
    ['multipart/form-data', 'no boundary'],
    ['multipart/form-data; boundary=x', '--x\r\n\r\n'],
    ['multipart/form-data; boundary=x', '--y--'],
    ['not a type', '{}'],
  ]
  for (const endpoint of endpoints.filter(({ method }) => method !== 'GET')) {
    for (const [type, payload] of bodies) {
      for (const caller of ['guest', 'artist'] as const) {
        await attack.restorePeople()
        const response = await attack.testApp.http.inject({
          method: endpoint.method,
          url: endpoint.path.replaceAll(/\{\w+\}/g, attack.ids[0] ?? ''),
          headers: {
            host: 'undersong.test',
            'content-type': type,
            cookie: attack.people[caller]?.cookie ?? '',
          },
          payload,
        })
        const what = `${endpoint.route} ${type} ${String(payload).slice(0, 40)}: ${response.body}`
        expect(response.statusCode, what).toBeLessThan(500)
        expect(response.body, what).not.toMatch(internals)
      }
    }
  }
  await expectNothingChanged(attack)
})
