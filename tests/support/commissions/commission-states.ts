// The pages of a commission in all its states, for journeys that look at each: one commission is delivered through the API,
// the others are copies of its rows, because each step would take a second.

import { randomUUID } from 'node:crypto'
import { maxOpenNotes } from '../../../src/rules/commissions/note-limits.ts'
import { createApiUser, type ApiUser } from '../api-user.ts'
import { queryDatabase } from '../inside.ts'
import { deliverCommission, orderCommission, useUpRevisions } from './api-commission.ts'

type Site = { url: string; dataDir: string; artist: ApiUser }

const [past, future] = ['2020-01-01T12:00:00Z', '2100-01-01T12:00:00Z']
const text = 'Slower, softer, and with a bar of silence before the last verse. '.repeat(12)
const link = `https://example.com/${'slower-'.repeat(30)}`
/** Wider than a phone. */
const longWord = 'Sloooower'.repeat(12)
/** Of the room that is full. */
const maxMessages = 200

/** What a copy has in other columns than the delivered commission. */
const changesOfStates = {
  accepted: { status: 'accepted' },
  changesAsked: { status: 'in_progress', revision_feedback: text + link },
  overdue: { status: 'in_progress', due_at: past, overdue_at: past },
  frozen: {
    status: 'in_progress',
    frozen_at: past,
    frozen_by: 'admin',
    freeze_reason: text,
  },
  disputed: {},
  full: {},
  approved: { status: 'approved', ended_at: past },
  transferWaits: { status: 'cron_pending', ended_at: past },
  completed: { status: 'completed', ended_at: past, completed_at: past },
  cancelled: { status: 'cancelled', status_reason: 'artist_gave_up', ended_at: past },
  declined: { status: 'rejected_by_artist', artist_message: text, ended_at: past },
} as const

export type CommissionState = keyof typeof changesOfStates | 'delivered'

/**
 * Returns the ids of a commission in each state, with texts as long as people write them, and their customer: a singer who
 * has bought one is not told any more how it works.
 */
export async function storeCommissionStates(
  app: Site,
): Promise<{ customer: ApiUser; states: Record<CommissionState, string> }> {
  const customer = await createApiUser(app, 'customer', 'Sue Sings')
  const site = { ...app, singer: customer }
  const delivered = await orderCommission(site, 1)
  await deliverCommission(site, delivered)
  await useUpRevisions(site, delivered)
  const [{ columns } = { columns: '' }] = await queryDatabase<{ columns: string }>(
    app.dataDir,
    `select string_agg(column_name, ', ') as columns from information_schema.columns
    where table_name = 'commissions' and is_generated = 'NEVER'`,
  )
  const ids: Partial<Record<string, string>> = { delivered }
  for (const [state, changes] of Object.entries(changesOfStates)) {
    const id = randomUUID()
    ids[state] = id
    await queryDatabase(
      app.dataDir,
      copyOf({ original: delivered, columns }, { id, ...changes, end_at: future }),
    )
  }
  await queryDatabase(
    app.dataDir,
    `insert into commission_disputes (id, commission_id, status, description, opened_at, answer_by)
    values (gen_random_uuid(), '${ids['disputed']}', 'open', '${text}', now(), now() + interval '1 day');
    insert into transfers (id, payment_id, artist_id, amount_pence, status)
    select gen_random_uuid(), payment_id, artist_id, artist_pence, 'blocked'
    from commissions where id = '${ids['transferWaits']}';
    ${notesEverywhere};
    ${messagesOf(['delivered', 'cancelled', 'full'].map((state) => ids[state]))};
    ${filledRoom(ids['full'] ?? '')}`,
  )
  // Of each key of the table above, beside the original.
  return { customer, states: ids as Record<CommissionState, string> }
}

/** On the first delivery of each: three too close to be told apart, and of the others one that is done. */
const notesEverywhere = `
  insert into commission_notes (id, commission_id, delivery_id, author, at_tenths, text, created_at, done_at, answer,
    answered_at)
  select gen_random_uuid(), commission_id, one.id, author, round(preview_start_ms / 100.0) + place, '${text.slice(0, 480)}',
    now(), done_at, answer, done_at
  from commission_deliveries as one,
    (values ('customer', 120, null::timestamptz, null), ('artist', 124, null, null), ('customer', 128, null, null),
      ('customer', 240, '${past}', '${text.slice(0, 480)}')) as note (author, place, done_at, answer)
  where number = 1 and one.status = 'ready'`

