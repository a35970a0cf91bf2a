import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))

/** Runs a command from the file system's root with an empty environment, and returns its output and exit code. */
const call = (...args: string[]) => callWith({}, ...args)

function callWith(
  env: Record<string, string>,
  ...args: string[]
): Promise<{ output: string; code: number | null }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, { cwd: '/', env }, (_error, stdout, stderr) =>
      resolve({ output: (stdout + stderr).trim(), code: child.exitCode }),
    )
  })
}

async function copyProject(env: string) {
  const folder = await mkdtemp(join(tmpdir(), 'undersong-copy-'))
  for (const part of ['src', 'scripts', 'package.json']) {
    await cp(join(root, part), join(folder, part), { recursive: true })
  }
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, '.env'), env)
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}

test("from another folder every command reads the project's own .env", async () => {
  await using project = await copyProject('DATABASE_URL=mysql://wrong')
  const commands = [
    ['start.mjs'],
    ['reset.ts', '--yes'],
    ['admin.ts', 'grant', 'a@example.com'],
    ['reconcile.ts', '--day', '2026-11-23'],
    ['check-payments.ts'],
  ]
  for (const [file = '', ...args] of commands) {
    expect([file, await call(join(project.folder, 'scripts', file), ...args)]).toEqual([
      file,
      {
        output: 'DATABASE_URL must be an address like postgres://user:password@host/name',
        code: 1,
      },
    ])
  }
})

test.each([
  ['', 'data'],
  ['DATA_DIR=./elsewhere', 'elsewhere'],
])("with %j in .env the data folder is inside the project's folder", async (env, data) => {
  await using project = await copyProject(env)
  const { output, code } = await call(join(project.folder, 'scripts/reset.ts'), '--yes')
  expect([output, code]).toEqual([
    `${join(project.folder, data)} is gone. "npm start" makes a new one.`,
    0,
  ])
})

test('an older Node prints the required version', async () => {
  const old = `Object.defineProperty(process, 'versions', { value: { node: '20.20.2' } })`
  const preload = `data:text/javascript,${encodeURIComponent(old)}`
  const { output, code } = await call('--import', preload, join(root, 'scripts/start.mjs'))
  expect(output).toMatch(/^Undersong needs Node 26, this is v[\d.]+: start it with "npm start"/)
  expect([output.split('\n').length, code]).toEqual([1, 1])
})

test.each([
  [{}, /^Not tested at the card provider: set STRIPE_TEST_SECRET_KEY/, 0],
  [
    { STRIPE_TEST_SECRET_KEY: 'sk_live_1' },
    /^STRIPE_TEST_SECRET_KEY is no key of the test mode: nothing was done\.$/,
    1,
  ],
])(
  'the scenarios of the card provider are played with a key of its test mode only: %j',
  async (env, sentence, status) => {
    const { output, code } = await callWith(env, join(root, 'scripts/test-provider.ts'))
    expect(output).toMatch(sentence)
    expect([output.split('\n').length, code]).toEqual([1, status])
  },
)
