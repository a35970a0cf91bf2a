// `npm run bench -- http` and `npm run bench -- audio`: measurements a person can repeat. Never run as tests.

import { benchAudio } from './audio-bench.ts'
import { benchHttp } from './http-bench.ts'

const benches: Record<string, () => Promise<void>> = { audio: benchAudio, http: benchHttp }

const bench = benches[process.argv[2] ?? '']
if (!bench) {
  console.error(`Usage: npm run bench -- ${Object.keys(benches).join('|')}`)
  process.exit(1)
}
await bench()
