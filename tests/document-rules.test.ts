// What the documents say of the code is there: folders, files, and the names in them.

import { basename, dirname, join } from 'node:path/posix'
import { expect, test } from 'vitest'
import { filesUnder, foldersIn, readText } from './support/source/project-files.ts'

const files = new Set(filesUnder(''))
const howTos = ['change-what-exists', 'add-a-field', 'add-a-filter'].map(
  (name) => `docs/how-to/${name}.md`,
)

test('every folder of the server and the web is named in docs/architecture.md', () => {
  const architecture = readText('docs/architecture.md')
  const folders = [...foldersIn('src/server'), ...foldersIn('src/web')]
  expect(folders.filter((folder) => !architecture.includes(`${folder}/`))).toEqual([])
})

test('every folder of the sandbox is named in its README', () => {
  const readme = readText('sandbox/README.md')
  const folders = foldersIn('sandbox').map((folder) => `\`${basename(folder)}\``)
  expect(folders.length).toBeGreaterThan(0)
  expect(folders.filter((folder) => !readme.includes(folder))).toEqual([])
})

test.each(['docs/architecture.md', ...howTos])('every file that %s names exists', (document) => {
  const named = readText(document).split('\n').flatMap(filesIn)
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter(({ file }) => file === undefined).map(({ name }) => name)).toEqual([])
})

test.each(howTos)('what %s names of a file is declared in it', (document) => {
  const named = readText(document)
    .split('\n## ')
    .flatMap((section) =>
      section.split('\n').flatMap((line) => {
        const own = existing(line)
        const places = own.length > 0 ? own : section.split('\n').flatMap(existing)
        return [...line.matchAll(/`([A-Za-z_]\w*)`/g)].map(([, name = '']) => ({ name, places }))
      }),
    )
  const missing = named.filter(
    ({ name, places }) => !places.some((file) => declares(readText(file), name)),
  )
  expect(named.length).toBeGreaterThan(8)
  expect(missing).toEqual([])
})

test('the field that docs/how-to/add-a-field.md follows is in each file of its table', () => {
  const text = readText('docs/how-to/add-a-field.md')
  const [, field = ''] = /follow `(\w+)`/.exec(text) ?? []
  const rows = text.split('\n').filter((line) => line.startsWith('| '))
  const places = rows.flatMap(existing)
  expect(field).not.toBe('')
  expect(places.length).toBeGreaterThan(5)
  expect(places.filter((file) => !new RegExp(`\\b${field}\\b`).test(readText(file)))).toEqual([])
})

/**
 * The files that a line names, from the project's folder or from `src`; a name without a folder stands for a file beside
 * one that is named before it.
 */
function filesIn(line: string): { name: string; file: string | undefined }[] {
  const folders: string[] = []
  return [...line.matchAll(/`([\w./-]+\.(?:tsx?|mjs|sql))`/g)].map(([, name = '']) => {
    const places = name.includes('/') ? ['', 'src'] : ['', ...folders]
    const file = places.map((folder) => join(folder, name)).find((path) => files.has(path))
    if (file !== undefined) folders.push(dirname(file))
    return { name, file }
  })
}

const existing = (line: string) => filesIn(line).flatMap(({ file }) => file ?? [])

/** As a value, a type or a field, in SQL as a table, a view or a function. */
function declares(text: string, name: string): boolean {
  const inCode = `^(?:export )?(?:async )?(?:const|function|type) ${name}\\b|\\b${name}\\??: `
  const inSql = `^create (?:or replace )?(?:table|view|function) (?:public\\.)?${name}\\b`
  return new RegExp(`${inCode}|${inSql}`, 'im').test(text)
}

test('links between documents have existing targets', () => {
  const documents = ['README.md', ...filesUnder('docs').filter((file) => file.endsWith('.md'))]
  const broken = documents.flatMap((document) =>
    [...readText(document).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
      .map(([, target = '']) => join(dirname(document), target))
      .filter((target) => !files.has(target) && !files.has(`${target}/README.md`))
      .map((target) => `${document} → ${target}`),
  )
  expect(broken).toEqual([])
})
