// What is wrong with the layout of a page in a real browser.

import type { Page } from 'playwright-core'

/** Of the page in its window: a narrow column, texts outside or on one another, scrolling sideways. */
export function layoutProblems(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const problems: string[] = []
    const column = document.querySelector('h1')?.parentElement?.getBoundingClientRect().width ?? 0
    if (column < innerWidth / 2) problems.push(`the heading's column is ${column} px wide`)
    const { scrollWidth } = document.documentElement
    if (scrollWidth > innerWidth) problems.push(`scrolls sideways to ${scrollWidth} px`)
    const lines = linesOfText()
    for (const line of lines) {
      if (line.left < -1 || line.right > innerWidth + 1)
        problems.push(`“${line.text}” leaves the window`)
    }
    lines.forEach((one, index) => {
      const other = lines.slice(index + 1).find((next) => overlap(one, next))
      if (other) problems.push(`“${one.text}” lies on “${other.text}”`)
    })
    return problems

    type Line = { node: Node; text: string } & Record<'left' | 'right' | 'top' | 'bottom', number>

    /** The visible lines of every text of the page. */
    function linesOfText(): Line[] {
      const found: Line[] = []
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node.textContent?.trim() ?? ''
        const parent = node.parentElement
        const isShown = parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true })
        if (!text || !parent || !isShown || parent.closest('svg')) continue
        const range = document.createRange()
        range.selectNodeContents(node)
        for (const box of range.getClientRects()) {
          const { left, right, top, bottom } = shownPartOf(box, parent)
          // Only for screen readers, or a remainder of a text that is cut off.
          if (right - left < 4 || bottom - top < 4) continue
          // Of the height, what letters fill: the boxes of lines set close together overlap.
          const margin = box.height / 5
          found.push({ node, text, left, right, top: top + margin, bottom: bottom - margin })
        }
      }
      return found
    }

    /** Without what boxes around it cut off, such as the frame in which a table scrolls. */
    function shownPartOf(box: DOMRect, within: Element) {
      let { left, right, top, bottom } = box
      for (let frame: Element | null = within; frame; frame = frame.parentElement) {
        const { overflowX, overflowY, clipPath } = getComputedStyle(frame)
        if (overflowX === 'visible' && overflowY === 'visible' && clipPath === 'none') continue
        if (frame === document.body || frame === document.documentElement) continue
        const edge = frame.getBoundingClientRect()
        left = Math.max(left, edge.left)
        right = Math.min(right, edge.right)
        top = Math.max(top, edge.top)
        bottom = Math.min(bottom, edge.bottom)
      }
      return { left, right, top, bottom }
    }

    function overlap(one: Line, other: Line): boolean {
      const isBeside = one.right <= other.left + 1 || other.right <= one.left + 1
      const isAbove = one.bottom <= other.top || other.bottom <= one.top
      return one.node !== other.node && !isBeside && !isAbove
    }
  })
}
