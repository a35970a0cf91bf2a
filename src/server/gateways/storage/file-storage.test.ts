import { readdir, statfs, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openFileStorage } from './file-storage.ts'
import { audio, inChunks, openFolder } from './storage-samples.ts'
import { asStorageError, StorageFull } from './storage.ts'

test('a folder that cannot be written is reported at the start in one sentence', async () => {
  await using opened = await openFolder()
  const notFolder = path.join(opened.folder, 'a-file')
  await writeFile(notFolder, '')

  const opening = openFileStorage(path.join(notFolder, 'files'))

  await expect(opening).rejects.toThrow(/^Files cannot be stored in .*a-file\/files: ENOTDIR/)
})

test('unfinished files are deleted after ten minutes without a write, and not before', async () => {
  await using opened = await openFolder()
  const { folder } = opened
  const storage = await openFileStorage(folder)
  await storage.put('originals/one', inChunks(Buffer.from('whole')), audio)
  const old = path.join(folder, 'originals/.old.unfinished')
  const young = path.join(folder, 'originals/.young.unfinished')
  for (const sweep of [() => openFileStorage(folder), storage.sweepUnfinished]) {
    await writeAgedFile(old, 11)
    await writeAgedFile(young, 9)
    await writeAgedFile(path.join(folder, 'originals/one'), 60)

    await sweep()

    expect((await readdir(path.join(folder, 'originals'))).toSorted()).toEqual([
      '.young.unfinished',
      'one',
    ])
  }
})

test('the free space is that of the disk with the files', async () => {
  await using opened = await openFolder()
  const storage = await openFileStorage(opened.folder)

  const free = await storage.freeBytes()

  const { bavail, blocks, bsize } = await statfs(opened.folder)
  expect(free).toBeLessThanOrEqual(blocks * bsize)
  expect(Math.abs(free - bavail * bsize)).toBeLessThan(0.1 * blocks * bsize)
})

async function writeAgedFile(file: string, minutes: number): Promise<void> {
  const then = new Date(Date.now() - minutes * 60_000)
  await writeFile(file, 'half')
  await utimes(file, then, then)
}

test('a full disk and an exceeded quota are reported as StorageFull', () => {
  const full = Object.assign(new Error('write'), { code: 'ENOSPC' })
  const quota = Object.assign(new Error('write'), { code: 'EDQUOT' })
  const other = Object.assign(new Error('write'), { code: 'EIO' })

  expect(asStorageError(full)).toBeInstanceOf(StorageFull)
  expect(asStorageError(quota)).toBeInstanceOf(StorageFull)
  expect(asStorageError(other)).toBe(other)
})
