// Where prepare-data-folders.ts keeps its folders. Apart from running-app.ts: the program that fills them does not load Vitest.

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** `opened`: a folder on which the app was opened and closed again; `stocked`: the same with data. */
export type PreparedFolders = Record<'opened' | 'stocked', string>

export function preparedFoldersIn(path: string): PreparedFolders {
  return { opened: `${path}/opened`, stocked: `${path}/stocked` }
}

export const stockFileIn = (path: string) => `${path}/stock.json`

/** Of the test card provider, in a data folder. */
export const contractFile = 'sandbox/contract.json'

/** Unlike fs.cp, it keeps the owner: PostgreSQL does not run as root. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', `${from}/.`, to])
}
