import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allEndpoints } from '#server/http/all-endpoints.ts'
import { moneyProblems } from '../support/money/money-problems.ts'
import { callers, createAttackApp, send, type AttackApp } from './attack-app.ts'
import { validInputsFor } from './inputs.ts'

const endpoints = allEndpoints.map(({ endpoint }) => endpoint)
const chosenId = randomUUID()
const longAgo = '1999-01-01T00:00:00.000Z'

/** Columns and fields that only the server may set, in every spelling of a row or a response. */
function extras({ people }: AttackApp): Record<string, unknown> {
  return {
    id: chosenId,
    role: 'admin',
    isAdmin: true,
    banned: false,
    isBanned: false,
    emailVerified: true,
    email_verified: true,
    is_demo: true,
    usernameKey: 'chosen',
    username_key: 'chosen',
    userId: people.otherArtist.id,
    user_id: people.otherArtist.id,
    artistId: people.otherArtist.id,
    artist_id: people.otherArtist.id,
    customerId: people.otherArtist.id,
    user: { id: people.otherArtist.id, role: 'admin' },
    pricePence: 1,
    price_pence: 1,
    customerPrice: 0.01,
    totalPence: 1,
    total_pence: 1,
    amount: 1,
    refundedPence: 570,
    refunded_pence: 570,
    artistPence: 0,
    payablePence: 570,
    payable_pence: 570,
    providerId: 'tr_chosen',
    provider_id: 'tr_chosen',
    currency: 'jpy',
    status: 'paid',
    state: 'listed',
    ready: true,
    sessionId: chosenId,
    storage_key: `originals/${chosenId}`,
    createdAt: longAgo,
    created_at: longAgo,
    expiresAt: '2999-01-01T00:00:00.000Z',
  }
}

test.each(endpoints.map((endpoint) => [endpoint.route, endpoint] as const))(
  'no field that only the server may set is accepted by %s',
  async (_route, endpoint) => {
    await using attack = await createAttackApp()
    const before = await serverControlled(attack)
    const extraFields = extras(attack)
    let index = 0
    for (const sample of fc.sample(validInputsFor(endpoint, attack), 12))
      for (const caller of callers) {
        await attack.restorePeople()
        // Fields of the contract stay unchanged.
        const valid = typeof sample === 'object' && sample !== null ? sample : {}
        const response = await send(attack.testApp, {
          endpoint,
          as: attack.people[caller],
          input: addToItems({ ...extraFields, ...valid }, extraFields),
          address: `10.2.0.${index++}`,
        })
        expect(response.statusCode, response.body.slice(0, 300)).toBeLessThan(500)
      }
    expect(await serverControlled(attack)).toEqual(before)
    expect(await moneyProblems(attack.testApp)).toEqual([])
  },
)

/** Adds the extra fields to each object in a list, too. */
function addToItems(input: Record<string, unknown>, extraFields: Record<string, unknown>) {
  const extend = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map((one: unknown) =>
          typeof one === 'object' && one !== null ? { ...extraFields, ...one } : one,
        )
      : value
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, extend(value)]))
}

/** Values that must be equal before and after, whatever valid rows were added. */
async function serverControlled({ testApp: { db }, people }: AttackApp) {
  const users = await db.selectFrom('users').selectAll().orderBy('id').execute()
  const unknownUsers = users.filter(({ email }) => !isKnown(people, email))
  const orders = await db.selectFrom('orders').selectAll().orderBy('id').execute()
  const lines = await db.selectFrom('order_lines').selectAll().orderBy('id').execute()
  const uploads = await db.selectFrom('uploads').selectAll().orderBy('id').execute()
  const tracks = await db
    .selectFrom('tracks')
    .select(['id', 'artist_id', 'price_pence'])
    .orderBy('id')
    .execute()
  const ids = [...users, ...orders, ...lines, ...uploads].map(({ id }) => id)
  return {
    admins: users.filter(({ role }) => role === 'admin').map(({ email }) => email),
    banned: users.filter(({ banned }) => banned).map(({ email }) => email),
    privileged: unknownUsers.filter(
      (user) => user.email_verified || user.is_demo || user.username_key === 'chosen',
    ),
    chosenIds: ids.filter((id) => id === chosenId),
    old: [...users, ...orders, ...uploads].filter(({ created_at: at }) => at.getFullYear() < 2000),
    // Two of 5.00 for each artist: 5.70 with both fees.
    cheap: [
      ...orders.filter((order) => order.total_pence < 500),
      ...lines.filter((line) => line.customer_pence < 500),
    ],
    paid: orders.filter(({ status }) => status === 'paid').length,
    sales: await db.selectFrom('sales').selectAll().execute(),
    transfers: await db
      .selectFrom('transfers')
      .select(['id', 'artist_id', 'amount_pence', 'payable_pence', 'status', 'provider_id'])
      .execute(),
    refunds: await db.selectFrom('refunds').select('id').execute(),
    payouts: await db.selectFrom('platform_payouts').select('id').execute(),
    tracks,
    listed: uploads.filter(({ status }) => status === 'listed'),
    entitlements: await db
      .selectFrom('entitlements')
      .select(['user_id', 'track_id'])
      .orderBy('user_id')
      .orderBy('track_id')
      .execute(),
    endless: await db
      .selectFrom('sessions')
      .select('id')
      .where('expires_at', '>', new Date(Date.now() + 8 * 24 * 60 * 60_000))
      .execute(),
  }
}

function isKnown(people: AttackApp['people'], email: string): boolean {
  return Object.values(people).some((person) => person?.email === email)
}
