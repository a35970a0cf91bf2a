// Reads the project's files, for tests about the project itself.

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))

export function readText(file: string): string {
  return readFileSync(root + file, 'utf8')
}

/** Paths of all files under a folder ('' is the whole project), in order, without ignored files. */
export function filesUnder(folder: string): string[] {
  const inside = readdirSync(root + folder, { withFileTypes: true }).toSorted((one, other) =>
    one.name < other.name ? -1 : 1,
  )
  return inside
    .filter(({ name }) => !ignoredNames.has(name))
    .flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      return entry.isDirectory() ? filesUnder(path) : [path]
    })
}

export function foldersIn(folder: string): string[] {
  return readdirSync(root + folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${folder}/${name}`)
}

const ignoredNames = new Set([
  '.git',
  ...readText('.gitignore')
    .split('\n')
    .map((line) => line.replace(/\/$/, '')),
])
