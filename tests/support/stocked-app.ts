// A running app on a copy of the prepared folder with data (prepared/stock-app.ts).

import { inject } from 'vitest'
import { apiUserOf } from './api-user.ts'
import { openHostedApp } from './hosted/hosted-app.ts'
import { copyDataFolder } from './running-app.ts'

export async function openStockedApp() {
  const { artist, singer, ...tracks } = inject('stock')
  const data = await copyDataFolder(inject('preparedFolders').stocked)
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
