// Loads the banner for the action that has just succeeded, which the browser reads from the URL's `success`.

import { Suspense } from 'react'
import { useLocation } from 'react-router'
import { lazyOr } from '#web/ui/lazy-or.ts'
import { useIsHydrated } from '#web/ui/page-lifecycle.ts'

/** Rarely shown, so it is no part of every page's script. */
const ShownSuccess = lazyOr<{ success: string }>(
  () => import('./shown-success.tsx'),
  // What has succeeded is to be seen on the page as well.
  () => null,
)

export function SuccessBanner() {
  const { search, key } = useLocation()
  // A cached page is rendered without the visitor's query.
  const isHydrated = useIsHydrated()
  const success = new URLSearchParams(search).get('success')
  if (success === null || !isHydrated) return null
  return (
    <Suspense fallback={null}>
      <ShownSuccess key={key} success={success} />
    </Suspense>
  )
}
