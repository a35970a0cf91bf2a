// A guessed password alone opens nothing of the admins: every call of theirs is refused without two-factor log-in.

import { expect, test } from 'vitest'
import { isForAdmins } from '#rules/permissions.ts'
import { allEndpoints } from '#server/http/all-endpoints.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { callsOfAdmins } from '../../../tests/support/access/calls-of-admins.ts'
import { codeOf } from '../../../tests/support/access/code-of.ts'
import { createFixtures, privateTexts } from '../../../tests/support/access/fixtures.ts'
import { storedState } from '../../../tests/support/access/stored-state.ts'
import { validRequest } from '../../../tests/support/access/valid-request.ts'
import { createTestApp } from '../../../tests/support/test-app.ts'

test('an admin without two-factor log-in is refused each call of admins, reads nothing of others and changes nothing', async () => {
  await using app = await createTestApp()
  const fixtures = await createFixtures(app)
  const admin = await createAdmin(app)
  await app.db
    .updateTable('users')
    .set({ two_factor_enabled: false })
    .where('id', '=', admin.id)
    .execute()
  const calls = allEndpoints.filter(({ endpoint }) => isForAdmins(endpoint.by))
  const names = new Set(calls.map(({ name }) => name))
  expect(Object.keys(callsOfAdmins).filter((name) => !names.has(name))).toEqual([])

  // The session notes once in some minutes that it is used.
  await app.call('GET /api/proxy/auth/get-id-and-role', { as: admin })
  const before = await storedState(app)
  const allowed: string[] = []
  const secrets = privateTexts(fixtures)
  for (const { name, endpoint } of calls) {
    const response = await validRequest(app, name, endpoint, { fixtures, as: admin })
    if (codeOf(response) !== 'two_factor_required') allowed.push(`${name}: ${codeOf(response)}`)
    if (secrets.some((text) => response.body.includes(text))) allowed.push(`${name} tells`)
  }
  expect(allowed).toEqual([])
  expect(await storedState(app)).toBe(before)
})
