// What an approved commission is to its customer: a recording to download, among the other tracks.

import { Download } from 'lucide-react'
import { useState, type MouseEvent } from 'react'
import type { Commission } from '#contracts/commissions/commission.ts'
import { myTracksPath } from '#rules/orders/order-paths.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ErrorText } from '#web/ui/error-text.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toasts/toast.ts'
import { isOwned, isTakenBack } from '../commission-facts.ts'
import { commissionMessages } from '../commission-messages.ts'
import { addToPurchasedTracks } from './purchased-tracks.ts'
import { saveDownload } from './save-download.ts'

type OwnedPanelProps = {
  commission: Commission
  /** The approval has not added it to the customer's tracks. */
  hasAddFailed: boolean
  onAdded: () => void
}

export function OwnedPanel({ commission, hasAddFailed, onAdded }: OwnedPanelProps) {
  if (commission.viewer !== 'customer') return null
  if (isTakenBack(commission)) return <TakenBackPanel />
  if (!isOwned(commission)) return null
  return (
    <Panel aria-labelledby="owned-heading" className="panel-stack">
      <h2 id="owned-heading">It’s yours. Sing it.</h2>
      {hasAddFailed && <Notice tone="danger">{commissionMessages.addFailed}</Notice>}
      <div className="commission-buttons">
        <DownloadLink commission={commission} />
        <ButtonLink variant="ghost" href={myTracksPath()}>
          My Tracks
        </ButtonLink>
        <RefreshButton {...{ commission, onAdded }} />
      </div>
    </Panel>
  )
}

function TakenBackPanel() {
  return (
    <Panel aria-labelledby="taken-back-heading" className="panel-stack">
      <h2 id="taken-back-heading">{commissionMessages.takenBackHeading}</h2>
      <p>{commissionMessages.takenBack}</p>
    </Panel>
  )
}

/** Without a script the browser downloads it by itself. */
function DownloadLink({ commission: { id, name } }: { commission: Commission }) {
  const [isLoading, setIsLoading] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const path = `/api/proxy/tracks/download/${id}`
  const download = async (event: MouseEvent) => {
    event.preventDefault()
    if (isLoading) return
    setProblem(null)
    setIsLoading(true)
    const isSaved = await saveDownload(path, commissionMessages.downloadName)
    setIsLoading(false)
    if (isSaved) toast.success(commissionMessages.downloaded)
    else setProblem(commissionMessages.downloadFailed)
  }
  return (
    <>
      <a
        href={path}
        download
        className="btn btn-primary"
        aria-disabled={isLoading || undefined}
        onClick={(event) => void download(event)}
      >
        {isLoading ? <Spinner /> : <Download size={18} aria-hidden="true" />}
        <span>
          Download<span className="sr-only"> {name}</span>
        </span>
      </a>
      {problem !== null && (
        <div role="alert">
          <ErrorText>{problem}</ErrorText>
        </div>
      )}
    </>
  )
}

function RefreshButton({
  commission: { id },
  onAdded,
}: Pick<OwnedPanelProps, 'commission' | 'onAdded'>) {
  const [isAsking, setIsAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const refresh = async () => {
    setProblem(null)
    setIsAsking(true)
    const isAdded = await addToPurchasedTracks(id)
    setIsAsking(false)
    if (!isAdded) return setProblem(commissionMessages.refreshFailed)
    toast.success(commissionMessages.refreshed)
    onAdded()
  }
  return (
    <>
      <Button
        variant="ghost"
        isLoading={isAsking}
        loadingText="Refreshing…"
        onClick={() => void refresh()}
      >
        Refresh purchased tracks
      </Button>
      {problem !== null && (
        <div role="alert">
          <ErrorText>{problem}</ErrorText>
        </div>
      )}
    </>
  )
}
