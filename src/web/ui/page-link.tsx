import type { ComponentProps } from 'react'

/**
 * A link to a page of this site by its absolute path. The router's own `Link` also resolves relative paths, which takes
 * a sixth of the render time of a list of cards; here one listener on the document handles clicks (browser/page-links.ts).
 */
export function PageLink({ children, ...rest }: ComponentProps<'a'> & { href: string }) {
  return (
    <a data-page="" {...rest}>
      {children}
    </a>
  )
}
