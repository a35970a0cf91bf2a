// The app as a process of its own, which a test lets end at a failpoint, and starts again.

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { Failpoint } from '#server/clock-and-failpoints/failpoints.ts'
import { freePort } from '../../../../scripts/run-program.ts'
import { createDataFolder, startAppProcess, type RunningApp } from '../../running-app.ts'
import { thinWebhookSecret, webhookSecret, type TestApp } from '../../test-app.ts'
import { unavailable } from '../races/race-fixture.ts'

/** What a call is answered whose process has ended. */
export const cutOff = 'cut off'

/** The card provider did not answer the site, whose user can try again. */
export class ProviderSilent extends Error {}

export type CrashSite = Awaited<ReturnType<typeof openCrashSite>>
type Sent = { cookie?: string; headers?: Record<string, string>; body?: string | FormData }

/** Only ends a test that waits for a failpoint that nothing reaches. */
const reachedWithinMs = 60_000

/** With the database, the card provider's key and the secret of the sessions of this app. */
export async function openCrashSite({ databaseUrl, sandbox }: TestApp, sessionSecret: string) {
  await using parts = new AsyncDisposableStack()
  const folder = parts.use(await createDataFolder())
  await storeSecrets(folder.path, { sessionSecret, sandboxKey: sandbox.key })
  const port = await freePort()
  const variables = {
    PORT: String(port),
    DATA_DIR: folder.path,
    DATABASE_URL: databaseUrl,
    SANDBOX_URL: inject('services').sandboxUrl,
    FAILPOINTS: '1',
  }
  const url = `http://127.0.0.1:${port}`
  let running: RunningApp = await startAppProcess(variables)
  parts.defer(async () => {
    running.child.kill('SIGKILL')
    await running.ended()
  })

  async function request(route: string, { cookie, headers, body }: Sent): Promise<string> {
    const [method = '', path = ''] = route.split(' ')
    const { child } = running
    try {
      const response = await fetch(url + path, {
        method,
        headers: { ...headers, ...(cookie === undefined ? {} : { cookie }) },
        ...(body === undefined ? {} : { body }),
      })
      const text = await response.text()
      if (response.status >= 500) {
        const Answer = codeIn(text) === unavailable ? ProviderSilent : Error
        throw new Answer(`${route}: ${response.status} ${text}`)
      }
      return response.ok ? 'done' : codeIn(text)
    } catch (error) {
      // Of a connection that has ended; a moment later the process has.
      if (!(error instanceof TypeError) || !(await hasEnded(child))) throw error
      return cutOff
    }
  }
  const owned = parts.move()
  return {
    url,
    request,
    arm: (name: Failpoint) => request('POST /dev/failpoints', jsonOf({ name, mode: 'kill' })),
    /** What is due by now is done by the process. */
    tick: () => request('POST /dev/clock', jsonOf({ seconds: 0 })),
    /** @throws if the process does not end at the failpoint that was armed */
    async untilKilled(name: Failpoint): Promise<void> {
      const { child } = running
      if (!(await hasEnded(child))) throw new Error(`Nothing has reached ${name}.`)
      if (child.signalCode !== 'SIGKILL') throw new Error(`It ended before ${name}.`)
    },
    async restart(): Promise<void> {
      running = await startAppProcess(variables)
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

export function jsonOf(body: object): Sent {
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

async function hasEnded(child: RunningApp['child']): Promise<boolean> {
  const hasExited = () => child.exitCode !== null || child.signalCode !== null
  const giveUpAt = Date.now() + reachedWithinMs
  while (!hasExited() && Date.now() < giveUpAt) {
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return hasExited()
}

function codeIn(text: string): string {
  const { code } = JSON.parse(text) as { code: string }
  return code
}

async function storeSecrets(
  dataDir: string,
  { sessionSecret, sandboxKey }: { sessionSecret: string; sandboxKey: string },
): Promise<void> {
  const secrets = {
    auth: sessionSecret,
    revalidate: sessionSecret,
    database: sessionSecret,
    sandboxKey,
    webhook: webhookSecret,
    thinWebhook: thinWebhookSecret,
  }
  await mkdir(dataDir, { recursive: true })
  await writeFile(join(dataDir, 'secrets.json'), JSON.stringify(secrets), { mode: 0o600 })
}
