import type { ComponentProps } from 'react'
import { Link } from 'react-router'

type PageLinkProps = Omit<ComponentProps<typeof Link>, 'to'> & { href: string }

/** A link to a page of this site; the mark is for layout/page-links.ts. */
export function PageLink({ href, ...rest }: PageLinkProps) {
  return <Link to={href} data-page="" {...rest} />
}
