// Once for all journeys: a data folder of an app that was opened and closed again, and one with data. Each test copies one
// of them, because creating a database and preparing recordings takes longer than most tests.

import { rm, writeFile } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { runProgram } from '../../../scripts/run-program.ts'
import { createDataFolder } from '../running-app.ts'
import { failureFileIn } from './prepared-folders.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The path in which the prepared folders are, or will be. */
    preparedFolders: string
  }
}

/** The first tests start meanwhile: each waits for its folder (untilPrepared). */
export default async function prepareDataFolders(
  project: TestProject,
): Promise<() => Promise<void>> {
  const { path } = await createDataFolder()
  project.provide('preparedFolders', path)
  const filled = fill(path)
  return async () => {
    await filled
    await rm(path, { recursive: true, force: true })
  }
}

/** A failure is thrown in the tests that wait. */
async function fill(path: string): Promise<void> {
  // By Node itself: Vitest runs a global setup through Vite, which cannot run the modules of the server.
  const program = ['tests/support/prepared/fill-data-folders.ts', path]
  const { code, output } = await runProgram('node', program, { quietly: true }).catch(
    (error: unknown) => ({ code: 1, output: String(error) }),
  )
  if (code !== 0) await writeFile(failureFileIn(path), output)
}
