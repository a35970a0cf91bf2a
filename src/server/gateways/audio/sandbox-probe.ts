// Run by a test as a job's child process: attempts what a malicious upload would attempt.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { Worker } from 'node:worker_threads'

export type Attempts = Record<string, string>

const [task, own = '', other = '', port = ''] = process.argv.slice(2)

if (task === 'hang') for (;;);
if (task === 'flood') for (;;) process.stdout.write('x'.repeat(10_000))
if (task === 'escape') {
  const attempts: Attempts = {
    'read its own file': await attempt(() => readFileSync(own)),
    'read another file': await attempt(() => readFileSync(other)),
    'list a folder': await attempt(() => readdirSync('/')),
    'change its own file': await attempt(() => writeFileSync(own, 'changed')),
    'write another file': await attempt(() => writeFileSync(`${other}.new`, 'new')),
    'open a socket': await attempt(() => once(connect(Number(port), '127.0.0.1'), 'connect')),
    'start a program': await attempt(() => spawnSync(process.execPath, ['--version'])),
    'start a thread': await attempt(() => new Worker('1', { eval: true })),
    'see the environment': environment() || 'nothing',
  }
  console.log(JSON.stringify(attempts))
}

async function attempt(action: () => unknown): Promise<string> {
  try {
    await action()
    return 'done'
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}

/** The names of its variables, as a diagnostic report lists them. */
function environment(): string {
  const report = process.report.getReport()
  const variables = 'environmentVariables' in report ? report.environmentVariables : 'unknown'
  return Object.keys(Object(variables)).join(' ')
}
