import type { Selectable } from 'kysely'
import type { Upload } from '#contracts/uploads.ts'
import { isRefusalCode, refusalMessage } from '#rules/refusal.ts'
import type { Tables } from '#server/db/tables.ts'

export type UploadRow = Pick<
  Selectable<Tables['uploads']>,
  'id' | 'title' | 'file_name' | 'state' | 'stage' | 'refusal_code' | 'created_at'
>

export function presentUpload(row: UploadRow): Upload {
  const code = row.refusal_code
  return {
    id: row.id,
    title: row.title,
    fileName: row.file_name,
    state: row.state,
    stage: row.stage,
    reason: code !== null && isRefusalCode(code) ? refusalMessage(code) : null,
    createdAt: row.created_at.toISOString(),
  }
}
