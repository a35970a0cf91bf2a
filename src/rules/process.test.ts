import { expect, test } from 'vitest'
import { processProblems } from '../../tests/support/money/process-problems.ts'
import { filesUnder, readText } from '../../tests/support/source/project-files.ts'
import type { Process } from './process.ts'

const modules = import.meta.glob<Record<string, unknown>>(['./**/*.ts', '!**/*.test.ts'], {
  eager: true,
})
const processes = Object.values(modules)
  .flatMap((exported) => Object.entries(exported))
  .filter((entry): entry is [string, Process<string, string>] => isProcess(entry[1]))

function isProcess(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'statuses' in value && 'steps' in value
}

test('every process is among those that are looked at', () => {
  const defined = filesUnder('src')
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => [...readText(file).matchAll(/const (\w+) = defineProcess\(/g)])
    .map(([, name]) => name)
  expect(new Set(processes.map(([name]) => name))).toEqual(new Set(defined))
})

/** A track at £0.00 is sold in this status; every other process has one beginning. */
const begunElsewhere = new Map([['saleProcess', ['free is never reached']]])

test.each(processes)(
  'every status of the %s is reached by a step that somebody takes, and no step leads anywhere else',
  (name, table) => {
    expect(processProblems(table)).toEqual(begunElsewhere.get(name) ?? [])
  },
)

const actors = ['customer', 'artist', 'admin', 'provider', 'system']

test.each(processes)('each step of the %s is taken by those who act', (_name, { steps }) => {
  for (const { by } of Object.values(steps)) expect(actors).toEqual(expect.arrayContaining([...by]))
})
