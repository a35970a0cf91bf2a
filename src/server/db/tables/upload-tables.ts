import type { Generated } from 'kysely'
import type { UploadPurpose, UploadStage, UploadStatus } from '#rules/uploads/upload-process.ts'
import type { BigInteger, Timestamp } from './column-types.ts'

export type UploadTables = {
  uploads: {
    id: string
    artist_id: string
    /** It is null until the details are there. */
    title: string | null
    file_name: string
    /** A `TrackDescription`; null until the artist has entered it. */
    details: unknown
    storage_key: string
    /** The size of the whole file. */
    bytes: BigInteger
    bytes_received: Generated<number>
    unfinished_file: string | null
    receiver: string | null
    receiver_until: Date | null
    /** The newest request that wants to be the receiver. */
    wanted_by: string | null
    sha256: string | null
    container: string | null
    /** A `StoredAudio` from the preparation to the listing. */
    audio: unknown
    status: Generated<UploadStatus>
    stage: Generated<UploadStage>
    refusal_code: string | null
    created_at: Timestamp
    /** When bytes or details last arrived, or the preparation ended. */
    active_at: Timestamp
    finished_at: Date | null
    purpose: Generated<UploadPurpose>
    /** The commission of a delivery or a guide. */
    commission_id: string | null
    guide_id: string | null
  }
}
