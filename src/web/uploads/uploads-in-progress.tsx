// Uploads that are not listed yet, those of this tab and those that the server knows from before.

import { useEffect, useRef } from 'react'
import type { Upload } from '#contracts/uploads.ts'
import { Panel } from '#web/ui/panel.tsx'
import { moveFocus } from '#web/ui/focus.ts'
import { transferOf, type UploadTransfer } from './transfers/upload-transfer.ts'
import { uploadTransfers, useUploadTransfers } from './transfers/upload-transfers.ts'
import { UploadRow } from './upload-row.tsx'

type UploadsInProgressProps = {
  /** As the page was loaded. */
  uploads: Upload[]
  /** Called when an upload has been listed or removed: the lists have changed. */
  onSettled: () => Promise<void>
}

export function UploadsInProgress({ uploads, onSettled }: UploadsInProgressProps) {
  const rows = useRows(uploads)
  const heading = useFocusOnGrowth(rows.length)
  useListed(onSettled)
  if (rows.length === 0) return null
  const onRemoved = async () => {
    await onSettled()
    moveFocus(heading.current)
  }
  return (
    <Panel aria-labelledby="uploads-heading">
      <h2 ref={heading} id="uploads-heading" tabIndex={-1}>
        Uploads not listed yet
      </h2>
      <ul className="rows upload-rows">
        {rows.map((transfer) => (
          <UploadRow key={transfer.key} transfer={transfer} onRemoved={onRemoved} />
        ))}
      </ul>
    </Panel>
  )
}

/** Newest first. The server renders the list as it was loaded; from then on the store knows more. */
function useRows(uploads: Upload[]): UploadTransfer[] {
  const own = useUploadTransfers()
  useEffect(() => uploadTransfers.adopt(uploads), [uploads])
  const known = new Set(own.map(({ uploadId }) => uploadId))
  const others = uploads.filter(({ id }) => !known.has(id)).map(transferOf)
  const position = new Map(uploads.map(({ id }, at) => [id, at]))
  // What the list of the server does not contain yet is newer.
  const at = ({ uploadId }: UploadTransfer) => position.get(uploadId ?? '') ?? -1
  return [...own, ...others].toSorted((one, other) => at(one) - at(other))
}

/** One that is listed leaves this list when the list of tracks contains it. */
function useListed(onSettled: () => Promise<void>): void {
  const own = useUploadTransfers()
  const listed = own.find(({ state }) => state.name === 'listed')?.key
  useEffect(() => {
    if (listed !== undefined) void onSettled().then(() => uploadTransfers.forget(listed))
  }, [listed, onSettled])
}

/** After an upload the form is empty again: the focus moves to the list with the new upload. */
function useFocusOnGrowth(count: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(count)
  useEffect(() => {
    if (count > shown.current) heading.current?.focus()
    shown.current = count
  }, [count])
  return heading
}
