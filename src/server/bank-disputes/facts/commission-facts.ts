// What has happened to a commission, and what its parties wrote.

import type { Db } from '#server/db/client.ts'

export type Happening = { at: Date; words: string }

export async function findCommissionFacts(db: Db, commissionId: string) {
  const { delivered_at: deliveredAt, requirements } = await db
    .selectFrom('commissions')
    .select(['delivered_at', 'requirements'])
    .where('id', '=', commissionId)
    .executeTakeFirstOrThrow()
  return {
    deliveredAt,
    requirements,
    steps: await findSteps(db, commissionId),
    messages: await findMessages(db, commissionId),
  }
}

async function findSteps(db: Db, commissionId: string): Promise<Happening[]> {
  const steps = await db
    .selectFrom('commission_steps')
    .select(['at', 'actor', 'step', 'text'])
    .where('commission_id', '=', commissionId)
    .orderBy('id')
    .execute()
  return steps.map(({ at, actor, step, text }) => ({
    at,
    words: `${actor}: ${step}${text === null ? '' : ` (${text})`}`,
  }))
}

async function findMessages(db: Db, commissionId: string): Promise<Happening[]> {
  const messages = await db
    .selectFrom('commission_messages')
    .select(['created_at as at', 'author_role as actor', 'text'])
    .where('commission_id', '=', commissionId)
    .where('taken_down_at', 'is', null)
    .orderBy('created_at')
    .execute()
  return messages.map(({ at, actor, text }) => ({ at, words: `${actor} wrote: ${text}` }))
}
