// PostgreSQL refuses to run as root: then a system user runs it, or, where that one cannot reach the folder, a user namespace.

import {
  execFileSync,
  spawn,
  spawnSync,
  type ChildProcess,
  type SpawnOptions,
} from 'node:child_process'
import { chown } from 'node:fs/promises'
import { StartProblem } from './start-problem.ts'

export type DatabaseUser = {
  own: (path: string) => Promise<void>
  spawn: (program: string, args: string[]) => ChildProcess
}

type Ids = { uid: number; gid: number }

/** In a process group of its own: Ctrl-C in the terminal reaches only the shop, which ends its children in order. */
const childOptions: SpawnOptions = { detached: true, stdio: ['ignore', 'pipe', 'pipe'] }

/** @throws StartProblem when root finds no way. */
export async function chooseDatabaseUser(folder: string, postgres: string): Promise<DatabaseUser> {
  if (process.getuid?.() !== 0) {
    return { own: async () => {}, spawn: (program, args) => spawn(program, args, childOptions) }
  }
  const ids = findUser('postgres') ?? findUser('undersong') ?? makeUser('undersong')
  if (ids !== null && (await reaches(ids, folder, postgres))) return asUser(ids)
  await chown(folder, 0, 0)
  const inside = ids ?? findUser('nobody')
  if (inside !== null && namespacesWork(inside, postgres)) return inNamespace(inside)
  throw new StartProblem(
    `PostgreSQL cannot run as root, and no other user may enter ${folder}: start as an ordinary user, move the folder, or set DATABASE_URL.`,
  )
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

/** The user must be able to run the binary, and to work in the folder once it is theirs. */
async function reaches(ids: Ids, folder: string, postgres: string): Promise<boolean> {
  await chown(folder, ids.uid, ids.gid)
  const script = '"$1" --version >/dev/null && cd "$0" && test -w .'
  return (
    spawnSync('/bin/sh', ['-c', script, folder, postgres], { ...ids, stdio: 'ignore', cwd: '/' })
      .status === 0
  )
}

function asUser(ids: Ids): DatabaseUser {
  return {
    own: (path) => chown(path, ids.uid, ids.gid),
    spawn: (program, args) => spawn(program, args, { ...childOptions, ...ids, cwd: '/' }),
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
