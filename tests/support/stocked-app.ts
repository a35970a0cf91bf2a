// A running app on a copy of the prepared folder with data (prepared/stock-app.ts).

import { inject } from 'vitest'
import { freePort } from '../../scripts/run-program.ts'
import { apiUserOf } from './api-user.ts'
import { copyDataFolder, startAppProcess, stopApp } from './running-app.ts'

export async function openStockedApp() {
  const { artist, singer, ...tracks } = inject('stock')
  const data = await copyDataFolder(inject('preparedFolders').stocked)
  const app = await startAppProcess({ PORT: String(await freePort()), DATA_DIR: data.path })
  return {
    url: app.url,
    dataDir: data.path,
    artist: apiUserOf(app, artist),
    singer: apiUserOf(app, singer),
    ...tracks,
    async [Symbol.asyncDispose]() {
      await stopApp(app)
      await data[Symbol.asyncDispose]()
    },
  }
}
