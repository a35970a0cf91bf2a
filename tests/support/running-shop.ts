// The shop as an operator runs it: its own process, on its own folder and port.

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const patienceMs = 180_000

export type RunningShop = {
  url: string
  child: ChildProcess
  /** To the operator and to the log. */
  said: () => string
  /** To the log alone. */
  logged: () => string
  ended: () => Promise<number | null>
}

export async function aDataFolder() {
  const path = await mkdtemp(join(tmpdir(), 'undersong-shop-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

const itself = { program: process.execPath, args: ['scripts/start.mjs'] }
/** As the README says. */
export const throughNpm = { program: 'npm', args: ['start'] }

/** Starts it and hears its words; it may well end by itself. */
export function launchShop(
  variables: Record<string, string>,
  { program, args } = itself,
): RunningShop {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(program, args, {
    cwd: root,
    env: { PATH, HOME, DEMO: '0', SANDBOX_PORT: '0', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  let logged = ''
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
    logged += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const exit = once(child, 'exit')
  return {
    url: `http://127.0.0.1:${variables['PORT'] ?? '3000'}`,
    child,
    said: () => said,
    logged: () => logged,
    ended: async () => {
      await exit
      return child.exitCode
    },
  }
}

/** Comes back when it is open. */
export async function startShopProcess(
  variables: Record<string, string>,
  how = itself,
): Promise<RunningShop> {
  const shop = launchShop(variables, how)
  const giveUpAt = Date.now() + patienceMs
  while (!shop.said().includes('Undersong is open')) {
    if (shop.child.exitCode !== null || Date.now() > giveUpAt) {
      shop.child.kill('SIGKILL')
      throw new Error(`The shop did not open:\n${shop.said()}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return shop
}

export async function stopShop(shop: RunningShop): Promise<number | null> {
  shop.child.kill('SIGINT')
  return shop.ended()
}
