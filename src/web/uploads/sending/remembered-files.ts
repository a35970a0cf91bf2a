// Which files this browser was sending: after a reload the artist chooses the same file again, and it goes on.

import type { DeviceStorage } from '#web/api/device-storage.ts'
import { rememberedFilesKey } from './remembered-files-key.ts'

type RememberedFile = { uploadId: string; name: string; bytes: number; lastModified: number }

/** Local storage can contain anything: invalid items are ignored. */
export function readRemembered(
  storage: DeviceStorage,
  key: string = rememberedFilesKey,
): RememberedFile[] {
  const items: unknown = parsed(storage.getItem(key))
  return Array.isArray(items) ? items.filter(isRememberedFile) : []
}

/** @param key of other files than uploads */
export function rememberFile(
  storage: DeviceStorage,
  uploadId: string,
  file: File,
  key: string = rememberedFilesKey,
): void {
  const { name, size: bytes, lastModified } = file
  const others = readRemembered(storage, key).filter((one) => one.uploadId !== uploadId)
  write(storage, key, [...others, { uploadId, name, bytes, lastModified }])
}

export function forgetFile(
  storage: DeviceStorage,
  uploadId: string,
  key: string = rememberedFilesKey,
): void {
  const others = readRemembered(storage, key).filter((one) => one.uploadId !== uploadId)
  write(storage, key, others)
}

/** A file of the same name and size may have been recorded again: then its time differs. */
export function isRemembered(
  storage: DeviceStorage,
  uploadId: string,
  file: File,
  key: string = rememberedFilesKey,
): boolean {
  return readRemembered(storage, key).some(
    (one) =>
      one.uploadId === uploadId &&
      one.name === file.name &&
      one.bytes === file.size &&
      one.lastModified === file.lastModified,
  )
}

function write(storage: DeviceStorage, key: string, items: RememberedFile[]): void {
  if (items.length === 0) storage.removeItem(key)
  else storage.setItem(key, JSON.stringify(items))
}

function parsed(text: string | null): unknown {
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isRememberedFile(value: unknown): value is RememberedFile {
  if (typeof value !== 'object' || value === null) return false
  const { uploadId, name, bytes, lastModified } = value as Record<string, unknown>
  return (
    typeof uploadId === 'string' &&
    typeof name === 'string' &&
    typeof bytes === 'number' &&
    typeof lastModified === 'number'
  )
}
