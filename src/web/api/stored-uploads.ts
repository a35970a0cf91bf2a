// The addresses of the files that this browser has begun to send: after a reload the artist chooses the same file again,
// and it goes on. tus-js-client finds them by the file's fingerprint. They lie in one item of the device's storage, so that
// a page without the library knows whether there is one.

import type { Upload } from 'tus-js-client'
import { readStoredList, writeStoredList } from './device-storage.ts'

export type UrlStorage = NonNullable<Upload['options']['urlStorage']>
export type PreviousUpload = Awaited<ReturnType<UrlStorage['findAllUploads']>>[number]
type StoredUpload = PreviousUpload & { fingerprint: string }

export type StoredUploads = ReturnType<typeof openStoredUploads>

/** @param itemKey the item's key; versioned, because a changed format gets a new one */
export function openStoredUploads(itemKey: string) {
  const read = () => readStoredList(itemKey).filter(isStoredUpload)
  const keepOnly = (isKept: (upload: StoredUpload) => boolean) =>
    writeStoredList(itemKey, read().filter(isKept))

  const urlStorage: UrlStorage = {
    findAllUploads: () => Promise.resolve(read()),
    findUploadsByFingerprint: (fingerprint) =>
      Promise.resolve(read().filter((upload) => upload.fingerprint === fingerprint)),
    addUpload(fingerprint, upload) {
      const urlStorageKey = crypto.randomUUID()
      writeStoredList(itemKey, [...read(), { ...upload, fingerprint, urlStorageKey }])
      return Promise.resolve(urlStorageKey)
    },
    removeUpload(urlStorageKey) {
      keepOnly((upload) => upload.urlStorageKey !== urlStorageKey)
      return Promise.resolve()
    },
  }
  return {
    urlStorage,
    ids: () => read().flatMap(({ uploadUrl }) => idInAddress(uploadUrl) ?? []),
    forget: (id: string) => keepOnly(({ uploadUrl }) => idInAddress(uploadUrl) !== id),
  }
}

/** The last id in the address that the server has given to a file. */
export function idInAddress(address: string | null): string | null {
  return address?.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g)?.at(-1) ?? null
}

function isStoredUpload(item: unknown): item is StoredUpload {
  if (typeof item !== 'object' || item === null) return false
  const { fingerprint, urlStorageKey, uploadUrl } = item as Record<string, unknown>
  return [fingerprint, urlStorageKey, uploadUrl].every((value) => typeof value === 'string')
}
