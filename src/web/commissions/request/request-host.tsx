// Shows the form of the request that the URL names, over any page.

import { Suspense } from 'react'
import { safeRedirect } from '#web/accounts/safe-redirect.ts'
import { LeaveForPage } from '#web/artists/profile/artist-dialog-host.tsx'
import { useProfileAddress } from '#web/artists/profile-address.ts'
import { lazyOr } from '#web/ui/lazy-or.ts'
import { useIsHydrated } from '#web/ui/page-lifecycle.ts'

type RequestDialogProps = { address: string; onClose: () => void }

const RequestDialog = lazyOr<RequestDialogProps>(
  () => import('./request-dialog.tsx'),
  // The address is whatever the URL says.
  ({ address }) => <LeaveForPage path={safeRedirect(address)} />,
)

export function RequestHost() {
  const { request, closeRequest } = useProfileAddress()
  // A dialog has no place in the HTML of the server's response.
  if (!useIsHydrated() || request === null) return null
  return (
    <Suspense fallback={null}>
      <RequestDialog key={request} address={request} onClose={() => void closeRequest()} />
    </Suspense>
  )
}
