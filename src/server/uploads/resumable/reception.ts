// What becomes of files that arrive in several requests: tracks, or deliveries of commissions. The rest is the same.

import type { Db } from '#server/db/client.ts'
import type { UploadFiles } from '../upload-files.ts'
import type { OwnUpload } from '../upload-queries.ts'

export type AnnouncedFile = OwnUpload & {
  /** As the client names it. */
  fileName: string | undefined
  /** As declared: not a byte more will be stored. */
  bytes: number
  /** What else the client says of it. */
  metadata: Record<string, string | null>
}

export type Reception = {
  /** Writes the row of a file whose bytes follow. @throws Refusal */
  create: (file: AnnouncedFile) => Promise<void>
  /** How much of it is stored. @throws Refusal not_found, and why the file was refused since */
  find: (own: OwnUpload) => Promise<{ bytes: number; received: number; fileName: string }>
  /** The first bytes are those of no recording. @throws Refusal always */
  refuseFormat: (upload: UploadFiles & OwnUpload) => Promise<never>
  /** Before the row of the upload is locked, in the transaction that records the last byte. */
  lockForLastByte?: (tx: Db, own: OwnUpload) => Promise<void>
  /** In that transaction. @throws Refusal when nobody waits for the file any more */
  takeWhole: (tx: Db, own: OwnUpload) => Promise<void>
  /** After that transaction. */
  tookWhole?: () => Promise<void>
  /** After that transaction was refused. */
  refuseWhole?: (own: OwnUpload) => Promise<void>
  /** The artist does not want it any more. @throws Refusal not_found */
  remove: (own: OwnUpload) => Promise<void>
}
