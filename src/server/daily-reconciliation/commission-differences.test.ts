// What the checks of the database find about commissions is a difference as well: an admin takes care of it.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cannedAudio } from '../../../tests/support/canned-audio.ts'
import { openLivedCommissions } from '../../../tests/support/commissions/lived-commissions.ts'
import { readBalance } from '../../../tests/support/money/provider-balance.ts'
import {
  differencesOf,
  openKinds,
  reconcile,
  untilNight,
  withoutTriggers,
} from '../../../tests/support/money/reconciling.ts'
import { createTestApp } from '../../../tests/support/test-app.ts'

test('what is wrong about a commission is found in the night, with what is held for too long, and ends when it is right again', async () => {
  // Its schema is changed.
  await using app = await createTestApp({ audio: cannedAudio })
  const lived = await openLivedCommissions(app)
  const { pending_artist: pending, requested, in_progress: working, delivered, completed } = lived
  await readBalance(app)
  await untilNight(app)
  const early = sql`${app.clock.now()}::timestamptz - interval '3 minutes'`
  await sql`alter table commissions drop constraint commissions_revisions_are_bounded`.execute(
    app.db,
  )
  for (const change of [
    sql`update commissions set hold_until = ${early} where id = ${working}`,
    sql`delete from commission_entitlements where commission_id = ${completed}`,
    sql`update commissions set revision_count = 3 where id = ${delivered}`,
    sql`delete from commission_steps where commission_id = ${pending}`,
    sql`update commissions set pay_by = ${early} where id = ${requested}`,
  ])
    await withoutTriggers(app, change)
  await reconcile(app)
  const found = await differencesOf(app)
  expect(found.map(({ kind, subject, ours }) => [kind, subject, ours])).toEqual([
    ['deadline_late', requested, null],
    ['held_too_long', working, '4420'],
    ['owned_differs', completed, null],
    ['revisions_exceeded', delivered, null],
    ['timeline_differs', pending, null],
  ])
  await sql`update commissions set revision_count = 1 where id = ${delivered}`.execute(app.db)
  await untilNight(app)
  await reconcile(app)
  expect(await openKinds(app)).not.toContain('revisions_exceeded')
  expect(await openKinds(app)).toContain('timeline_differs')
})
