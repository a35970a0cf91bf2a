// An app for journeys that are not about the program's start or end. All files of a worker have theirs from one process, one
// after another: loading the modules takes several times as long as the rest of a start.

import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { freePort } from '../../../scripts/run-program.ts'

const program = fileURLToPath(new URL('host-app.ts', import.meta.url))
const answer = z.union([z.object({ done: z.literal(true) }), z.object({ failure: z.string() })])

type Host = { child: ChildProcess; output: () => string }

let running: Host | null = null

/** Disposing closes the app. */
export async function openHostedApp(dataDir: string) {
  const port = await freePort()
  const host = hostOfWorker()
  await ask(host, { open: { PORT: String(port), DATA_DIR: dataDir } })
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => ask(host, {}),
  }
}

/** Starts at the first call, and ends with this process. */
function hostOfWorker(): Host {
  // Without it, an app that crashed in one file would fail all later ones.
  if (running?.child.connected !== true) running = startHost()
  return running
}

function startHost(): Host {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  const child = fork(program, {
    env: { PATH, HOME, NODE_COMPILE_CACHE },
    execArgv: [],
    silent: true,
  })
  let output = ''
  const keep = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4_000))
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  return { child, output: () => output }
}

/** @throws with what the apps of the worker have written */
async function ask({ child, output }: Host, request: object): Promise<void> {
  const waiting = new AbortController()
  const answered = once(child, 'message', waiting)
  const ended = once(child, 'exit', waiting).then(() => [{ failure: 'The process has ended.' }])
  child.send(request)
  const [message]: unknown[] = await Promise.race([answered, ended])
  waiting.abort()
  const answerOfHost = answer.parse(message)
  if ('failure' in answerOfHost) throw new Error(`${answerOfHost.failure}\n${output()}`)
}
