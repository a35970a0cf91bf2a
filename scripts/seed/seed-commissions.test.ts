import { writeFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { demoAccounts, demoPassword } from '../../demo/catalogue/accounts.ts'
import { demoArtists } from '../../demo/catalogue/artists.ts'
import { demoCommissions } from '../../demo/catalogue/commissions.ts'
import type { Commission, CommissionSummary } from '../../src/contracts/commissions/commission.ts'
import { commissionProcess } from '../../src/rules/commissions/commission-process.ts'
import { maxPlaces } from '../../src/rules/commissions/commission-limits.ts'
import { moneyProblems } from '../../tests/support/money/money-problems.ts'
import { cannedAudio } from '../../tests/support/canned-audio.ts'
import { take } from '../../tests/support/commissions/delivering.ts'
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts'
import { demoIdOf } from './demo-id.ts'
import { seedCommissions, seedRestrictedArtists, type CommissionSite } from './seed-commissions.ts'
import { seedUsers } from './seed-people.ts'

/** The demo's users and commissions, with recordings that take no time. */
async function openDemo() {
  const app = await createTestApp({ audio: cannedAudio })
  const site = {
    database: { db: app.db },
    payments: app.payments,
    publicUrl: 'http://undersong.test',
    audio: cannedAudio,
    clock: app.clock,
    sandbox: app.sandbox,
    storage: app.storage,
    log: app.http.log,
    signal: new AbortController().signal,
  }
  await seedUsers(site)
  return {
    app,
    site,
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  }
}

/** As at a first start. */
async function seedAll(site: CommissionSite): Promise<void> {
  const record = (_name: string, file: string) => writeFile(file, take)
  await seedCommissions(site, record)
  await seedRestrictedArtists(site, record)
}

async function logIn(app: TestApp, account: keyof typeof demoAccounts) {
  const { email } = demoAccounts[account]
  const response = await app.call('POST /api/accounts/log-in', {
    send: { email, password: demoPassword },
  })
  const cookie = response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  return async <Body>(route: string) =>
    (await app.call(route, { headers: { cookie } })).json<Body>()
}

type List = { commissions: CommissionSummary[] }

/** Whatever state somebody opens the page in, there is an example. `approved` lasts until the transfer is sent. */
const lasting = commissionProcess.statuses.filter((status) => status !== 'approved')

test('the demo singer has a commission in each status that lasts, one overdue, one disputed, one with two deliveries, and one whose artist waits for the money', async () => {
  await using demo = await openDemo()
  const { app } = demo
  await seedAll(demo.site)
  await app.work()
  const read = await logIn(app, 'singer')
  const { commissions } = await read<List>('GET /api/commissions?as=customer')
  expect(commissions).toHaveLength(demoCommissions.length)
  expect(new Set(commissions.map(({ status }) => status))).toEqual(new Set(lasting))
  const artistId = demoIdOf('user', demoAccounts.artist.username)
  const others = commissions.filter(({ artist }) => artist.id !== artistId)
  expect(others.map(({ status }) => status)).toEqual(['cron_pending'])

  const late = commissions.filter(({ status, overdueAt, readAt }) => {
    return status === 'in_progress' && overdueAt !== null && overdueAt < readAt
  })
  expect(late.map(({ canDo }) => canDo.includes('cancelOverdue'))).toEqual([true])
  const disputed = commissions.filter(({ isDisputed }) => isDisputed)
  expect(disputed.map(({ status }) => status)).toEqual(['delivered'])
  const details = await Promise.all(
    commissions.map(({ id }) => read<Commission>(`GET /api/commissions/${id}`)),
  )
  const twice = details.filter(
    ({ deliveries, isDisputed }) => deliveries.length === 2 && !isDisputed,
  )
  expect(twice.map(({ deliveries }) => deliveries.map(({ state }) => state))).toEqual([
    ['ready', 'ready'],
  ])
  const offered = details.filter(({ offerTitle }) => offerTitle !== null)
  expect(offered.map(({ pricePence, deliveryDays }) => [pricePence, deliveryDays])).toEqual([
    [1670, 3],
  ])
  expect(await moneyProblems(app)).toEqual([])

  const readAsAdmin = await logIn(app, 'admin')
  const { money } = await readAsAdmin<Commission>(`GET /api/commissions/${others[0]?.id}`)
  expect(money.transferProblem).toMatch(/^Your payment account needs a bank account/)
  const readAsArtist = await logIn(app, 'artist')
  type Settings = { commissionPlaces: number; openCommissions: number }
  expect(await readAsArtist<Settings>('GET /api/artist/commission-settings')).toMatchObject({
    commissionPlaces: maxPlaces,
    openCommissions: 7,
  })
})

test('an interrupted demo goes on where it stopped, a second start adds nothing, and nobody is told of the past by email', async () => {
  await using demo = await openDemo()
  const { app, site } = demo
  let opened = 0
  const openCheckout: typeof app.payments.openCheckout = async (checkout) => {
    opened += 1
    if (opened === 3) throw new Error('The third payment is interrupted.')
    return app.payments.openCheckout(checkout)
  }
  const stopped = seedAll({ ...site, payments: { ...app.payments, openCheckout } })
  await expect(stopped).rejects.toThrow('The third payment is interrupted.')
  const countAll = async () => {
    const { count } = app.db.fn
    const rows = await app.db
      .selectFrom('commissions')
      .select(count<string>('id').as('commissions'))
      .executeTakeFirstOrThrow()
    return Number(rows.commissions)
  }
  // Of the third one, which was requested and accepted, nothing is left.
  expect(await countAll()).toBe(2)
  await seedAll(site)
  await app.work()
  expect(await countAll()).toBe(demoCommissions.length)
  const facts = () => app.db.selectFrom('site_facts').select('name').orderBy('name').execute()
  const before = await facts()
  await seedAll(site)
  await app.work()
  expect(await countAll()).toBe(demoCommissions.length)
  expect(await facts()).toEqual(before)
  expect(await moneyProblems(app)).toEqual([])
  await expectPast(app)
  // The account at the card provider is restricted now.
  expect(app.emails.map(({ to }) => to)).toEqual([emailOf('della-quarterman')])
})

const dayMs = 24 * 60 * 60_000

/** What happened is of the last weeks and in its order, and so is what was told of it. */
async function expectPast({ db, clock }: TestApp): Promise<void> {
  const now = clock.now().getTime()
  const steps = await db
    .selectFrom('commission_steps')
    .select(['commission_id', 'at'])
    .orderBy('id')
    .execute()
  for (const ofOne of Map.groupBy(steps, (step) => step.commission_id).values()) {
    const times = ofOne.map(({ at }) => at.getTime())
    expect(times.toSorted((one, other) => one - other)).toEqual(times)
    expect(now).toBeGreaterThan(times.at(-1) ?? now)
    expect(now - (times[0] ?? 0)).toBeLessThan(28 * dayMs)
  }
  const told = await db
    .selectFrom('notifications')
    .select('created_at')
    .where(sql<string>`kind`, 'like', 'commission_%')
    .execute()
  expect(told.length).toBeGreaterThan(20)
  const today = Math.floor(now / dayMs) * dayMs
  for (const { created_at: at } of told) expect(at.getTime()).toBeLessThan(today)
}

function emailOf(artist: string): string | undefined {
  return demoArtists.find(({ username }) => username === artist)?.email
}
