// The form that asks an artist for a recording, in a dialog over any page.

import { useEffect, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { readRequestAddress, type RequestAddress } from '#rules/commissions/request-address.ts'
import { commissionPath } from '#rules/commissions/commission-paths.ts'
import { registerPath } from '#rules/page-paths.ts'
import { useSession } from '#web/accounts/session-store.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import Dialog from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { hasBoughtCommission } from './bought-flag.ts'
import { storeCommissionIntent } from './commission-intent.ts'
import Explainer from './explainer.tsx'
import { RequestChoice } from './request-choice.tsx'
import { RequestFields } from './request-fields.tsx'
import { isFilled, isReady, useRequestForm } from './request-form.ts'
import { RequestClosed } from './request-closed.tsx'
import { canBeAsked, type AskedArtist, type RequestStart } from './request-start.ts'
import { requestTitle } from './request-title.ts'
import { useRequestStart } from './use-request-start.ts'

type RequestDialogProps = { address: string; onClose: () => void }

export default function RequestDialog({ address, onClose }: RequestDialogProps) {
  const [wish] = useState(() => readRequestAddress(address))
  if (wish === null) return <ClosedAtOnce onClose={onClose} />
  return <OfUser wish={wish} onClose={onClose} />
}

/** Whatever somebody has written into the URL. */
function ClosedAtOnce({ onClose }: Pick<RequestDialogProps, 'onClose'>) {
  useEffect(onClose, [onClose])
  return null
}

type WishProps = { wish: RequestAddress; onClose: () => void }

/** A visitor registers first, and is brought back to the form's page (COM-16). */
function OfUser({ wish, onClose }: WishProps) {
  const { state } = useSession()
  const navigate = useNavigate()
  const { path } = wish
  useEffect(() => {
    if (state !== 'visitor') return
    storeCommissionIntent(path)
    void navigate(registerPath({ redirectTo: path }), { replace: true })
  }, [state, path, navigate])
  if (state !== 'user') return <Loading onClose={onClose} />
  return <OfArtist wish={wish} onClose={onClose} />
}

function OfArtist({ wish, onClose }: WishProps) {
  const { start, refused, refresh, retry } = useRequestStart(wish)
  if (refused !== null) {
    return (
      <Plain onClose={onClose}>
        <Notice tone="danger">
          <p>{refused.message}</p>
          <Button variant="ghost" size="sm" onClick={retry}>
            Try Again
          </Button>
        </Notice>
      </Plain>
    )
  }
  if (start === null) return <Loading onClose={onClose} />
  const { artist, initial } = start
  if (!artist.availableForCommission) {
    return (
      <Plain onClose={onClose}>
        <RequestClosed artist={artist} />
      </Plain>
    )
  }
  if (!canBeAsked(artist)) return <Loading onClose={onClose} />
  return (
    <RequestForm
      artist={artist}
      initial={initial}
      path={wish.path}
      onOutdated={refresh}
      hasBoughtCommission={hasBoughtCommission()}
      onClose={onClose}
    />
  )
}

type RequestFormProps = {
  artist: AskedArtist
  initial: RequestStart['initial']
  path: string
  onOutdated: () => Promise<void>
  hasBoughtCommission: boolean
  onClose: () => void
}

function RequestForm({ artist, initial, path, onOutdated, onClose, ...props }: RequestFormProps) {
  const navigate = useNavigate()
  const form = useRequestForm({
    artistId: artist.id,
    initial,
    path,
    onOutdated,
    // Back leads to the page below the form.
    onSent: (commissionId) => navigate(commissionPath(commissionId), { replace: true }),
  })
  return (
    <FormDialog
      title={requestTitle(artist)}
      form={form}
      submit="Send request"
      submitting="Sending…"
      isReady={isReady}
      isReadyAtFirst={isFilled(initial)}
      onClose={onClose}
    >
      <RequestChoice artist={artist} initial={initial.offerId} />
      <RequestFields fields={form.fields} initial={initial} />
      {/* Inside, so that a press on it is not one beside the form. */}
      {!props.hasBoughtCommission && <Explainer />}
    </FormDialog>
  )
}

function Loading({ onClose }: Pick<RequestDialogProps, 'onClose'>) {
  return (
    <Plain onClose={onClose}>
      <p role="status" className="request-loading">
        <Spinner /> Loading the form…
      </p>
    </Plain>
  )
}

type PlainProps = Pick<RequestDialogProps, 'onClose'> & { children: ReactNode }

function Plain({ onClose, children }: PlainProps) {
  return (
    <Dialog open isForm onOpenChange={(open) => !open && onClose()} title={requestTitle(null)}>
      {children}
    </Dialog>
  )
}
