// `npm run requirements [AREA]`: lists the requirements that tests claim and counts the open ones; for one area it also lists the open ones. With --check, only checks that every claimed number exists.

import { readClaims, readRequirements, type Claim, type Requirement } from './requirement-claims.ts'

const requirements = readRequirements()
const claims = readClaims()
const [argument] = process.argv.slice(2)

if (argument === '--check') check()
else if (argument === undefined) printAreas()
else printArea(argument.toUpperCase())

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
  for (const [area, list] of Map.groupBy(requirements, areaOf)) {
    console.log(countLine(area, list))
    for (const { number } of list.filter(isClaimed)) {
      const files = new Set(claimsOf(number).map(({ file }) => file))
      console.log(`  ${number}  ${[...files].join(', ')}`)
    }
  }
  console.log(countLine('all', requirements))
}

function printArea(area: string): void {
  const list = requirements.filter((requirement) => areaOf(requirement) === area)
  if (list.length === 0) return fail(`There is no area ${area}.`)
  console.log(countLine(area, list))
  for (const { number, text } of list) {
    const tests = claimsOf(number)
    console.log(`${number} ${tests.length === 0 ? 'OPEN ' : ''}${text}`)
    for (const { test, file } of tests) console.log(`         ${file}: ${test}`)
  }
}

/** 'NAV: 14 of 23 claimed, 9 open' */
function countLine(name: string, list: Requirement[]): string {
  const claimed = list.filter(isClaimed).length
  return `${name}: ${claimed} of ${list.length} claimed, ${list.length - claimed} open`
}

function isClaimed({ number }: Requirement): boolean {
  return claimsOf(number).length > 0
}

function areaOf({ number }: Requirement): string {
  return number.slice(0, 3)
}

function claimsOf(number: string): Claim[] {
  return claims.filter((claim) => claim.number === number)
}
