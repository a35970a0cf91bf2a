import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { sweepWorkFolders, withWorkFolder } from './work-folders.ts'

test('a work folder is deleted after the work succeeds or fails', async () => {
  let workFolder = ''
  const work = (folder: string) => {
    workFolder = folder
    return readdir(folder)
  }
  expect(await withWorkFolder(work)).toEqual([])
  expect(await exists(workFolder)).toBe(false)

  const failing = withWorkFolder(async (folder) => {
    await work(folder)
    throw new Error('no use')
  })

  await expect(failing).rejects.toThrow('no use')
  expect(await exists(workFolder)).toBe(false)
})

test('folders of killed processes are deleted, those of running processes are not', async () => {
  const killed = await folderOf(await startAndEndProcess())
  const others = await folderOf(process.ppid)

  await withWorkFolder(async (own) => {
    await sweepWorkFolders()

    expect(await exists(own)).toBe(true)
  })

  expect(await exists(killed)).toBe(false)
  expect(await exists(others)).toBe(true)
  await rm(others, { recursive: true })
})

test('a folder of an earlier process with our own pid is deleted', async () => {
  const folder = await folderOf(process.pid)

  await sweepWorkFolders()

  expect(await exists(folder)).toBe(false)
})

async function startAndEndProcess(): Promise<number> {
  const child = spawn(process.execPath, ['--eval', ''])
  await once(child, 'exit')
  return child.pid ?? 0
}

async function folderOf(pid: number): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), `undersong-work-${pid}-`))
  await mkdir(path.join(folder, 'preparing-1'))
  await writeFile(path.join(folder, 'preparing-1', 'measured.pcm'), 'half')
  return folder
}

function exists(folder: string): Promise<boolean> {
  return stat(folder).then(
    () => true,
    () => false,
  )
}
