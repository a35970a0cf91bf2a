// Checks the JavaScript of each public page, of each page with a form, and of the pages of commissions: the gzipped bytes that a first visit loads
// must not exceed the budget.

import { globSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import { projectRoot } from '../run-program.ts'

/** In KB: what everyone opens, and what artists work in. */
const publicBudget = 150
const dashboardBudget = 220

const budgets = [
  { url: '/', id: 'pages/home-page', budget: publicBudget },
  { url: '/tracks', id: 'pages/tracks/tracks-page', budget: publicBudget },
  { url: '/tracks/:id', id: 'pages/tracks/track-page', budget: publicBudget },
  { url: '/artists', id: 'pages/artists/artists-page', budget: publicBudget },
  { url: '/artist/:id', id: 'pages/artists/artist-page', budget: publicBudget },
  { url: '/login', id: 'pages/accounts/login-page', budget: publicBudget },
  { url: '/register', id: 'pages/accounts/register-page', budget: publicBudget },
  { url: '/artist-dashboard', id: 'pages/artists/artist-dashboard-page', budget: dashboardBudget },
  {
    url: '/artist-dashboard/commissions',
    id: 'pages/commissions/artist-commissions-page',
    budget: dashboardBudget,
  },
  {
    url: '/artist/:id/commission',
    id: 'pages/commissions/commission-request-page',
    budget: dashboardBudget,
  },
  { url: '/commissions/:id', id: 'pages/commissions/commission-page', budget: dashboardBudget },
]

const part = z.object({ module: z.string(), imports: z.array(z.string()).default([]) })
const manifestSchema = z.object({ entry: part, routes: z.record(z.string(), part) })

const { entry, routes } = readManifest()
for (const { url, id, budget } of budgets) {
  const parts = [entry, routes['root'], routes[id]].map((found) => {
    if (found === undefined) throw new Error(`The built web has no part for ${url} (${id}).`)
    return found
  })
  // React Router lists a module's direct and indirect imports.
  const files = new Set(parts.flatMap(({ module, imports }) => [module, ...imports]))
  const bytes = [...files].reduce((sum, file) => sum + gzippedBytes(file), 0)
  const isOver = bytes > budget * 1024
  if (isOver) process.exitCode = 1
  console.log(
    `       ${url.padEnd(28)} ${kilobytes(bytes)} of ${budget} KB in ${files.size} files${isOver ? ': too much' : ''}`,
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