/** Of both parties, with a file in each state; the pictures and recordings themselves are missing. */
function messagesOf(commissionIds: (string | undefined)[]): string {
  const rooms = `commissions where commissions.id in ('${commissionIds.join("', '")}')`
  return `
    insert into commission_messages (id, commission_id, author_id, author_role, text, request_key, created_at)
    select gen_random_uuid(), id, artist_id, 'artist', '${link} ${text}', gen_random_uuid(), now() - interval '1 day'
    from ${rooms};
    insert into commission_messages (id, commission_id, author_id, author_role, text, request_key, created_at)
    select gen_random_uuid(), id, customer_id, 'customer', '${text}', gen_random_uuid(), now()
    from ${rooms};
    insert into commission_attachments (id, message_id, commission_id, position, kind, status, file_name, storage_key,
      bytes, duration_ms, peaks, refusal_code)
    select gen_random_uuid(), message.id, commission_id, position, kind, state, '${'chords-'.repeat(20)}' || position,
      case when state <> 'refused' then 'attachments/' || gen_random_uuid() end, 1500000,
      case when kind = 'audio' and state = 'ready' then 2000 end,
      case when kind = 'audio' and state = 'ready' then '\\x00ff'::bytea end,
      case when state = 'refused' then 'attachment_unplayable' end
    from commission_messages as message, (
      values (1, 'document', 'ready', 'artist'), (2, 'audio', 'ready', 'artist'), (1, 'audio', 'preparing', 'customer'),
        (2, 'audio', 'refused', 'customer')
    ) as file (position, kind, state, author) where author = author_role`
}

/** With what every room has, as many notes as can be open, and as many messages as two people write in a month. */
function filledRoom(id: string): string {
  return `
    insert into commission_notes (id, commission_id, delivery_id, author, at_tenths, text, created_at)
    select gen_random_uuid(), commission_id, id, case nr % 2 when 0 then 'artist' else 'customer' end,
      round(preview_start_ms / 100.0) + nr * 6, left('${longWord} ${text}', 20 + nr * 10), now() + nr * interval '1 second'
    from commission_deliveries, generate_series(1, ${maxOpenNotes}
      - (select count(*)::integer from commission_notes where commission_id = '${id}' and done_at is null)) as nr
    where commission_id = '${id}' and number = 1;
    insert into commission_messages (id, commission_id, author_id, author_role, text, request_key, created_at)
    select gen_random_uuid(), id, case author when 'artist' then artist_id else customer_id end, author,
      left('${text}', 20 + nr * 7 % 300) || case nr % 10 when 0 then ' ${longWord}' else '' end, gen_random_uuid(),
      now() - nr * interval '3 hours 1 minute'
    from commissions,
      generate_series(1, ${maxMessages}
        - (select count(*)::integer from commission_messages where commission_id = '${id}')) as nr,
      lateral (select case nr % 3 when 0 then 'artist' else 'customer' end as author) as writing
    where id = '${id}'`
}

/** Of the commission, its payment, its timeline and its deliveries; the files of the copies are missing. */
function copyOf(
  { original, columns }: { original: string; columns: string },
  changes: { id: string; [column: string]: string },
): string {
  const paymentId = randomUUID()
  const row = JSON.stringify({ request_key: null, payment_id: paymentId, ...changes })
  const payment = JSON.stringify({
    id: paymentId,
    subject_id: changes.id,
    checkout_session_id: null,
    payment_intent_id: null,
    charge_id: null,
  })
  const delivery = `jsonb_build_object(
    'id', gen_random_uuid(), 'commission_id', '${changes.id}',
    'storage_key', gen_random_uuid(), 'preview_key', gen_random_uuid()
  )`
  return `
    insert into payments select (jsonb_populate_record(one, '${payment}')).* from payments as one
    where subject_id = '${original}';
    insert into commissions (${columns}) select ${columns} from (
      select (jsonb_populate_record(one, '${row}')).* from commissions as one where id = '${original}'
    ) as copy;
    insert into commission_deliveries select (jsonb_populate_record(one, ${delivery})).*
    from commission_deliveries as one where commission_id = '${original}';
    insert into commission_steps (commission_id, step, actor, actor_id, at, from_status, to_status, text)
    select '${changes.id}', step, actor, actor_id, at, from_status, to_status, text
    from commission_steps where commission_id = '${original}' order by id`
}
