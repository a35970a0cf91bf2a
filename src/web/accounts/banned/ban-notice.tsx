import { contactPath, homePath } from '#rules/page-paths.ts'
import { bannedMessage } from '#rules/errors/general-messages.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import { accountMessages } from '../account-messages.ts'

/** In place of a page, and after the redirect above the home page: the same element, so that it is read out once. */
export function BanNotice({ isPage }: { isPage: boolean }) {
  const Title = isPage ? 'h1' : 'p'
  return (
    <div role="alert" className={isPage ? 'page empty-state' : 'ban-notice'}>
      <Title className="notice-title">{accountMessages.accessDenied}</Title>
      <p>{bannedMessage}</p>
      <p>
        <PageLink href={contactPath}>Contact us</PageLink>
        {isPage && (
          <>
            {' · '}
            <PageLink href={homePath}>Home page</PageLink>
          </>
        )}
      </p>
    </div>
  )
}
