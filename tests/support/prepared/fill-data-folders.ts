// The program that fills the folders of prepare-data-folders.ts.

import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureContract, sharedContractFile } from '../../../sandbox/contract/extract-contract.ts'
import { freePort } from '../../../scripts/run-program.ts'
import { openApp } from '../hosted/open-app.ts'
import { contractFile, copyFolder, preparedFoldersIn, stockFileIn } from './prepared-folders.ts'
import { stockApp } from './stock-app.ts'

const [path = ''] = process.argv.slice(2)
const { opened, stocked } = preparedFoldersIn(path)
const port = String(await freePort())
await mkdir(join(opened, 'sandbox'), { recursive: true })
// Extracting the card provider's contract takes seconds, and other tests have done it in this checkout.
await ensureContract(sharedContractFile)
await copyFile(sharedContractFile, join(opened, contractFile))
await (await openApp({ PORT: port, DATA_DIR: opened })).disposeAsync()
await mkdir(stocked)
await copyFolder(opened, stocked)
const app = await openApp({ PORT: port, DATA_DIR: stocked })
const stock = await stockApp({ url: `http://127.0.0.1:${port}` }, stocked)
await writeFile(stockFileIn(path), JSON.stringify(stock))
await app.disposeAsync()
