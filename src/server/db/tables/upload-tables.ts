import type { Generated } from 'kysely'
import type { UploadStage, UploadStatus } from '#rules/upload-process.ts'
import type { BigInteger, Timestamp } from './column-types.ts'

export type UploadTables = {
  uploads: {
    id: string
    artist_id: string
    title: string
    file_name: string
    details: unknown
    storage_key: string
    bytes: BigInteger
    sha256: string
    container: string
    status: Generated<UploadStatus>
    stage: Generated<UploadStage>
    refusal_code: string | null
    created_at: Timestamp
    finished_at: Date | null
  }
}
