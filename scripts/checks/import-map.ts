// Checks the imports between modules (.dependency-cruiser.mjs) and between folders, and that the checker really parsed our
// modules.

import { registerHooks } from 'node:module'
import type { ICruiseOptions, IForbiddenRuleType, IModule, IViolation } from 'dependency-cruiser'
import { folderCycles } from './folder-cycles.ts'

type Map = { rules: IForbiddenRuleType[]; options: ICruiseOptions }

/** A lower count means that the checker has no parser: then it finds nothing, and reports success. */
const minTypeImports = 200

const folders = ['src', 'sandbox', 'demo', 'scripts', 'bench', 'tests']

// dependency-cruiser reads TypeScript with the compiler's API, which TypeScript 7 does not have: it gets version 5.
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier.replace(/^typescript(?=$|\/)/, 'typescript-5'), context),
})
const { cruise } = await import('dependency-cruiser')
const { default: maps }: { default: Map[] } = await import(
  new URL('../../.dependency-cruiser.mjs', import.meta.url).href
)

const cycles = new Set<string>()
for (const { rules, options } of maps) {
  const { output } = await cruise(folders, {
    ...options,
    validate: true,
    ruleSet: { forbidden: rules },
  })
  if (typeof output === 'string') throw new Error(`Findings were expected, not a text: ${output}`)
  const { violations } = output.summary
  for (const violation of violations) console.error(sentence(violation))
  const ours = output.modules.filter(({ source }) => isOurs(source))
  const imports = ours.flatMap(({ dependencies }) => dependencies)
  const typeImports = imports.filter(({ dependencyTypes }) => dependencyTypes.includes('type-only'))
  console.log(`${ours.length} modules, ${imports.length} imports, ${violations.length} violations`)
  for (const cycle of folderCycles(ours.flatMap(importsOf))) cycles.add(cycle)
  const isBlind = typeImports.length < minTypeImports
  if (isBlind) console.error(`Only ${typeImports.length} imports of types were seen.`)
  if (violations.length > 0 || isBlind) process.exitCode = 1
}
for (const cycle of cycles) console.error(`Folders form a cycle: ${cycle}`)
if (cycles.size > 0) process.exitCode = 1

function isOurs(file: string): boolean {
  return folders.includes(file.split('/')[0] ?? '')
}

/** What a file of the program imports of it: tests, and what they share, may import from everywhere. */
function importsOf({ source: from, dependencies }: IModule) {
  const isOfTests = (file: string) => /^tests\/|^sandbox\/test-support\/|\.test\.tsx?$/.test(file)
  const isProgram = (file: string) => isOurs(file) && !isOfTests(file)
  if (!isProgram(from)) return []
  return dependencies.map(({ resolved: to }) => ({ from, to })).filter(({ to }) => isProgram(to))
}

function sentence({ rule, from, to, cycle }: IViolation): string {
  if (from === to) return `${rule.name}: ${from}`
  const way = cycle === undefined ? [to] : cycle.map(({ name }) => name)
  return `${rule.name}: ${[from, ...way].join(' → ')}`
}
