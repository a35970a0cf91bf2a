import { createHash } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { freePort } from '../../scripts/run-program.ts'
import { createApiUser, enablePayouts, type ApiUser } from '../support/api-user.ts'
import { desktop, logInAs, openBrowser, settle } from '../support/browser.ts'
import { createOpenedDataFolder, startAppProcess, stopApp } from '../support/running-app.ts'
import { largeWav } from '../support/uploads/large-wav.ts'
import { openSiteLine } from '../support/uploads/site-line.ts'
import { eventually } from '../support/eventually.ts'

const megabytes = 1_000_000
const fileBytes = 200 * megabytes
test('a recording of 200 MB whose connection is lost half-way goes on after a reload, with the same bytes, in little memory', async () => {
  await using data = await createOpenedDataFolder()
  const port = await freePort()
  const app = await startAppProcess({ PORT: String(port), DATA_DIR: data.path })
  await using line = await openSiteLine(port)
  await using browser = await openBrowser()
  const file = join(data.path, 'long take.wav')
  const sha256 = await writeLargeWav(file)
  const artist = await createApiUser(app, 'artist', 'Rosa Lindqvist')
  await enablePayouts(artist)
  const visitor = await browser.visitor(desktop)
  await logInAs(visitor, line.url, artist)
  const page = await visitor.newPage()
  await announce(app.url, artist)
  await page.goto(`${line.url}/artist-dashboard`)
  const row = page.getByRole('listitem').filter({ hasText: 'long take.wav' })
  await settle(page)
  // Before the first byte of the first upload of this process: what sending costs once is counted as well.
  const memory = watchMemory(app.child.pid)
  line.breakAfter(line.sentBytes() + fileBytes / 2)
  await row.locator('input[type=file]').setInputFiles(file)
  await expect.poll(() => line.isCut(), { interval: 50 }).toBe(true)
  await row.getByText(/No connection/).waitFor()
  line.mend()
  // The page asks before it is left while a file is on its way.
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  const sentBefore = line.sentBytes()
  await row.getByText(/% has arrived/).waitFor()
  await settle(page)
  await row.locator('input[type=file]').setInputFiles(file)

  const [upload] = await eventually(async () => {
    const { uploads } = await artist.request<{
      uploads: { id: string; state: string; bytesReceived: number }[]
    }>('GET /api/proxy/uploads')
    expect(uploads).toMatchObject([{ state: expect.stringMatching(/^(processing|prepared)$/) }])
    return uploads
  })
  const maxBytes = memory.stop()
  const stored = join(data.path, 'files', 'originals', upload?.id ?? '')
  await eventually(() => expect(hashOf(stored)).resolves.toBe(sha256))
  await stopApp(app)
  // The second half, and what was on its way when the connection was lost.
  expect(line.sentBytes() - sentBefore).toBeLessThan(fileBytes * 0.6)
  expect(maxBytes / megabytes).toBeLessThan(30)
})

/** As another device may have done. */
async function announce(url: string, artist: ApiUser): Promise<void> {
  const name = Buffer.from('long take.wav').toString('base64')
  const response = await fetch(`${url}/api/proxy/uploads`, {
    method: 'POST',
    headers: {
      cookie: artist.cookie,
      'tus-resumable': '1.0.0',
      'upload-length': String(fileBytes),
      'upload-metadata': `filename ${name}`,
    },
  })
  expect(response.status).toBe(201)
}

/** Returns its hash. */
async function writeLargeWav(path: string): Promise<string> {
  const hash = createHash('sha256')
  await using file = await open(path, 'w')
  for (const part of largeWav(fileBytes)) {
    hash.update(part)
    await file.write(part)
  }
  return hash.digest('hex')
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** How far the resident memory of a process grows. */
function watchMemory(pid = 0) {
  const residentBytes = () =>
    Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
  const first = residentBytes()
  let max = first
  const timer = setInterval(() => {
    max = Math.max(max, residentBytes())
  }, 50)
  return {
    stop() {
      clearInterval(timer)
      return max - first
    },
  }
}
