// The artist delivers a recording: chosen or dropped, sent with its progress, and gone on with after a reload.

import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Commission } from '#contracts/commissions/commission.ts'
import { deliveryPreviewSeconds, deliverySeconds } from '#rules/commission-limits.ts'
import { audioLimits, largestUploadMegabytes } from '#rules/upload-limits.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { can } from '../commission-facts.ts'
import { commissionMessages, failureText } from '../commission-messages.ts'
import type { DeliverySending } from './delivery-sending.ts'
import { addressOf } from './delivery-sendings.ts'
import { deliverySendings, useDeliverySending } from './delivery-sendings-store.ts'
import { FileDrop } from './file-drop.tsx'
import { GuideQuestion } from './guide-question.tsx'
import { goesOnWith, problemWithDelivery } from './delivery-file.ts'
import { SendingProgress } from './sending-progress.tsx'

export function UploadCard({ commission }: { commission: Commission }) {
  const sending = useDeliverySending(commission.id)
  useArrival(commission.id, sending)
  const isPreparing = commission.deliveries.some(({ state }) => state === 'preparing')
  const isSending = sending?.name === 'sending' || sending?.name === 'waiting'
  if (commission.viewer !== 'artist') return null
  if (!can(commission, 'upload') && !isSending && !isPreparing) return null
  return (
    <Panel aria-labelledby="upload-heading" className="panel-stack">
      <h2 id="upload-heading">Deliver the track</h2>
      {isSending && <SendingProgress commissionId={commission.id} sending={sending} />}
      {!isSending && (isPreparing || sending?.name === 'arrived') && (
        <p className="delivery-preparing">
          <Spinner /> {commissionMessages.preparing}
        </p>
      )}
      {!isSending && !isPreparing && sending?.name !== 'arrived' && (
        <DeliveryForm commission={commission} failure={failureOf(commission, sending)} />
      )}
      <noscript>
        <Notice tone="info">Delivering a track needs JavaScript.</Notice>
      </noscript>
    </Panel>
  )
}

/** Loads the commission again when the last byte has arrived. */
function useArrival(commissionId: string, sending: DeliverySending | null): void {
  const { revalidate } = useRevalidator()
  const hasArrived = sending?.name === 'arrived'
  useEffect(() => {
    if (!hasArrived) return
    void revalidate().then(() => deliverySendings.forget(commissionId))
  }, [hasArrived, commissionId, revalidate])
}

/** Why the last recording was not delivered; null if it was, or there was none. */
function failureOf({ deliveries }: Commission, sending: DeliverySending | null): string | null {
  if (sending?.name === 'refused') {
    const { refused } = sending
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
  const guideArea = useRef<HTMLDivElement>(null)
  const { recording, guide, deliver } = useDelivery(commission)
  const [isAsked, setIsAsked] = useState(false)
  const lacksGuide = singerRequestedGuideTrack && guide.file === null && arriving === undefined
  return (
    <div className="needs-script panel-stack">
      {arriving && (
        <Notice tone="info">
          {Math.floor((100 * arriving.bytesReceived) / arriving.bytes)}% of{' '}
          <bdi>{arriving.fileName}</bdi> has arrived. Choose the same file again, and sending goes
          on; with another one it begins anew.
        </Notice>
      )}
      {failure !== null && <Notice tone="danger">{failure}</Notice>}
      <FileDrop
        name="recording"
        label="The finished track"
        hint={`${audioLimits.formats}, from ${deliverySeconds.shortest} seconds to ${deliverySeconds.longest / 60} minutes, up to ${largestUploadMegabytes} MB. The customer hears ${deliveryPreviewSeconds} seconds of it.`}
        {...recording}
      />
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
        <div className="commission-buttons">
          <Button
            disabled={recording.file === null}
            onClick={() => (lacksGuide ? setIsAsked(true) : void deliver())}
          >
            Deliver this track
          </Button>
        </div>
      )}
    </div>
  )
}

/** The chosen files, what is wrong with each, and their sending. */
function useDelivery({ id, deliveries }: Commission) {
  const recording = useChosenFile()
  const guide = useChosenFile()
  const deliver = async () => {
    const { file } = recording
    if (file === null) return
    const arriving = deliveries.find(({ state }) => state === 'arriving')
    const goesOn = arriving !== undefined && goesOnWith(arriving.id, file)
    // There is one delivery at a time: another file takes the place of the one that has arrived in part.
    if (arriving && !goesOn) await deliverySendings.removeArrived(addressOf(id, arriving.id))
    await deliverySendings.send({
      commissionId: id,
      deliveryId: goesOn ? arriving.id : null,
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
