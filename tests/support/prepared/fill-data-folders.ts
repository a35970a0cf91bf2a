// The program that fills the folders of prepare-data-folders.ts.

import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureContract, sharedContractFile } from '../../../sandbox/contract/extract-contract.ts'
import { openHostedApp } from '../hosted/hosted-app.ts'
import { contractFile, copyFolder } from '../running-app.ts'
import { preparedFoldersIn, stockFileIn } from './prepare-data-folders.ts'
import { stockApp } from './stock-app.ts'

const [path = ''] = process.argv.slice(2)
const { opened, stocked } = preparedFoldersIn(path)
await mkdir(join(opened, 'sandbox'), { recursive: true })
// Extracting the card provider's contract takes seconds, and other tests have done it in this checkout.
await ensureContract(sharedContractFile)
await copyFile(sharedContractFile, join(opened, contractFile))
await (await openHostedApp(opened))[Symbol.asyncDispose]()
await mkdir(stocked)
await copyFolder(opened, stocked)
const app = await openHostedApp(stocked)
await writeFile(stockFileIn(path), JSON.stringify(await stockApp(app, stocked)))
await app[Symbol.asyncDispose]()
// Otherwise the process of the apps, which ends with this one, would keep it running.
process.exit()
