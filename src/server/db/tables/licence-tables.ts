import type { LicenceDocumentType } from '#rules/licences/licence-documents.ts'
import type { Timestamp } from './column-types.ts'

export type LicenceTables = {
  licence_documents: {
    id: string
    artist_id: string
    storage_key: string
    media_type: LicenceDocumentType
    bytes: number
    sha256: string
    created_at: Timestamp
  }
}
