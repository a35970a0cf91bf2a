// A running app on a copy of the prepared folder with data (prepared/stock-app.ts).

import { readFile } from 'node:fs/promises'
import { inject } from 'vitest'
import { apiUserOf } from './api-user.ts'
import { openHostedApp } from './hosted/hosted-app.ts'
import { stockFileIn, untilPrepared } from './prepared/prepared-folders.ts'
import type { Stock } from './prepared/stock-app.ts'
import { copyDataFolder } from './running-app.ts'

export async function openStockedApp() {
  const prepared = inject('preparedFolders')
  const data = await copyDataFolder(await untilPrepared(prepared, 'stocked'))
  const stock = await readFile(stockFileIn(prepared), 'utf8')
  const { artist, singer, ...tracks } = JSON.parse(stock) as Stock
  const app = await openHostedApp(data.path)
  return {
    url: app.url,
    dataDir: data.path,
    artist: apiUserOf(app, artist),
    singer: apiUserOf(app, singer),
    ...tracks,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]()
      await data[Symbol.asyncDispose]()
    },
  }
}
