// The artist delivers a recording: chosen or dropped, sent with its progress, and gone on with after a reload.

import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Commission, Delivery } from '#contracts/commissions/commission.ts'
import { deliveryPreviewSeconds, deliverySeconds } from '#rules/commissions/commission-limits.ts'
import { audioLimits, maxUploadMegabytes } from '#rules/uploads/upload-limits.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { ActionDock } from '../action-dock.tsx'
import { can } from '../commission-facts.ts'
import { commissionMessages, failureText } from '../commission-messages.ts'
import { DeliveryProgress } from './delivery-progress.tsx'
import { isOnTheWay, type DeliveryTransfer } from './delivery-transfers.ts'
import { deliveryTransfers, useDeliveryTransfer } from './tab-delivery-transfers.ts'
import { FileDrop } from './file-drop.tsx'
import { GuideQuestion } from './guide-question.tsx'
import { problemWithDelivery } from './delivery-file.ts'

export function UploadCard({ commission }: { commission: Commission }) {
  const transfer = useDeliveryTransfer(commission.id)
  useArrival(commission.id, transfer)
  const isPreparing = commission.deliveries.some(({ state }) => state === 'preparing')
  const isSending = transfer !== null && isOnTheWay(transfer)
  if (commission.viewer !== 'artist') return null
  if (!can(commission, 'upload') && !isSending && !isPreparing) return null
  return (
    <Panel aria-labelledby="upload-heading" className="panel-stack">
      <h2 id="upload-heading">Deliver the track</h2>
      {isSending && <DeliveryProgress commissionId={commission.id} transfer={transfer} />}
      {!isSending && (isPreparing || transfer?.name === 'arrived') && (
        <p className="delivery-preparing">
          <Spinner /> {commissionMessages.preparing}
        </p>
      )}
      {!isSending && !isPreparing && transfer?.name !== 'arrived' && (
        <DeliveryForm commission={commission} failure={failureOf(commission, transfer)} />
      )}
      <noscript>
        <Notice tone="info">Delivering a track needs JavaScript.</Notice>
      </noscript>
    </Panel>
  )
}

/** Loads the commission again when the last byte has arrived. */
function useArrival(commissionId: string, transfer: DeliveryTransfer | null): void {
  const { revalidate } = useRevalidator()
  const hasArrived = transfer?.name === 'arrived'
  useEffect(() => {
    if (!hasArrived) return
    void revalidate().then(() => deliveryTransfers.forget(commissionId))
  }, [hasArrived, commissionId, revalidate])
}

/** Why the last recording was not delivered; null if it was, or there was none. */
function failureOf({ deliveries }: Commission, transfer: DeliveryTransfer | null): string | null {
  if (transfer?.name === 'refused') {
    const { refused } = transfer
    if (refused === null) return commissionMessages.uploadFailed
    const isAnswered = refused.status > 0
    const { uploadRefused, uploadFailed } = commissionMessages
    return failureText(isAnswered ? uploadRefused : uploadFailed, refused)
  }
  const newest = deliveries.at(-1)
  if (newest?.state !== 'refused') return null
  return [commissionMessages.uploadRefused, newest.reason].filter(Boolean).join('. ')
}

type DeliveryFormProps = { commission: Commission; failure: string | null }

function DeliveryForm({ commission, failure }: DeliveryFormProps) {
  const { customer, deliveries, singerRequestedGuideTrack } = commission
  const arriving = deliveries.find(({ state }) => state === 'arriving')
  const recordingArea = useRef<HTMLDivElement>(null)
  const guideArea = useRef<HTMLDivElement>(null)
  const { recording, guide, deliver } = useDelivery(commission)
  const [isAsked, setIsAsked] = useState(false)
  const lacksGuide = singerRequestedGuideTrack && guide.file === null && arriving === undefined
  return (
    <div className="needs-script panel-stack">
      {arriving && <ArrivedPart delivery={arriving} />}
      {failure !== null && <Notice tone="danger">{failure}</Notice>}
      <div ref={recordingArea}>
        <FileDrop
          name="recording"
          label="The finished track"
          hint={`${audioLimits.formats}, from ${deliverySeconds.shortest} seconds to ${deliverySeconds.longest / 60} minutes, up to ${maxUploadMegabytes} MB. The customer hears ${deliveryPreviewSeconds} seconds of it.`}
          {...recording}
        />
      </div>
      {singerRequestedGuideTrack && (
        <div ref={guideArea}>
          <FileDrop
            name="guide"
            label="Sung guide"
            isOptional
            hint={
              <>
                <bdi>{customer.name}</bdi> asked for a recording with your voice, to learn it by.
              </>
            }
            {...guide}
          />
        </div>
      )}
      {isAsked && lacksGuide ? (
        <GuideQuestion
          customerName={customer.name}
          onDeliver={() => void deliver()}
          onChoose={() => {
            setIsAsked(false)
            guideArea.current?.querySelector('input')?.click()
          }}
        />
      ) : (
        <DeliverButtons
          commission={commission}
          isChosen={recording.file !== null}
          onChoose={() => recordingArea.current?.querySelector('input')?.click()}
          onDeliver={() => (lacksGuide ? setIsAsked(true) : void deliver())}
        />
      )}
    </div>
  )
}

function ArrivedPart({ delivery }: { delivery: Delivery }) {
  const { bytesReceived, bytes, fileName } = delivery
  return (
    <Notice tone="info">
      {Math.floor((100 * bytesReceived) / bytes)}% of <bdi>{fileName}</bdi> has arrived. Choose the
      same file again, and sending goes on; with another one it begins anew.
    </Notice>
  )
}

type DeliverButtonsProps = {
  commission: Commission
  isChosen: boolean
  onChoose: () => void
  onDeliver: () => void
}

/** Beside its field the recording is chosen there; in the dock of a phone the field can be out of view. */
function DeliverButtons({ commission, isChosen, onChoose, onDeliver }: DeliverButtonsProps) {
  return (
    <ActionDock commission={commission}>
      {!isChosen && (
        <Button variant="ghost" className="dock-only" onClick={onChoose}>
          Choose the track
        </Button>
      )}
      <Button disabled={!isChosen} onClick={onDeliver}>
        Deliver this track
      </Button>
    </ActionDock>
  )
}

/** The chosen files, what is wrong with each, and how they are delivered. */
function useDelivery({ id, deliveries }: Commission) {
  const recording = useChosenFile()
  const guide = useChosenFile()
  const deliver = async () => {
    const { file } = recording
    if (file === null) return
    const arriving = deliveries.find(({ state }) => state === 'arriving')
    await deliveryTransfers.send({
      commissionId: id,
      arrivingId: arriving?.id ?? null,
      recording: file,
      guide: guide.file,
    })
  }
  return { recording, guide, deliver }
}

function useChosenFile() {
  const [chosen, setChosen] = useState<{ file: File | null; problem: string | null }>({
    file: null,
    problem: null,
  })
  return {
    ...chosen,
    onChoose(file: File) {
      const problem = problemWithDelivery(file)
      setChosen({ file: problem === null ? file : null, problem })
    },
  }
}
