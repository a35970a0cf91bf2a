import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** In a separate process: seconds of computation would block every request. */
export async function renderRecording(
  name: string,
  file: string,
  signal: AbortSignal,
): Promise<void> {
  const program = fileURLToPath(new URL('../../demo/render.ts', import.meta.url))
  const child = spawn(process.execPath, [program, name, file], {
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  })
  let problem = ''
  child.stderr.on('data', (chunk: Buffer) => (problem += chunk.toString()))
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  if (code !== 0) throw new Error(`The demo's ${name} could not be recorded: ${problem}`)
}
