// Runs that fail, end or race while statements are made.

import { expect, test } from 'vitest'
import type { Failpoint } from '#server/clock-and-failpoints/failpoints.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { createArtistWithPayouts } from '../../../tests/support/shopping.ts'
import { sellTracks } from '../../../tests/support/sales/selling.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import {
  expectStatementsEqualLedger,
  makeStatements,
  untilStatementDay,
} from '../../../tests/support/statements/monthly-statements.ts'
import { createUser, type TestApp } from '../../../tests/support/test-app.ts'
import { makeStatements as makeAll } from './statement-making.ts'

const seller = { name: 'Undersong', address: ['1 Green Lane'], vatNumber: null }
const emptyApp = emptiedTestApp()

async function openMonth() {
  const app = await emptyApp()
  const artists = [
    await createArtistWithPayouts(app),
    await createArtistWithPayouts(app),
    await createArtistWithPayouts(app),
  ]
  await sellTracks(
    app,
    await createUser(app),
    artists.map((artist) => ({ artist, pricePence: 500 })),
  )
  await app.work()
  await untilStatementDay(app)
  return { app, artists }
}

async function countMade({ db }: TestApp) {
  const statements = await db.selectFrom('statements').select(['artist_id', 'number']).execute()
  const mails = await db
    .selectFrom('mails')
    .select('about')
    .where('about', 'like', 'statement:%')
    .execute()
  return { statements: statements.length, mails: mails.length }
}

test.each<Failpoint>([
  'before statement.collect',
  'after statement.collect',
  'before statement.commit',
  'after statement.commit',
])(
  'a run that fails %s is done by the next attempt: each statement once, and emailed once',
  async (place) => {
    const { app, artists } = await openMonth()
    void app.failpoints.arm(place, 'throw')
    await makeStatements(app)
    const first = await countMade(app)
    // Neither without the other, wherever the run has failed.
    expect(first.mails).toBe(first.statements)
    expect(first.statements).toBe(
      { collect: 0, commit: place.startsWith('before') ? 2 : 3 }[place.split('.')[1] ?? ''],
    )
    const { finished_at: finishedAt } = await app.db
      .selectFrom('statement_months')
      .select('finished_at')
      .executeTakeFirstOrThrow()
    expect(finishedAt).toBeNull()
    await app.letTimePass()
    await app.work()
    expect(await countMade(app)).toEqual({ statements: 3, mails: 3 })
    for (const artist of artists) await expectStatementsEqualLedger(app, artist)
    const sent = app.emails.filter(({ subject }) => subject.startsWith('Your statement of'))
    expect(sent).toHaveLength(3)
  },
)

test('of several runs at once, each statement is made once', async () => {
  const { app, artists } = await openMonth()
  await addJob(app.db, 'close_ledger_days', {})
  await app.work()
  const { db, clock, failpoints } = app
  const deps = { db, clock, failpoints, publicUrl: 'http://undersong.test', seller }
  const run = { log: app.http.log, signal: new AbortController().signal }
  // None of them fails, either.
  await Promise.all(Array.from({ length: 6 }, () => makeAll(deps, run)))
  expect(await countMade(app)).toEqual({ statements: 3, mails: 3 })
  for (const artist of artists) await expectStatementsEqualLedger(app, artist)
})

test('a run that is told to stop makes no further statement, and the next one goes on', async () => {
  const { app } = await openMonth()
  await addJob(app.db, 'close_ledger_days', {})
  await app.work()
  const { db, clock, failpoints } = app
  const deps = { db, clock, failpoints, publicUrl: 'http://undersong.test', seller }
  const stopping = new AbortController()
  const reached = app.failpoints.arm('before statement.commit', 'pause')
  const run = makeAll(deps, { log: app.http.log, signal: stopping.signal })
  await reached
  stopping.abort(new Error('The process stops.'))
  app.failpoints.disarm('before statement.commit')
  await expect(run).rejects.toThrow('The process stops.')
  expect(await countMade(app)).toEqual({ statements: 1, mails: 1 })
  await makeAll(deps, { log: app.http.log, signal: new AbortController().signal })
  expect(await countMade(app)).toEqual({ statements: 3, mails: 3 })
})
