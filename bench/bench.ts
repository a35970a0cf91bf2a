// `npm run bench`, or `-- catalogue`, `-- artists`, `-- commissions`, `-- http`, `-- audio`, `-- lighthouse`, `-- rooms`, `-- first-view`, `-- sales`, `-- money-lists`, `-- reconciliation`, `-- statements`: measurements a person can repeat. Never run as tests.

import { benchArtists } from './artists-bench.ts'
import { benchAudio } from './audio-bench.ts'
import { benchCatalogue } from './catalogue-bench.ts'
import { benchCommissions } from './commissions-bench.ts'
import { benchFirstView } from './first-view-bench.ts'
import { benchHttp } from './http-bench.ts'
import { benchLighthouse } from './lighthouse-bench.ts'
import { benchMoneyLists } from './money-lists-bench.ts'
import { benchReconciliation } from './reconciliation-bench.ts'
import { benchRooms } from './rooms-bench.ts'
import { benchSales } from './sales-bench.ts'
import { benchStatements } from './statements-bench.ts'

const benches: Record<string, () => Promise<void>> = {
  artists: benchArtists,
  audio: benchAudio,
  catalogue: benchCatalogue,
  commissions: benchCommissions,
  'first-view': benchFirstView,
  http: benchHttp,
  lighthouse: benchLighthouse,
  'money-lists': benchMoneyLists,
  reconciliation: benchReconciliation,
  rooms: benchRooms,
  sales: benchSales,
  statements: benchStatements,
}

const names = process.argv[2] === undefined ? Object.keys(benches) : [process.argv[2]]
for (const name of names) {
  const bench = benches[name]
  if (!bench) {
    console.error(`Usage: npm run bench [-- ${Object.keys(benches).join('|')}]`)
    process.exit(1)
  }
  await bench()
}
