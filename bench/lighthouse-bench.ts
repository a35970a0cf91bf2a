// Runs Lighthouse on the demo's public pages as a phone; fails below the goals. `-- lighthouse URL` measures a running site.

import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import lighthouse from 'lighthouse'
import { chromium } from 'playwright-core'
import { z } from 'zod'
import { browserArgs, findBrowser } from '../scripts/find-browser.ts'
import { ensureWebIsBuilt } from '../scripts/build-web.ts'
import { freePort } from '../scripts/run-program.ts'

/** Odd, so that one of them is in the middle. */
const runs = 3
const start = fileURLToPath(new URL('../scripts/start.ts', import.meta.url))

type Measure = { name: string; goal: number; isBetter: 'high' | 'low'; unit: string }

/** On a quiet machine; times are those of Lighthouse's simulated phone. */
const measures: Measure[] = [
  { name: 'performance', goal: 0.98, isBetter: 'high', unit: '' },
  { name: 'accessibility', goal: 1, isBetter: 'high', unit: '' },
  { name: 'best-practices', goal: 1, isBetter: 'high', unit: '' },
  { name: 'seo', goal: 1, isBetter: 'high', unit: '' },
  { name: 'largest-contentful-paint', goal: 1800, isBetter: 'low', unit: ' ms' },
  { name: 'cumulative-layout-shift', goal: 0.05, isBetter: 'low', unit: '' },
]

export async function benchLighthouse(): Promise<void> {
  const browser = await findBrowser()
  if (browser === null) throw new Error('There is no browser to measure with.')
  const named = process.argv[3]
  if (named === undefined) return withDemoApp((url) => measure(url, browser))
  await measure(new URL(named).origin, browser)
}

async function measure(url: string, browser: string): Promise<void> {
  const port = await freePort()
  const running = await chromium.launch({
    executablePath: browser,
    args: [...browserArgs, `--remote-debugging-port=${port}`],
  })
  try {
    console.log(`Lighthouse, phone, median of ${runs} runs:`)
    for (const page of ['/', '/tracks', await firstTrackOf(url)]) {
      console.log(`  ${page}`)
      report(await runsOf(url + page, port))
    }
  } finally {
    await running.close()
  }
}

async function runsOf(url: string, port: number): Promise<Map<string, number>[]> {
  const results: Map<string, number>[] = []
  for (let run = 0; run < runs; run++) {
    const response = await lighthouse(url, { port, output: 'json', logLevel: 'error' })
    if (response === undefined) throw new Error(`Lighthouse says nothing of ${url}.`)
    const { categories, audits, runtimeError } = response.lhr
    if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`)
    results.push(
      new Map([
        ...Object.entries(categories).map(([name, { score }]) => [name, score ?? 0] as const),
        ...Object.entries(audits).map(
          ([name, { numericValue = Number.NaN }]) => [name, numericValue] as const,
        ),
      ]),
    )
  }
  return results
}

function report(results: Map<string, number>[]): void {
  for (const { name, goal, isBetter, unit } of measures) {
    const found = medianOf(results.map((result) => result.get(name) ?? Number.NaN))
    const isMet = isBetter === 'high' ? found >= goal : found <= goal
    if (!isMet) process.exitCode = 1
    const text = (value: number) => `${unit === '' ? value.toFixed(2) : Math.round(value)}${unit}`
    console.log(
      `    ${isMet ? 'ok    ' : 'MISSED'} ${name.padEnd(26)} ${text(found).padStart(8)}  goal ${text(goal)}`,
    )
  }
}

function medianOf(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}

async function firstTrackOf(url: string): Promise<string> {
  const response = await fetch(`${url}/public/tracks/query`)
  const list = z.object({ tracks: z.array(z.object({ id: z.string() })) })
  const [first] = list.parse(await response.json()).tracks
  if (first === undefined) throw new Error(`${url} has no track to show.`)
  return `/tracks/${first.id}`
}

/** As `npm start` opens it, and once all its tracks are recorded: recording takes the processor. */
async function withDemoApp(use: (url: string) => Promise<void>): Promise<void> {
  await ensureWebIsBuilt((line) => console.log(line))
  console.log('Recording the demo')
  const folder = await mkdtemp(join(tmpdir(), 'undersong-bench-'))
  const port = await freePort()
  const { PATH = '', HOME = '' } = process.env
  const site = spawn(process.execPath, [start], {
    env: { PATH, HOME, PORT: `${port}`, SANDBOX_PORT: '0', DATA_DIR: folder, DEMO: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => site.once('exit', () => resolve()))
  try {
    await untilOutput(site.stderr, 'The demo is complete')
    await use(`http://127.0.0.1:${port}`)
  } finally {
    site.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
}

async function untilOutput(stream: NodeJS.ReadableStream, text: string): Promise<void> {
  let output = ''
  for await (const chunk of stream) {
    output += String(chunk)
    process.stderr.write(String(chunk))
    // The output is read to its end, otherwise the child process blocks on a full pipe.
    if (output.includes(text)) return
  }
  throw new Error(`The app ended before it was ready:\n${output}`)
}
