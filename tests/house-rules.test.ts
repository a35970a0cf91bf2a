// Tests for conventions that no linter checks: docs/style.md and docs/architecture.md give the reasons.

import { basename, dirname } from 'node:path/posix'
import { expect, test } from 'vitest'
import { allEndpoints } from '#server/http/all-endpoints.ts'
import { claimsIn, readClaims, readRequirements } from '../scripts/requirement-claims.ts'
import { filesUnder, readText } from './support/source/project-files.ts'
import { callsIn } from './support/source/source-calls.ts'
import { privateNamesIn } from './support/source/source-private.ts'

const program = ['src', 'sandbox', 'demo', 'scripts'].flatMap(filesUnder)
const ours = [...program, ...filesUnder('bench'), ...filesUnder('tests')]
const code = ours.filter((file) => /\.(m?ts|tsx)$/.test(file))
const testFiles = code.filter((file) => /\.test\.tsx?$/.test(file))

test('every endpoint is served exactly once', async () => {
  const endpoints = new Map<string, string>()
  const contracts = import.meta.glob<Record<string, unknown>>([
    '../src/contracts/**/*.ts',
    '!**/*.test.ts',
  ])
  for (const [file, load] of Object.entries(contracts)) {
    const contract = await load()
    for (const [name, value] of Object.entries(contract)) {
      const route = routeOf(value)
      if (route === null) continue
      expect([...endpoints], `${name} of ${file}`).not.toContainEqual([name, expect.anything()])
      endpoints.set(name, route)
    }
  }
  const served = filesUnder('src/server')
    .filter((file) => file.endsWith('-routes.ts'))
    .flatMap((file) => callsIn(readText(file)))
    .flatMap(({ called, names }) => {
      if (/^serve(Bytes|Shared|Upload)?$/.test(called)) return names.slice(0, 1)
      return called === 'served.push' ? names : []
    })

  expect(endpoints.size).toBeGreaterThan(0)
  expect(allEndpoints.map(({ name }) => name).toSorted()).toEqual([...endpoints.keys()].toSorted())
  expect(served.toSorted()).toEqual([...endpoints.keys()].toSorted())
  expect(new Set(endpoints.values()).size).toBe(endpoints.size)
})

function routeOf(value: unknown): string | null {
  const isEndpoint = typeof value === 'object' && value !== null && 'route' in value
  return isEndpoint && typeof value.route === 'string' ? value.route : null
}

test('the types between the server and the built web are declared once', () => {
  const typesIn = (file: string) =>
    [...readText(file).matchAll(/^(?:export )?type (\w+)/gm)].map(([, name = '']) => name)
  const shared = new Set(typesIn('src/contracts/page-seam.ts'))
  const again = ['src/server', 'src/web'].flatMap(filesUnder).flatMap((file) =>
    typesIn(file)
      .filter((name) => shared.has(name))
      .map((name) => `${file}: ${name}`),
  )
  expect(shared.size).toBeGreaterThan(5)
  expect(again).toEqual([])
})

test('a file has at most 300 lines', () => {
  const long = ours
    // Written by a command, and read by searching it.
    .filter((file) => file !== 'src/server/db/schema.sql')
    .map((file) => [file, readText(file).trimEnd().split('\n').length] as const)
    .filter(([, lines]) => lines > 300)
  expect(long).toEqual([])
})

test('a folder holds at most 30 files, tests and migrations not counted', () => {
  // Migrations only go forward: their number grows.
  const counted = ours.filter(
    (file) => !testFiles.includes(file) && !file.startsWith('src/server/db/migrations/'),
  )
  const folders = Map.groupBy(counted, (file) => dirname(file))
  const full = [...folders]
    .filter(([, files]) => files.length > 30)
    .map(([folder, files]) => `${folder}: ${files.length}`)
  expect(full).toEqual([])
})

test('files are named in kebab-case by a domain term, and none only re-exports others', () => {
  const badlyNamed = code.filter((file) => {
    const [name = '', ...endings] = basename(file).split('.')
    const isKebab = [name, ...endings].every((part) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(part))
    return (
      !isKebab ||
      name === 'index' ||
      /(^|\/)(utils?|helpers?|common|misc|lib|types)(\/|\.)/.test(file)
    )
  })
  expect(badlyNamed).toEqual([])
})

