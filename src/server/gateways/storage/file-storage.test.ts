import { readdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openFileStorage } from './file-storage.ts'
import { audio, inChunks, openFolder } from './storage-samples.ts'
import { asStorageError, StorageFull } from './storage.ts'

test('a folder that cannot be written is told at the start in one sentence', async () => {
  await using opened = await openFolder()
  const notFolder = path.join(opened.folder, 'a-file')
  await writeFile(notFolder, '')

  const opening = openFileStorage(path.join(notFolder, 'files'))

  await expect(opening).rejects.toThrow(/^Files cannot be stored in .*a-file\/files: ENOTDIR/)
})

test('files left half-written are swept after a day, and not before', async () => {
  await using opened = await openFolder()
  const { folder } = opened
  const storage = await openFileStorage(folder)
  await storage.put('originals/one', inChunks(Buffer.from('whole')), audio)
  const old = path.join(folder, 'originals/.old.unfinished')
  const young = path.join(folder, 'originals/.young.unfinished')
  const yesterday = new Date(Date.now() - 25 * 60 * 60_000)
  await writeFile(old, 'half')
  await writeFile(young, 'half')
  await utimes(old, yesterday, yesterday)
  await utimes(path.join(folder, 'originals/one'), yesterday, yesterday)

  await openFileStorage(folder)

  expect((await readdir(path.join(folder, 'originals'))).toSorted()).toEqual([
    '.young.unfinished',
    'one',
  ])
})

test('a full disk and a used-up quota have a name of their own', () => {
  const full = Object.assign(new Error('write'), { code: 'ENOSPC' })
  const quota = Object.assign(new Error('write'), { code: 'EDQUOT' })
  const other = Object.assign(new Error('write'), { code: 'EIO' })

  expect(asStorageError(full)).toBeInstanceOf(StorageFull)
  expect(asStorageError(quota)).toBeInstanceOf(StorageFull)
  expect(asStorageError(other)).toBe(other)
})
