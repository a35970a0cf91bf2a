// Where prepare-data-folders.ts keeps its folders. Apart from running-app.ts: the program that fills them does not load Vitest.

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

/** `opened`: a folder on which the app was opened and closed again; `stocked`: the same with data. */
export type PreparedFolder = 'opened' | 'stocked'

/** Has what the program said when it failed. */
export const failureFileIn = (path: string) => join(path, 'failure.txt')

export const stockFileIn = (path: string) => join(path, 'stock.json')

/** Of the test card provider, in a data folder. */
export const contractFile = 'sandbox/contract.json'

const checkEveryMs = 50

/** Resolves with the folder's path when the folder is complete: until then it has another name. */
export async function untilPrepared(path: string, folder: PreparedFolder): Promise<string> {
  const complete = join(path, folder)
  while (!existsSync(complete)) {
    if (existsSync(failureFileIn(path)))
      throw new Error(
        `The data folders could not be prepared:\n${await readFile(failureFileIn(path), 'utf8')}`,
      )
    await pause(checkEveryMs)
  }
  return complete
}

/** Unlike fs.cp, it keeps the owner: PostgreSQL does not run as root. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', `${from}/.`, to])
}
