import type { Db } from '#server/db/client.ts'

/** In the order of the recording. */
export function findNotes(db: Db, commissionId: string) {
  return db
    .selectFrom('commission_notes')
    .selectAll()
    .where('commission_id', '=', commissionId)
    .orderBy('at_tenths')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}
export type NoteRow = Awaited<ReturnType<typeof findNotes>>[number]
