// The question before an own text is deleted, in the place of its buttons.

import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Refused, Result } from '#web/api/result.ts'
import { Button } from '#web/ui/button.tsx'

type DeleteQuestionProps = {
  /** For example `review`. */
  what: string
  remove: () => Promise<Result<unknown>>
  renderFailure: (refused: Refused) => ReactNode
  onDeleted: () => void
  onClose: () => void
}

export function DeleteQuestion({
  what,
  remove,
  renderFailure,
  onDeleted,
  onClose,
}: DeleteQuestionProps) {
  const [isDeleting, setIsDeleting] = useState(false)
  const [refused, setRefused] = useState<Refused | null>(null)
  const cancel = useRef<HTMLButtonElement>(null)
  useEffect(() => cancel.current?.focus(), [])
  const removeIt = async () => {
    setIsDeleting(true)
    setRefused(null)
    const result = await remove()
    setIsDeleting(false)
    // Deleted in another tab: it is gone, as wanted.
    if (result.ok || result.code === 'not_found') onDeleted()
    else setRefused(result)
  }
  const question = `Delete this ${what}?`
  return (
    <>
      {refused && renderFailure(refused)}
      <div role="group" aria-label={question} className="comment-buttons">
        <span>{question}</span>
        <Button ref={cancel} variant="ghost" size="sm" onClick={onClose}>
          Keep it
        </Button>
        <Button variant="danger" size="sm" isLoading={isDeleting} onClick={() => void removeIt()}>
          Delete
        </Button>
      </div>
    </>
  )
}
