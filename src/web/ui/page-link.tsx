import type { ComponentProps } from 'react'
import { Link } from 'react-router'

type PageLinkProps = ComponentProps<'a'> & {
  href: string
  preventScrollReset?: boolean
  /** Goes into the entry of the history; it is no attribute. */
  state?: unknown
}

/** A link to a page of this site; the mark is for layout/page-links.ts. */
export function PageLink({ href, preventScrollReset, state, children, ...rest }: PageLinkProps) {
  // The same markup: on the server nobody follows a link, and `Link` would resolve each of a page's hundred.
  if (import.meta.env.SSR && href.startsWith('/'))
    return (
      <a data-page="" {...rest} href={href} data-discover="true">
        {children}
      </a>
    )
  return (
    <Link
      to={href}
      state={state}
      data-page=""
      {...rest}
      {...(preventScrollReset && { preventScrollReset })}
    >
      {children}
    </Link>
  )
}
