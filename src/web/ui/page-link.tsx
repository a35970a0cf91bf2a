import type { ComponentProps } from 'react'

/**
 * A link to a page of ours by its whole address. The router's own `Link` resolves relative ones too, which costs a
 * list of cards a sixth of its rendering; here one listener for the whole page follows the click (browser/page-links.ts).
 */
export function PageLink({ children, ...rest }: ComponentProps<'a'> & { href: string }) {
  return (
    <a data-page="" {...rest}>
      {children}
    </a>
  )
}
