// The head of every page, with the scripts that must run before the first paint.

import { useContext } from 'react'
import { Links, Meta } from 'react-router'
import { accountScript } from '#web/accounts/session-store.ts'
import { queueClicksScript } from './early-clicks.ts'
import { NonceContext } from './page-request.ts'
import { testPaymentsScript } from './test-payments-band.tsx'
import { themeScript } from './theme.ts'

export function DocumentHead() {
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbf6ec" />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#17110d" />
      <InlineScript code={`${themeScript};${accountScript};${testPaymentsScript}`} />
      <InlineScript code={queueClicksScript} />
      <Meta />
      {/* Style sheets need no nonce, and browsers hide it, which would cause a hydration mismatch. */}
      <Links nonce="" />
    </head>
  )
}

/** The server marks its own scripts by the nonce, and allows them by their hashes (server/pages/finished-page.ts). */
export function InlineScript({ code }: { code: string }) {
  const nonce = useContext(NonceContext)
  return (
    <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: code }} />
  )
}
