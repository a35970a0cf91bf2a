// One way to style an element: the classes that the style sheets define (docs/style.md).

import { expect, test } from 'vitest'
import {
  classesOf,
  outermostBlocksOf,
  styledElementsIn,
  type StyledElement,
} from './support/source/class-names.ts'
import { filesUnder, readText } from './support/source/project-files.ts'

const folder = 'src/web/styles/'
const allSheets = `${folder}app.css`
const sheets = filesUnder('src/web/styles').filter(
  (file) => file.endsWith('.css') && file !== allSheets,
)
const defined = new Set(sheets.flatMap((file) => classesOf(readText(file))))
const components = filesUnder('src/web').filter((file) => /(?<!\.test)\.tsx?$/.test(file))

/** `card-` is the beginning of `card-${variant}`. */
function isDefined(name: string): boolean {
  return name.endsWith('-')
    ? [...defined].some((known) => known.startsWith(name))
    : defined.has(name)
}

function undefinedOf({ element, classes }: StyledElement): string[] {
  return classes.filter((name) => !isDefined(name)).map((name) => `${name} of <${element}>`)
}

test('every class of an element is defined in a style sheet', () => {
  const elements = components.flatMap((file) => styledElementsIn(readText(file)))
  expect(elements.length).toBeGreaterThan(500)
  expect(elements.flatMap(undefinedOf)).toEqual([])
})

test.each([
  ['<p className="panel mt-2" />', ['mt-2 of <p>']],
  ['<p className={isOpen ? "panel" : "grid"} />', ['grid of <p>']],
  ['<p className={`card card-${variant} p-4`} />', ['p-4 of <p>']],
  ['const hidden = { className: "invisible" }', ['invisible of <object>']],
  ['<p className={status === "playing" ? "wave wave-playing" : "wave"} />', []],
  ['<p className={`card card-${variant} needs-script`} />', []],
])('%s has the undefined classes %j', (source, found) => {
  expect(styledElementsIn(source).flatMap(undefinedOf)).toEqual(found)
})

test('every class of a style sheet is given to an element', () => {
  const sources = components.map(readText).join('\n')
  const words = new Set(sources.match(/[a-z][\w-]*/g))
  const begun = [...sources.matchAll(/([a-z][\w-]*-)\$\{/g)].map(([, name = '']) => name)
  expect(defined).toContain('card-art')
  expect(
    [...defined].filter((name) => !words.has(name) && !begun.some((it) => name.startsWith(it))),
  ).toEqual([])
})

test('app.css imports every style sheet, in the order of the alphabet', () => {
  const imported = [...readText(allSheets).matchAll(/@import '\.\/(.+)'/g)].map(
    ([, file = '']) => folder + file,
  )
  expect(imported).toEqual(sheets.toSorted((one, other) => (one < other ? -1 : 1)))
})

test('every rule of a style sheet is in a layer of app.css', () => {
  const [, names = ''] = /^@layer (.+);$/m.exec(readText(allSheets)) ?? []
  const layers = names.split(', ').map((name) => `@layer ${name}`)
  expect(layers).toContain('@layer components')
  const outside = sheets.flatMap((file) =>
    outermostBlocksOf(readText(file))
      .filter((block) => block !== '@font-face' && !layers.includes(block))
      .map((block) => `${file}: ${block}`),
  )
  expect(outside).toEqual([])
})
