import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chooseDatabaseUser } from './database-user.ts'

/** Only root can change a folder's owner; for any other user it stays unchanged. */
const ordinaryUser = process.getuid?.() === 0 ? 65_534 : (process.getuid?.() ?? 0)

test('a cluster is run by its owner, and its ownership does not change', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'undersong-user-'))
  try {
    const folder = join(parent, 'postgres')
    const version = join(folder, 'PG_VERSION')
    await chmod(parent, 0o755)
    await mkdir(folder, { mode: 0o700 })
    await writeFile(version, '18\n')
    for (const path of [folder, version]) await chown(path, ordinaryUser, (await stat(path)).gid)

    const user = await chooseDatabaseUser(folder, '/bin/echo')

    expect(await outputOf(user.spawn('id', ['-u']))).toBe(`${ordinaryUser}\n`)
    for (const path of [folder, version]) expect((await stat(path)).uid).toBe(ordinaryUser)
  } finally {
    await rm(parent, { recursive: true, force: true })
  }
})

test('as root, a new cluster is run by the first of the given users that exists, and is theirs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'undersong-user-'))
  try {
    const user = await chooseDatabaseUser(folder, '/bin/echo', ['there-is-no-such-user', 'nobody'])

    expect(await outputOf(user.spawn('id', ['-u']))).toBe(`${(await stat(folder)).uid}\n`)
    expect((await stat(folder)).uid).toBe(ordinaryUser)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

async function outputOf(child: ChildProcess): Promise<string> {
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await once(child, 'close')
  return output
}
