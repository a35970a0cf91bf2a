// PostgreSQL refuses to run as root: then a system user runs it, or, where that one cannot reach the folder, a user namespace.

import {
  execFileSync,
  spawn,
  spawnSync,
  type ChildProcess,
  type SpawnOptions,
} from 'node:child_process'
import { chown, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, StartProblem } from './start-problem.ts'

export type DatabaseUser = {
  own: (path: string) => Promise<void>
  spawn: (program: string, args: string[]) => ChildProcess
}

type Ids = { uid: number; gid: number }

/** In a process group of its own: Ctrl-C in the terminal reaches only the shop, which ends its children in order. */
const childOptions: SpawnOptions = { detached: true, stdio: ['ignore', 'pipe', 'pipe'] }

/**
 * A cluster that is there is run by the user it belongs to: owned by another it would be lost to that one.
 * @throws StartProblem when root finds no way.
 */
export async function chooseDatabaseUser(folder: string, postgres: string): Promise<DatabaseUser> {
  if (process.getuid?.() !== 0) {
    return { own: async () => {}, spawn: (program, args) => spawn(program, args, childOptions) }
  }
  const owner = await findOwner(folder)
  if (owner !== null && owner.uid !== 0) {
    if (reaches(owner, folder, postgres)) return asUser(owner)
    throw new StartProblem(
      `${folder} belongs to the user ${owner.uid}, who may not enter it from here: start as that user.`,
    )
  }
  const ids = findUser('postgres') ?? findUser('undersong') ?? makeUser('undersong')
  if (owner === null && ids !== null) {
    await chown(folder, ids.uid, ids.gid)
    if (reaches(ids, folder, postgres)) return asUser(ids)
    await chown(folder, 0, 0)
  }
  const inside = ids ?? findUser('nobody')
  if (inside !== null && namespacesWork(inside, postgres)) return inNamespace(inside)
  throw new StartProblem(
    `PostgreSQL cannot run as root, and no other user may enter ${folder}: start as an ordinary user, move the folder, or set DATABASE_URL.`,
  )
}

/** Null for a folder without a cluster. */
async function findOwner(folder: string): Promise<Ids | null> {
  try {
    return await stat(join(folder, 'PG_VERSION'))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

function findUser(name: string): Ids | null {
  try {
    const id = (flag: string) =>
      Number(execFileSync('id', [flag, name], { stdio: 'pipe' }).toString())
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    // `id` fails for a user that does not exist: that is the answer.
    return null
  }
}

function makeUser(name: string): Ids | null {
  const made = [
    ['useradd', '--system', '--no-create-home', '--shell', '/usr/sbin/nologin', name],
    ['adduser', '-S', '-D', '-H', name],
  ].some(([program = '', ...args]) => spawnSync(program, args, { stdio: 'ignore' }).status === 0)
  return made ? findUser(name) : null
}

/** The user must be able to run the binary, and to work in the folder. */
function reaches({ uid, gid }: Ids, folder: string, postgres: string): boolean {
  const script = '"$1" --version >/dev/null && cd "$0" && test -w .'
  return (
    spawnSync('/bin/sh', ['-c', script, folder, postgres], {
      uid,
      gid,
      stdio: 'ignore',
      cwd: '/',
    }).status === 0
  )
}

function asUser({ uid, gid }: Ids): DatabaseUser {
  return {
    own: (path) => chown(path, uid, gid),
    spawn: (program, args) => spawn(program, args, { ...childOptions, uid, gid, cwd: '/' }),
  }
}

/** Outside still root, so it reaches root's folders; inside an ordinary user, so PostgreSQL runs. */
function inNamespace(ids: Ids): DatabaseUser {
  return {
    own: async () => {},
    spawn: (program, args) =>
      spawn('unshare', [...namespace(ids), program, ...args], { ...childOptions, cwd: '/' }),
  }
}

function namespacesWork(ids: Ids, postgres: string): boolean {
  return (
    spawnSync('unshare', [...namespace(ids), postgres, '--version'], { stdio: 'ignore' }).status ===
    0
  )
}

function namespace({ uid, gid }: Ids): string[] {
  return ['--user', `--map-user=${uid}`, `--map-group=${gid}`]
}
