// Runs the app as an operator does: in its own process, with its own folder and port.

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'
import { findDatabaseFolder } from './database-folder.ts'
import { patient } from './hosted/patient.ts'
import { contractFile, copyFolder, untilPrepared } from './prepared/prepared-folders.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const timeoutMs = 180_000

export type RunningApp = {
  url: string
  child: ChildProcess
  /** Standard output and standard error. */
  output: () => string
  /** Standard output, which is the log. */
  logged: () => string
  ended: () => Promise<number | null>
}

/** Empty: the app creates its database at the first start. */
export async function createDataFolder() {
  const path = await mkdtemp(join(await findDatabaseFolder(), 'undersong-app-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/** For tests that are not about the first start of an app. */
export async function createOpenedDataFolder() {
  return copyDataFolder(await untilPrepared(inject('preparedFolders'), 'opened'))
}

/** For an empty folder whose app must open: extracting the card provider's contract takes seconds. */
export async function keepContract(dataDir: string): Promise<void> {
  const opened = await untilPrepared(inject('preparedFolders'), 'opened')
  await mkdir(join(dataDir, 'sandbox'), { recursive: true })
  await copyFile(join(opened, contractFile), join(dataDir, contractFile))
}

/** The app of the original must have ended. */
export async function copyDataFolder(original: string) {
  const folder = await createDataFolder()
  await copyFolder(original, folder.path)
  return folder
}

const throughNode = { program: process.execPath, args: ['scripts/start.mjs'] }
/** The command in the README. */
export const throughNpm = { program: 'npm', args: ['start'] }

/** Starts the process and records its output; the process may exit by itself. */
export function launchApp(
  variables: Record<string, string>,
  { program, args } = throughNode,
): RunningApp {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env
  const child = spawn(program, args, {
    cwd: root,
    env: {
      PATH,
      HOME,
      ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }),
      DEMO: '0',
      SANDBOX_PORT: '0',
      ...patient,
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let logged = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    logged += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const exit = once(child, 'exit')
  return {
    url: `http://127.0.0.1:${variables['PORT'] ?? '3000'}`,
    child,
    output: () => output,
    logged: () => logged,
    ended: async () => {
      await exit
      return child.exitCode
    },
  }
}

/** Resolves when the app is open. */
export async function startAppProcess(
  variables: Record<string, string>,
  command = throughNode,
): Promise<RunningApp> {
  const app = launchApp(variables, command)
  const deadline = Date.now() + timeoutMs
  while (!app.output().includes('Undersong is open')) {
    if (app.child.exitCode !== null || Date.now() > deadline) {
      app.child.kill('SIGKILL')
      throw new Error(`The app did not open:\n${app.output()}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return app
}

export async function stopApp(app: RunningApp): Promise<number | null> {
  app.child.kill('SIGINT')
  return app.ended()
}
