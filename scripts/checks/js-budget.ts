// Checks the JavaScript of each public page and of each page with a form: the gzipped bytes that a first visit loads
// must not exceed the budget.

import { globSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import { projectRoot } from '../run-program.ts'

const budgetBytes = 150 * 1024

const budgetRoutes = {
  '/': 'pages/home-page',
  '/tracks': 'pages/tracks-page',
  '/tracks/:id': 'pages/track-page',
  '/login': 'pages/login-page',
  '/register': 'pages/register-page',
  '/artist-dashboard': 'pages/artist-dashboard-page',
}

const part = z.object({ module: z.string(), imports: z.array(z.string()).default([]) })
const manifestSchema = z.object({ entry: part, routes: z.record(z.string(), part) })

const { entry, routes } = readManifest()
for (const [url, id] of Object.entries(budgetRoutes)) {
  const parts = [entry, routes['root'], routes[id]].map((found) => {
    if (found === undefined) throw new Error(`The built web has no part for ${url} (${id}).`)
    return found
  })
  // React Router lists a module's direct and indirect imports.
  const files = new Set(parts.flatMap(({ module, imports }) => [module, ...imports]))
  const bytes = [...files].reduce((sum, file) => sum + gzippedBytes(file), 0)
  const isOver = bytes > budgetBytes
  if (isOver) process.exitCode = 1
  console.log(
    `       ${url.padEnd(17)} ${kilobytes(bytes)} of ${kilobytes(budgetBytes)} in ${files.size} files${isOver ? ': too much' : ''}`,
  )
}

function readManifest() {
  const [name, ...others] = globSync('build/client/assets/manifest-*.js', { cwd: projectRoot })
  if (name === undefined || others.length > 0)
    throw new Error('One manifest was expected in build/client/assets.')
  const script = readFileSync(projectRoot + name, 'utf8')
  return manifestSchema.parse(
    JSON.parse(script.slice(script.indexOf('{'), script.lastIndexOf('}') + 1)),
  )
}

function gzippedBytes(file: string): number {
  return gzipSync(readFileSync(`${projectRoot}build/client${file}`), { level: 9 }).length
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`
}
