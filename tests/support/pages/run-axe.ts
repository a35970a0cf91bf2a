// What a journey runs inside a page to check its accessibility.

import type axe from 'axe-core'

declare global {
  interface Window {
    axe: typeof axe
  }
}

type Check = { within: string; options: axe.RunOptions; scheme: 'light' | 'dark' }

/**
 * Finds what breaks a rule. A text whose contrast has passed is marked with its look, and its contrast is calculated
 * again only when the look has changed, as on another width: more than half of the time is for contrasts. A contrast
 * that axe cannot calculate never passes. All other rules check everything at each call.
 */
export async function findViolations({ within, options, scheme }: Check): Promise<string[]> {
  const mark = `data-contrast-passed-${scheme}`
  const looks = new Map<Element, string>()

  /**
   * All that the contrast depends on: the text's own colour and size, and what its ancestors paint behind it. It does
   * not contain a box that is no ancestor and lies behind the text on one of the widths only.
   */
  function lookOf(element: Element): string {
    const { color, fontSize, fontWeight } = getComputedStyle(element)
    return `${color} ${fontSize} ${fontWeight}${behind(element)}`
  }

  function behind(element: Element | null): string {
    if (element === null) return ''
    const known = looks.get(element)
    if (known !== undefined) return known
    const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(element)
    const own = `; ${backgroundColor} ${backgroundImage} ${opacity} ${position}`
    const look = own + behind(element.parentElement)
    looks.set(element, look)
    return look
  }

  for (const text of document.querySelectorAll(`[${mark}]`))
    if (text.getAttribute(mark) !== lookOf(text)) text.removeAttribute(mark)

  const { axe } = window
  const reportFailures = axe.getReporter<axe.AxeResults>('no-passes')
  axe.configure({
    rules: [{ id: 'color-contrast', selector: `:not([${mark}])` }],
    noHtml: true,
    reporter: (results, ...rest) => {
      const passes = results.find(({ id }) => id === 'color-contrast')?.passes ?? []
      for (const { node } of passes)
        if ('element' in node) node.element.setAttribute(mark, lookOf(node.element))
      reportFailures(results, ...rest)
    },
  })
  const { violations } = await axe.run(within, options)
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join()}`))
}
