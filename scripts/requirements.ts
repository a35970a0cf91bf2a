// `npm run requirements [AREA]`: how much of the numbered list tests claim. With --check, only whether every claim is of a known number.

import { readClaims, readRequirements, type Claim, type Requirement } from './requirement-claims.ts'

const requirements = readRequirements()
const claims = readClaims()
const [wish] = process.argv.slice(2)

if (wish === '--check') check()
else if (wish === undefined) printAreas()
else printArea(wish.toUpperCase())

function check(): void {
  if (requirements.length === 0) fail('docs/requirements lists no requirement.')
  if (claims.length === 0) fail('No test claims a requirement.')
  const known = new Set(requirements.map(({ number }) => number))
  if (known.size < requirements.length) fail('docs/requirements lists a number twice.')
  for (const { number, test, file } of claims) {
    if (!known.has(number)) fail(`${file}: "${test}" claims ${number}, which is no requirement.`)
  }
}

function fail(sentence: string): void {
  console.error(sentence)
  process.exitCode = 1
}

function printAreas(): void {
  const areas = Map.groupBy(requirements, areaOf)
  const row = (name: string, list: Requirement[]) => {
    const claimed = list.filter(({ number }) => claimsOf(number).length > 0).length
    const figures = [list.length, claimed, list.length - claimed]
    console.log(name.padEnd(6) + figures.map((figure) => String(figure).padStart(8)).join(''))
  }
  console.log('area     total claimed    open')
  for (const [area, list] of areas) row(area, list)
  row('all', requirements)
}

function printArea(area: string): void {
  const list = requirements.filter((requirement) => areaOf(requirement) === area)
  if (list.length === 0) fail(`There is no area ${area}.`)
  for (const { number, text } of list) {
    const tests = claimsOf(number)
    console.log(`${number} ${tests.length === 0 ? 'OPEN ' : ''}${text}`)
    for (const { test, file } of tests) console.log(`         ${file}: ${test}`)
  }
}

function areaOf({ number }: Requirement): string {
  return number.slice(0, 3)
}

function claimsOf(number: string): Claim[] {
  return claims.filter((claim) => claim.number === number)
}
