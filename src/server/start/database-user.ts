// PostgreSQL refuses to run as root: then a system user runs it or, if that user cannot access the folder, a user namespace.

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
  chown: (path: string) => Promise<void>
  spawn: (program: string, args: string[]) => ChildProcess
}

type Ids = { uid: number; gid: number }

/** In its own process group: Ctrl-C in the terminal reaches only the app, which ends its children in order. */
const childOptions: SpawnOptions = { detached: true, stdio: ['ignore', 'pipe', 'pipe'] }

/**
 * An existing cluster is run by its owner: after a change of ownership the owner could not use it any more.
 * @throws StartProblem when root finds no way.
 */
export async function chooseDatabaseUser(
  folder: string,
  postgres: string,
  users = ['postgres', 'nobody'],
): Promise<DatabaseUser> {
  if (process.getuid?.() !== 0) {
    return { chown: async () => {}, spawn: (program, args) => spawn(program, args, childOptions) }
  }
  const owner = await findOwner(folder)
  if (owner !== null && owner.uid !== 0) {
    if (canAccess(owner, folder, postgres)) return asUser(owner)
    throw new StartProblem(
      `${folder} belongs to the user ${owner.uid}, who may not enter it from here: start as that user.`,
    )
  }
  // initdb refuses a user id without a name: only a user that exists will do.
  const ids = users.map(findUser).find((found) => found !== null)
  if (owner === null && ids !== undefined) {
    await chown(folder, ids.uid, ids.gid)
    if (canAccess(ids, folder, postgres)) return asUser(ids)
    await chown(folder, 0, 0)
  }
  if (ids !== undefined && namespacesWork(ids, postgres)) return inNamespace(ids)
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
    // `id` fails for a user that does not exist.
    return null
  }
}

/** Whether the user can run the binary and write in the folder. */
function canAccess({ uid, gid }: Ids, folder: string, postgres: string): boolean {
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
    chown: (path) => chown(path, uid, gid),
    spawn: (program, args) => spawn(program, args, { ...childOptions, uid, gid, cwd: '/' }),
  }
}

/** Root outside the namespace, so it can access root's folders; an ordinary user inside, so PostgreSQL runs. */
function inNamespace(ids: Ids): DatabaseUser {
  return {
    chown: async () => {},
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
