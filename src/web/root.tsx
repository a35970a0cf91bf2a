// The layout of every page: head, header, footer, player and toasts stay mounted during navigation.

import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import youngSerif from '@fontsource/young-serif/files/young-serif-latin-400-normal.woff2?url'
import { useContext, useEffect, type MouseEvent, type ReactNode } from 'react'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRevalidator,
  useRouteLoaderData,
} from 'react-router'
import { unexpectedErrorMessage } from '#rules/refusal.ts'
import { accountScript, onChangeInOtherTab, session } from '#web/accounts/session-store.ts'
import { SuccessBanner } from '#web/layout/success-banner.tsx'
import type { Route } from './+types/root.ts'
import { asRefused } from './api/result.ts'
import { siteContext } from './api/contexts.ts'
import { PlayerBar } from './layout/player-bar.tsx'
import { UnexpectedError } from './layout/unexpected-error.tsx'
import { NavigationProgress, useFocusOnArrival } from './layout/navigation-progress.tsx'
import { NonceContext } from './layout/nonce.ts'
import { NotFound } from './layout/not-found.tsx'
import { useRequestId } from './layout/request-id.ts'
import { holdPressesScript, useReleasedPresses } from './layout/early-clicks.ts'
import { usePageRestore } from './ui/page-lifecycle.ts'
import { usePageLinks } from './layout/page-links.ts'
import { pageMeta } from './layout/page-meta.ts'
import { loadDeferredScripts } from './layout/deferred-scripts.ts'
import { SiteFooter } from './layout/site-footer.tsx'
import { SiteHeader } from './layout/site-header.tsx'
import { themeScript } from './layout/theme.ts'
import { ToastHost } from './ui/toasts/toast-host.tsx'
import styles from './styles/app.css?url'

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

export function loader({ context }: Route.LoaderArgs) {
  return context.get(siteContext)
}

/** For error pages; every other page has its own. */
export function meta({ error }: Route.MetaArgs) {
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  return pageMeta({
    title: isMissing ? 'Page not found' : 'An error occurred',
    mayBeIndexed: false,
  })
}

/** The site context does not change while the page is open. */
export function shouldRevalidate() {
  return false
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext)
  const site = useRouteLoaderData<typeof loader>('root')
  const main = useFocusOnArrival()
  const { revalidate } = useRevalidator()
  usePageRestore(() => {
    session.invalidate()
    void revalidate()
  })
  useEffect(() => onChangeInOtherTab(() => void revalidate()), [revalidate])
  // Without a navigation: a change of the URL would remove a form's action data.
  const skip = (event: MouseEvent) => {
    event.preventDefault()
    main.current?.focus()
  }
  usePageLinks()
  useReleasedPresses()
  return (
    // The theme script sets its attribute before hydration.
    <html lang="en-GB" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbf6ec" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#17110d" />
        <script
          nonce={nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: `${themeScript};${accountScript}` }}
        />
        <script
          nonce={nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: holdPressesScript }}
        />
        <Meta />
        {/* Style sheets need no nonce, and browsers hide it, which would cause a hydration mismatch. */}
        <Links nonce="" />
      </head>
      <body>
        <a className="skip-link" href="#main" onClick={skip}>
          Skip to content
        </a>
        <NavigationProgress />
        <SiteHeader />
        {/* Below the header, because the menus are positioned from the top of the viewport. */}
        {site?.testPayments && (
          <aside className="site-banner no-print" aria-label="Test mode">
            Test payments: no real money
          </aside>
        )}
        <main id="main" ref={main} tabIndex={-1}>
          {children}
        </main>
        <SiteFooter />
        <PlayerBar />
        <ToastHost />
        <ScrollRestoration />
        <Scripts />
        <script
          nonce={nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: loadDeferredScripts }}
        />
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
  const { message, requestId } = asRefused(error.status, error.data, unexpectedErrorMessage)
  return <UnexpectedError message={message} requestId={requestId} />
}