test('no test is skipped, focused or wrapped', () => {
  const forbidden =
    /^(test|it)(\.\w+)*\.(skip|only|todo|fails|skipIf|runIf)\b|^(it|describe|beforeEach)\b/
  const found = testFiles
    // Parsing each file takes a hundred times as long as searching its text.
    .filter((file) =>
      /\.(skip|only|todo|fails|skipIf|runIf)\b|\b(it|describe|beforeEach)[.(]/.test(readText(file)),
    )
    .flatMap((file) => callsIn(readText(file)).map(({ called }) => ({ file, called })))
    .filter(({ called }) => forbidden.test(called))
  expect(found).toEqual([])
})

test('no wait ends after one second, as those of vi do by themselves', () => {
  const found = code
    .filter((file) => /vi\s*\.wait/.test(readText(file)))
    .flatMap((file) => callsIn(readText(file)).map((call) => ({ file, ...call })))
    .filter(({ called, names }) => /^vi\.wait(For|Until)$/.test(called) && names.length < 2)
  expect(found).toEqual([])
})

test('no checker is silenced', () => {
  // One-letter character classes keep this line from matching itself.
  const silencers = /lint[-]disable|@ts[-](ignore|expect-error|nocheck)|(v8|istanbul)[ ]ignore/
  expect(code.filter((file) => silencers.test(readText(file)))).toEqual([])
})

test('no private field and no private table of a library is used', () => {
  // Joined here, so that this file does not contain the name itself.
  const table = ['_', 'private_jobs'].join('')
  const planted = `const sql = 'select from graphile_worker.${table}'; socket._handle['_x']`
  expect(privateNamesIn(planted)).toEqual([table, '_x', '_handle'])
  expect(privateNamesIn("import { unstable_a as b, c } from 'd'")).toEqual(['unstable_a'])
  const found = code
    .filter((file) =>
      /[.[]\s*['"`]?_|_private_|(unstable|UNSAFE|experimental)_/.test(readText(file)),
    )
    .flatMap((file) => privateNamesIn(readText(file)).map((name) => `${file}: ${name}`))
  expect(found).toEqual([])
})

test('no file contains a path of the machine it was made on, or the source of packages', () => {
  const machines = ['work', 'home', 'Users'].join('|')
  const never = new RegExp(
    `(?<![\\w.~-])/(${machines})/\\w|\\bregistry\\.[\\w-]+\\.\\w+|"resolved"\\s*:\\s*"(?!packages/)`,
  )
  const texts = filesUnder('').filter(
    (file) => !/\.(png|jpe?g|webp|woff2?|ico|mp3|wav)$/.test(file),
  )
  expect(texts.filter((file) => never.test(readText(file)))).toEqual([])
})

test('tests claim only requirements that exist', () => {
  const known = new Set(readRequirements().map(({ number }) => number))
  const claims = readClaims()
  expect(known.size).toBeGreaterThan(0)
  expect(claims.length).toBeGreaterThan(0)
  expect(claims.filter(({ number }) => !known.has(number))).toEqual([])
})

test.each([
  ['(CRD-01, CRD-03)', ['CRD-01', 'CRD-03']],
  ['(CRD-08 to CRD-10, FMT-02)', ['CRD-08', 'CRD-09', 'CRD-10', 'FMT-02']],
  ['(CRD-08 to CRD-01)', ['CRD-08 to CRD-01']],
  ['(CRD-08 to FMT-09)', ['CRD-08 to FMT-09']],
  ['of CRD-01', []],
])(
  'a test named %j claims %j: a range includes all between its ends, an invalid one no known number',
  (...row) => {
    const [name, numbers] = row
    const claims = claimsIn('planted.test.ts', `test('cards ${name}', () => {})`)
    expect(claims.map(({ number }) => number)).toEqual(numbers)
  },
)

test('each row of a table claims its own number', () => {
  const rows = "['CRD-01', 'a'], ['CRD-02, CRD-03', 'b']"
  const claimed = (table: string) =>
    claimsIn('planted.test.ts', `test.each(${table})('(%s) %s', () => {})`).map(
      ({ number }) => number,
    )
  expect(claimed(`[${rows}]`)).toEqual(['CRD-01', 'CRD-02', 'CRD-03'])
  expect(claimed(`[${rows}] as const`)).toEqual(['CRD-01', 'CRD-02', 'CRD-03'])
  expect(claimed('elsewhere')).toEqual([])
})

test('migrations are numbered without gaps', () => {
  const numbers = filesUnder('src/server/db/migrations').map((file) => basename(file).slice(0, 5))
  expect(numbers).toEqual(numbers.map((_number, at) => `${String(at + 1).padStart(4, '0')}-`))
})

test('every variable of the configuration is documented', () => {
  const source = readText('src/server/start/config.ts')
  const variables = [...source.matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(([, name = '']) => name)
  const example = readText('.env.example')
  const operations = readText('docs/operations.md')
  const inExample = (name: string) => new RegExp(`^#? ?${name}=`, 'm').test(example)
  expect(variables.length).toBeGreaterThan(20)
  expect(variables.filter((name) => !inExample(name))).toEqual([])
  expect(variables.filter((name) => !operations.includes(`\`${name}\``))).toEqual([])
})

test('only the files of tracks and of the search write tracks and their search index', () => {
  const room = /^src\/server\/(tracks|search|db\/(migrations|tables))\//
  const writes = /\b(insertInto|updateTable|deleteFrom)\('tracks'\)|\bupdate tracks\b/
  const indexes =
    /insertInto\('tracks'\)|\binsert into tracks\b|\bsearch_text\b|\binto listed_tracks\b/
  // The attacks store what no form accepts, the database of an older version has its own columns, a test of deep
  // pages copies a track thousands of times, and the benchmark a million.
  const outside = code.filter(
    (file) =>
      !room.test(file) &&
      !/^tests\/(attacks\/|house-rules|support\/(money\/version-|catalogue\/listing))/.test(file) &&
      !file.startsWith('bench/catalogue/'),
  )
  const isServer = (file: string) => file.startsWith('src/') && !testFiles.includes(file)
  const found = outside.filter((file) => {
    const text = readText(file)
    return indexes.test(text) || (isServer(file) && writes.test(text))
  })
  expect(found).toEqual([])
})
