// Where the files of an upload are: its original, complete or unfinished, and its preview.

import type { Storage } from '#server/gateways/storage/storage.ts'

export type UploadFiles = { id: string; storage_key: string; unfinished_file: string | null }

export const uploadFileColumns = ['id', 'storage_key', 'unfinished_file'] as const

export const originalKeyOf = (uploadId: string) => `originals/${uploadId}`
export const previewKeyOf = (uploadId: string) => `previews/${uploadId}.mp3`

/** Also succeeds when some are gone. The sweep finds what a crash leaves. */
export async function removeUploadFiles(storage: Storage, upload: UploadFiles): Promise<void> {
  const { id, storage_key: key, unfinished_file: unfinished } = upload
  if (unfinished !== null) await storage.unfinished.abandon(key, unfinished)
  await storage.remove(previewKeyOf(id))
  await storage.remove(key)
}
