import { PageLink } from './page-link.tsx'

/** A neighbouring page; without an address it looks the same and cannot be followed. */
export function PagingLink({ label, address }: { label: string; address: string | null }) {
  if (address === null) {
    return (
      <span className="btn btn-ghost" role="link" aria-disabled="true">
        {label}
      </span>
    )
  }
  return (
    <PageLink className="btn btn-ghost" href={address} preventScrollReset>
      {label}
    </PageLink>
  )
}
