// The layout of every page: head, header, footer, player and toasts stay mounted during navigation.

import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import youngSerif from '@fontsource/young-serif/files/young-serif-latin-400-normal.woff2?url'
import type { MouseEvent, ReactNode } from 'react'
import {
  isRouteErrorResponse,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteLoaderData,
} from 'react-router'
import { unexpectedErrorMessage } from '#rules/errors/general-messages.ts'
import type { Route } from './+types/root.ts'
import { accountMessages } from './accounts/account-messages.ts'
import { BanNotice } from './accounts/banned/ban-notice.tsx'
import { BannedGate } from './accounts/banned/banned-gate.tsx'
import { siteContext } from './api/contexts.ts'
import { asRefused } from './api/result.ts'
import { ArtistDialogHost } from './artists/profile/artist-dialog-host.tsx'
import { RequestHost } from './commissions/request/request-host.tsx'
import { loadDeferredScripts } from './layout/deferred-scripts.ts'
import { DocumentHead, InlineScript } from './layout/document-head.tsx'
import { useEarlyClicks } from './layout/early-clicks.ts'
import { NavigationProgress } from './layout/navigation-progress.tsx'
import { NotFound } from './layout/not-found.tsx'
import { usePageLinks } from './layout/page-links.ts'
import { pageMeta } from './layout/page-meta.ts'
import { useRequestId } from './layout/page-request.ts'
import { PlayerBarHost } from './layout/player-bar-host.tsx'
import { useSessionEvents } from './layout/session-events.ts'
import { SiteFooter } from './layout/site-footer.tsx'
import { SiteHeader } from './layout/site-header.tsx'
import { SuccessBanner } from './layout/success-banner.tsx'
import { TestPaymentsBand } from './layout/test-payments-band.tsx'
import { UnexpectedError } from './layout/unexpected-error.tsx'
import styles from './styles/app.css?url'
import { useFocusOnArrival } from './ui/focus.ts'
import { TransferHost } from './uploads/transfers/transfer-host.tsx'
import { ToastHost } from './ui/toasts/toast-host.tsx'

export const links: Route.LinksFunction = () => [
  ...[figtree, youngSerif].map((href) => ({
    rel: 'preload',
    as: 'font',
    type: 'font/woff2',
    href,
    crossOrigin: 'anonymous' as const,
  })),
  { rel: 'stylesheet', href: styles },
  { rel: 'icon', type: 'image/svg+xml', href: '/favicon.svg' },
  { rel: 'manifest', href: '/site.webmanifest' },
]

/** What every page shows: it is sent with each. */
export function loader({ context }: Route.LoaderArgs) {
  const { testPayments, spans } = context.get(siteContext)
  return { testPayments, spans }
}

/** For error pages; every other page has its own. */
export function meta({ error }: Route.MetaArgs) {
  const { status = 0, data = null } = isRouteErrorResponse(error) ? error : {}
  const isBanned = asRefused(status, data, '').code === 'banned'
  const isMissing = status === 404
  return pageMeta({
    title: isBanned
      ? accountMessages.accessDenied
      : isMissing
        ? 'Page not found'
        : 'An error occurred',
    mayBeIndexed: false,
  })
}

/** The site context does not change while the page is open. */
export function shouldRevalidate() {
  return false
}

export function Layout({ children }: { children: ReactNode }) {
  const site = useRouteLoaderData<typeof loader>('root')
  const main = useFocusOnArrival()
  // Without a navigation: a change of the URL would remove a form's action data.
  const skip = (event: MouseEvent) => {
    event.preventDefault()
    main.current?.focus()
  }
  useSessionEvents()
  usePageLinks()
  useEarlyClicks()
  return (
    // The theme script sets its attribute before hydration.
    <html lang="en-GB" suppressHydrationWarning>
      <DocumentHead />
      <body>
        <a className="skip-link" href="#main" onClick={skip}>
          Skip to content
        </a>
        <NavigationProgress />
        <SiteHeader />
        {/* Below the header, because the menus are positioned from the top of the viewport. */}
        {site?.testPayments && <TestPaymentsBand />}
        <TransferHost />
        <main id="main" ref={main} tabIndex={-1}>
          <BannedGate>{children}</BannedGate>
        </main>
        <SiteFooter />
        <ArtistDialogHost>
          <RequestHost />
        </ArtistDialogHost>
        <PlayerBarHost />
        <ToastHost />
        <ScrollRestoration />
        <Scripts />
        <InlineScript code={loadDeferredScripts} />
      </body>
    </html>
  )
}

export default function Root() {
  return (
    <>
      <SuccessBanner />
      <Outlet />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const pageRequestId = useRequestId()
  if (!isRouteErrorResponse(error)) {
    return <UnexpectedError message={unexpectedErrorMessage} requestId={pageRequestId} />
  }
  if (error.status === 404) return <NotFound />
  const { code, message, requestId } = asRefused(error.status, error.data, unexpectedErrorMessage)
  if (code === 'banned') return <BanNotice isPage />
  return <UnexpectedError message={message} requestId={requestId} />
}
