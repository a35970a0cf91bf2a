// The program that fills the folders of prepare-data-folders.ts. A folder gets its name when it is complete.

import { copyFile, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureContract, sharedContractFile } from '../../../sandbox/contract/extract-contract.ts'
import { freePort } from '../../../scripts/run-program.ts'
import { openApp } from '../hosted/open-app.ts'
import { contractFile, copyFolder, stockFileIn, type PreparedFolder } from './prepared-folders.ts'
import { stockApp } from './stock-app.ts'

const [path = ''] = process.argv.slice(2)
const opened = unfinished('opened')
await mkdir(join(opened, 'sandbox'), { recursive: true })
// Extracting the card provider's contract takes seconds, and other tests have done it in this checkout.
await ensureContract(sharedContractFile)
await copyFile(sharedContractFile, join(opened, contractFile))
await (await openApp({ PORT: String(await freePort()), DATA_DIR: opened })).disposeAsync()

const stocked = unfinished('stocked')
await mkdir(stocked)
await copyFolder(opened, stocked)
await finish('opened')
const port = await freePort()
const app = await openApp({ PORT: String(port), DATA_DIR: stocked })
const stock = await stockApp({ url: `http://127.0.0.1:${port}` }, stocked)
await writeFile(stockFileIn(path), JSON.stringify(stock))
await app.disposeAsync()
await finish('stocked')

function unfinished(folder: PreparedFolder): string {
  return join(path, `${folder}.new`)
}

function finish(folder: PreparedFolder): Promise<void> {
  return rename(unfinished(folder), join(path, folder))
}
