// The artist's dashboard: payments, upload form, uploads in progress, and own tracks.

import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { PaymentSetup } from '#contracts/payments.ts'
import type { listOwnTracks } from '#contracts/tracks.ts'
import type { Upload } from '#contracts/uploads.ts'
import type { Result, Refused } from '#web/api/result.ts'
import { Panel } from '#web/ui/panel.tsx'
import { OwnTracks } from './own-tracks.tsx'
import { PaymentSetupCard } from './payment-setup-card.tsx'
import { UploadForm } from '#web/uploads/upload-form.tsx'
import { UploadsInProgress } from '#web/uploads/uploads-in-progress.tsx'

type ArtistDashboardProps = {
  setup: Result<PaymentSetup>
  uploads: Upload[]
  tracks: ReturnType<(typeof listOwnTracks)['output']['parse']>['tracks']
  refused: Refused | null
}

export function ArtistDashboard({ setup, uploads, tracks, refused }: ArtistDashboardProps) {
  const { revalidate } = useRevalidator()
  // Without a known setup state the form is enabled; the server decides when it is submitted.
  const mayUpload = !setup.ok || setup.value.state === 'ready'
  // Computed once: a track that gets listed must not close the form while the artist is typing.
  const [isFirstUpload] = useState(mayUpload && tracks.length === 0)
  return (
    <div className="grid gap-6">
      <PaymentSetupCard setup={setup} refused={refused} />
      <div className="panel">
        <details className="group" open={isFirstUpload}>
          <summary className="-m-3 flex items-center justify-between gap-4 p-3">
            <h2>Upload New Track</h2>
            <ChevronDown size={22} aria-hidden="true" className="shrink-0 group-open:rotate-180" />
          </summary>
          <div className="mt-5">
            <UploadForm mayUpload={mayUpload} onReceived={revalidate} />
          </div>
        </details>
      </div>
      <UploadsInProgress uploads={uploads} onSettled={revalidate} />
      <Panel aria-labelledby="own-tracks-heading">
        <h2 id="own-tracks-heading">Your tracks</h2>
        <OwnTracks tracks={tracks} />
      </Panel>
    </div>
  )
}
