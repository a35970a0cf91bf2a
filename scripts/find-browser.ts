// Finds the browser for the journeys and Lighthouse: CHROMIUM_PATH, an installed one, or Debian's package if it can be installed.
// Called by itself, as continuous integration does, it installs the headless shell also beside another browser.

import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runProgram } from './run-program.ts'

/** Chromium without the parts of a browser's own window: the same engine, a quarter less processor time for each page. */
const headless = 'chromium-headless-shell'

const names = [headless, 'chromium', 'chromium-browser', 'google-chrome']

/** No requests to third parties, and able to run as root in a container. */
export const browserArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

if (import.meta.main) {
  const onlyOthers = findInPath(names) !== null && findInPath([headless]) === null
  if (!process.env['CHROMIUM_PATH'] && onlyOthers && mayInstall()) await install(headless)
  const browser = await findBrowser()
  if (browser === null) process.exit(1)
  console.log(browser)
}

/** Null when there is none, after printing one sentence on what to do. */
export async function findBrowser(): Promise<string | null> {
  const named = process.env['CHROMIUM_PATH']
  if (named !== undefined && named !== '') {
    if (existsSync(named)) return named
    console.error(`CHROMIUM_PATH is ${named}, and there is no such file.`)
    return null
  }
  const installed = findInPath(names) ?? (mayInstall() ? await installAny() : null)
  if (installed === null) {
    console.error(
      'The journeys need a browser: install Chromium, or set CHROMIUM_PATH to the program of one.',
    )
  }
  return installed
}

function findInPath(programs: string[]): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const files = programs.flatMap((name) => folders.map((folder) => join(folder, name)))
  return files.find((file) => existsSync(file)) ?? null
}

/** Debian and its derivatives, as root: a fresh build machine or container. */
function mayInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version')
}

/** Older Debians have only the whole browser. */
async function installAny(): Promise<string | null> {
  return (await install(headless)) ?? install('chromium')
}

async function install(name: string): Promise<string | null> {
  console.log(`Installing ${name}`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', name]]) {
    const { code, output } = await runProgram('apt-get', args, { env, quietly: true })
    if (code !== 0) {
      console.error(`apt-get ${args[0]} failed:\n${output.trim()}`)
      return null
    }
  }
  return findInPath([name])
}
