// The program that fills the folders of prepare-data-folders.ts.

import { mkdir, writeFile } from 'node:fs/promises'
import { freePort } from '../../../scripts/run-program.ts'
import { preparedFoldersIn, stockFileIn } from './prepare-data-folders.ts'
import { copyFolder, startAppProcess, stopApp } from '../running-app.ts'
import { stockApp } from './stock-app.ts'

const [path = ''] = process.argv.slice(2)
const { opened, stocked } = preparedFoldersIn(path)
await mkdir(opened)
await stopApp(await startOn(opened))
await mkdir(stocked)
await copyFolder(opened, stocked)
const app = await startOn(stocked)
try {
  await writeFile(stockFileIn(path), JSON.stringify(await stockApp(app, stocked)))
} finally {
  await stopApp(app)
}

async function startOn(folder: string) {
  return startAppProcess({ PORT: String(await freePort()), DATA_DIR: folder })
}
