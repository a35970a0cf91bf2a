// One way to style an element: the class of a component, or utilities (docs/style.md).

import { expect, test } from 'vitest'
import { componentClassesIn, styledElementsIn } from './support/source/class-names.ts'
import { filesUnder, readText } from './support/source/project-files.ts'

const sheets = filesUnder('src/web/styles').filter((file) => file.endsWith('.css'))
const componentClasses = sheets.flatMap((file) => componentClassesIn(readText(file)))

/** Components that add their own component class to the `className` they are given. */
const withComponentClass = new Set([
  'Button',
  'ButtonLink',
  'Panel',
  'PreviewTextButton',
  'AddToCartButton',
])

/** Hide an element for one kind of reader, beside either way of styling. */
const readerClasses = new Set(['needs-script', 'no-print', 'sr-only'])

/** `card-` is the beginning of `card-${variant}`. */
function isComponentClass(name: string): boolean {
  return name.endsWith('-')
    ? componentClasses.some((known) => known.startsWith(name))
    : componentClasses.includes(name)
}

function mixedElementsIn(source: string): string[] {
  return styledElementsIn(source)
    .filter(({ element, classes }) => {
      const names = classes.filter((name) => !readerClasses.has(name))
      const utilities = names.filter((name) => !isComponentClass(name))
      const isOfComponent = utilities.length < names.length || withComponentClass.has(element)
      return isOfComponent && utilities.length > 0
    })
    .map(({ element, classes }) => `<${element} className="${classes.join(' ')}">`)
}

test('no element has both the class of a component and utilities', () => {
  const components = filesUnder('src/web').filter((file) => /(?<!\.test)\.tsx$/.test(file))
  expect(components.flatMap((file) => styledElementsIn(readText(file))).length).toBeGreaterThan(100)
  expect(componentClasses).toContain('card-art')
  const found = components.flatMap((file) =>
    mixedElementsIn(readText(file)).map((element) => `${file}: ${element}`),
  )
  expect(found).toEqual([])
})

test.each([
  ['<p className="panel mt-2" />', 1],
  ['<p className={isOpen ? "panel" : "grid"} />', 1],
  ['<p className={`card card-${variant} p-4`} />', 1],
  ['<Button className="w-full">Buy</Button>', 1],
  ['<p className="mt-2 grid needs-script" />', 0],
  ['<p className={status === "playing" ? "wave wave-playing" : "wave"} />', 0],
  ['<p className={`card card-${variant}`} />', 0],
])('%s has %i mixed elements', (source, count) => {
  expect(mixedElementsIn(source)).toHaveLength(count)
})
