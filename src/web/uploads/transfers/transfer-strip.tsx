// Upload transfers, on the pages where the artist does something else: the dashboard shows them in full.

import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { artistDashboardPath } from '#rules/artists/dashboard-paths.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { quarterText, stateText } from './transfer-messages.ts'
import { uploadTransfers, useUploadTransfers } from './upload-transfers.ts'
import type { UploadTransfer } from './upload-transfer.ts'

export default function TransferStrip() {
  const shown = useUploadTransfers().filter(({ state }) => state.name !== 'listed')
  const { pathname } = useLocation()
  useEffect(() => void uploadTransfers.restore(), [])
  if (shown.length === 0 || pathname === artistDashboardPath()) return null
  return (
    <section className="transfer-strip no-print" aria-label="Uploads">
      <ul>
        {shown.map((transfer) => (
          <StripRow key={transfer.key} transfer={transfer} />
        ))}
      </ul>
      <PageLink href={artistDashboardPath()}>Show in the dashboard</PageLink>
    </section>
  )
}

function StripRow({ transfer }: { transfer: UploadTransfer }) {
  const { state, isSubmitted } = transfer
  const name = transfer.title ?? transfer.fileName
  const text = stateText(state, isSubmitted)
  return (
    <li>
      <strong>
        <bdi>{name}</bdi>
      </strong>
      {/* Announced at every quarter only. */}
      {state.name === 'sending' && <span>{text}</span>}
      <span role="status">
        {state.name === 'sending' ? <span className="sr-only">{quarterText(state)}</span> : text}
      </span>
      {'percent' in state && <Progress label={`Sending ${name}`} percent={state.percent} />}
    </li>
  )
}
