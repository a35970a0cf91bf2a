import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openFolder } from './audio-samples.ts'
import { runSandboxed, type SandboxedRun } from './run-engine.ts'
import type { Attempts } from './sandbox-probe.ts'

const entry = fileURLToPath(new URL('sandbox-probe.ts', import.meta.url))

test('the process that reads an upload can read only the upload and its own code', async () => {
  await using scratch = await openFolder()
  const own = await scratch.write('upload', Buffer.from('original'))
  const other = await scratch.write('another', Buffer.from('secret'))
  await using server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  let attempts: Attempts = {}

  const ended = await runSandboxed({
    ...probing(scratch.folder, ['escape', own, other, port]),
    readable: [path.dirname(entry), own],
    onLine: (line) => (attempts = JSON.parse(line)),
  })

  expect(ended).toMatchObject({ code: 0, outOfTime: false, errors: '' })
  expect(attempts).toEqual({
    'read its own file': 'done',
    'read another file': 'ERR_ACCESS_DENIED',
    'list a folder': 'ERR_ACCESS_DENIED',
    'change its own file': 'ERR_ACCESS_DENIED',
    'write another file': 'ERR_ACCESS_DENIED',
    'open a socket': 'ERR_ACCESS_DENIED',
    'start a program': 'ERR_ACCESS_DENIED',
    'start a thread': 'ERR_ACCESS_DENIED',
    'see the environment': 'nothing',
  })
  expect(await readFile(own, 'utf8')).toBe('original')
})

test('a process that hangs is killed at the time limit', async () => {
  await using scratch = await openFolder()

  const ended = await runSandboxed({ ...probing(scratch.folder, ['hang']), timeoutMs: 300 })

  expect(ended).toMatchObject({ code: null, signal: 'SIGKILL', outOfTime: true })
})

test.each(['before it starts', 'while it runs'])(
  'a process whose job is aborted %s is killed and not reported as out of time',
  async (when) => {
    await using scratch = await openFolder()
    const controller = new AbortController()
    if (when === 'before it starts') controller.abort()
    const run = {
      ...probing(scratch.folder, ['hang']),
      timeoutMs: 5_000,
      signal: controller.signal,
    }

    const running = runSandboxed(run)
    controller.abort()

    await expect(running).resolves.toMatchObject({ signal: 'SIGKILL', outOfTime: false })
  },
)

test('a process that prints without end is killed and not reported as out of time', async () => {
  await using scratch = await openFolder()

  const ended = await runSandboxed(probing(scratch.folder, ['flood']))

  expect(ended).toMatchObject({ signal: 'SIGKILL', outOfTime: false })
})

function probing(folder: string, argumentList: string[]): SandboxedRun {
  return {
    entry,
    argumentList,
    readable: [path.dirname(entry)],
    writable: path.join(folder, 'out'),
    mayStartPrograms: false,
    timeoutMs: 30_000,
    onLine: () => {},
  }
}
