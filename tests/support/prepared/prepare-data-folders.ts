// Once for all journeys: a data folder of an app that was opened and closed again, and one with data. Each test copies one
// of them, because creating a database and preparing recordings takes longer than most tests.

import { readFile, rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { runProgram } from '../../../scripts/run-program.ts'
import { createDataFolder } from '../running-app.ts'
import { preparedFoldersIn, stockFileIn, type PreparedFolders } from './prepared-folders.ts'
import type { Stock } from './stock-app.ts'

declare module 'vitest' {
  interface ProvidedContext {
    preparedFolders: PreparedFolders
    stock: Stock
  }
}

export default async function prepareDataFolders(
  project: TestProject,
): Promise<() => Promise<void>> {
  const { path } = await createDataFolder()
  // By Node itself: Vitest runs a global setup through Vite, which cannot run the modules of the server.
  const filling = ['tests/support/prepared/fill-data-folders.ts', path]
  const { code, output } = await runProgram('node', filling, { quietly: true })
  if (code !== 0) throw new Error(`The data folders could not be prepared:\n${output}`)
  project.provide('preparedFolders', preparedFoldersIn(path))
  project.provide('stock', JSON.parse(await readFile(stockFileIn(path), 'utf8')) as Stock)
  return () => rm(path, { recursive: true, force: true })
}
