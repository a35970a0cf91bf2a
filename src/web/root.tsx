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
import { accountScript, onChangeInOtherTab, session } from '#web/account/session-store.ts'
import { SuccessBanner } from '#web/account/success-banner.tsx'
import type { Route } from './+types/root.ts'
import { asRefused } from './api/result.ts'
import { siteContext } from './api/contexts.ts'
import { PlayerBar } from './player/player-bar.tsx'
import { UnexpectedError } from './shell/unexpected-error.tsx'
import { NavigationProgress, useFocusOnArrival } from './shell/navigation-progress.tsx'
import { NonceContext } from './shell/nonce.ts'
import { NotFound } from './shell/not-found.tsx'
import { useRequestId } from './shell/request-id.ts'
import { holdPressesScript, useReleasedPresses } from './browser/held-presses.ts'
import { useOnReturn } from './browser/on-return.ts'
import { usePageLinks } from './browser/page-links.ts'
import { pageMeta } from './shell/page-meta.ts'
import { loadDeferredScripts } from './shell/paint-first.ts'
import { SiteFooter } from './shell/site-footer.tsx'
import { SiteHeader } from './shell/site-header.tsx'
import { themeScript } from './shell/theme.ts'
import { ToastHost } from './shell/toast-host.tsx'
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
  useOnReturn(() => {
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
