// The artist's dashboard: payments, uploads in progress, and own tracks; uploading and editing are dialogs over it.

import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import type { OwnTrackList } from '#contracts/own-tracks.ts'
import type { PaymentSetup } from '#contracts/payments.ts'
import type { Upload } from '#contracts/uploads.ts'
import { uploadDialog } from '#rules/artists/dashboard-search.ts'
import { artistCommissionsPath } from '#rules/commissions/commission-paths.ts'
import { takeDownsPath } from '#rules/page-paths.ts'
import { artistPapersPath } from '#rules/papers/papers.ts'
import { artistSalesPath } from '#rules/sales/sales-search.ts'
import type { Result, Refused } from '#web/api/result.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { UploadsInProgress } from '#web/uploads/uploads-in-progress.tsx'
import { useDashboardAddress } from './dashboard-address.ts'
import { DashboardDialog } from './dashboard-dialog.tsx'
import { FirstSteps } from './first-steps.tsx'
import { OwnTracks } from './own-tracks.tsx'
import { PaymentSetupCard } from './payment-setup-card.tsx'

type ArtistDashboardProps = {
  /** The artist's. */
  id: string
  setup: Result<PaymentSetup>
  uploads: Upload[]
  own: OwnTrackList
  refused: Refused | null
  isEmailConfirmed: boolean
  /** Withdrawn ones included, whatever is searched for. */
  uploadedTracks: number
  /** Below the heading. */
  head?: ReactNode
  /** Between the payment set-up and the tracks. */
  children?: ReactNode
}

export function ArtistDashboard({
  id,
  setup,
  uploads,
  own,
  refused,
  isEmailConfirmed,
  uploadedTracks,
  head,
  children,
}: ArtistDashboardProps) {
  const { revalidate } = useRevalidator()
  const { linkTo } = useDashboardAddress()
  const arePaymentsReady = setup.ok ? setup.value.state === 'ready' : null
  const done = { email: isEmailConfirmed, payments: arePaymentsReady, track: uploadedTracks > 0 }
  // Without a known setup state the form is enabled; the server decides when it is submitted.
  const missing = !done.email ? 'email' : done.payments === false ? 'payments' : null
  return (
    <div className="dashboard">
      <div className="dashboard-head">
        <h1>Artist Dashboard</h1>
        <p className="dashboard-links">
          <ButtonLink className="needs-script" {...linkTo(uploadDialog)}>
            Upload New Track
          </ButtonLink>
          <WorkLinks />
        </p>
      </div>
      {head}
      <DashboardDialog artistId={id} own={own} missing={missing} onChanged={revalidate} />
      <FirstSteps done={done} />
      <PaymentSetupCard setup={setup} refused={refused} />
      {children}
      <UploadsInProgress uploads={uploads} onSettled={revalidate} />
      <Panel aria-labelledby="own-tracks-heading">
        <h2 id="own-tracks-heading">Your tracks</h2>
        <noscript>
          <Notice tone="info">Uploading and editing tracks needs JavaScript.</Notice>
        </noscript>
        {own.takenDownTracks > 0 && (
          <p>
            <PageLink href={takeDownsPath}>
              {own.takenDownTracks === 1
                ? 'One of your tracks was taken down'
                : `${own.takenDownTracks} of your tracks were taken down`}
            </PageLink>
          </p>
        )}
        <OwnTracks list={own} onChanged={revalidate} />
      </Panel>
    </div>
  )
}

function WorkLinks() {
  return (
    <>
      <ButtonLink variant="ghost" href={artistCommissionsPath()}>
        Commissions
      </ButtonLink>
      <ButtonLink variant="ghost" href={artistSalesPath()}>
        Sales
      </ButtonLink>
      <ButtonLink variant="ghost" href={artistPapersPath()}>
        Papers
      </ButtonLink>
    </>
  )
}
