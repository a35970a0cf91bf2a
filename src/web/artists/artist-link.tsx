import type { ComponentProps, MouseEvent } from 'react'
import { artistPath } from '#rules/page-paths.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import { useProfileAddress } from './profile-address.ts'

type ArtistLinkProps = Omit<ComponentProps<typeof PageLink>, 'href'> & { artistId: string }
type RequestLinkProps = ComponentProps<typeof PageLink>

/** Opens the artist's profile over the present page; without a script, and in a new tab, the artist's page. */
export function ArtistLink({ artistId, onClick, ...rest }: ArtistLinkProps) {
  const { openArtist } = useProfileAddress()
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (isForDialog(event)) void openArtist(artistId)
  }
  return <PageLink {...rest} href={artistPath(artistId)} onClick={handleClick} />
}

/** Opens the form that asks an artist for a recording over the present page; otherwise the page with the same form. */
export function RequestLink(props: RequestLinkProps) {
  const { openRequest } = useProfileAddress()
  return (
    <PageLink
      {...props}
      onClick={(event) => {
        if (isForDialog(event)) void openRequest(props.href)
      }}
    />
  )
}

function isForDialog(event: MouseEvent<HTMLAnchorElement>): boolean {
  if (event.defaultPrevented || !isPlainClick(event)) return false
  event.preventDefault()
  return true
}

/** The browser handles any other: a new tab, a new window. */
function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}
