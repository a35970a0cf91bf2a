// What its author can do with a comment or a review: change it for a while, delete it at any time.

import { useState, type ReactNode } from 'react'
import type { Refused, Result } from '#web/api/result.ts'
import { DeleteQuestion } from '#web/forms/delete-question.tsx'
import { Button } from '#web/ui/button.tsx'

type OwnText = {
  what: 'comment' | 'review'
  /** After `your comment`, where several have the same buttons. */
  which?: string
  canBeEdited: boolean
  /** Where the buttons are. */
  place: 'comment-actions' | 'comment-buttons'
  renderForm: (close: () => void) => ReactNode
  remove: () => Promise<Result<unknown>>
  renderFailure: (refused: Refused) => ReactNode
  onDeleted: () => void
}

/** Returns the form while the text is being changed, and the buttons or the question that come after the text. */
export function useOwnText(own: OwnText): { form: ReactNode; actions: ReactNode } {
  const [mode, setMode] = useState<'shown' | 'edited' | 'deleted'>('shown')
  const close = () => setMode('shown')
  if (mode === 'edited') return { form: own.renderForm(close), actions: null }
  const { what, remove, renderFailure, onDeleted } = own
  if (mode === 'deleted') {
    const question = { what, remove, renderFailure, onDeleted, onClose: close }
    return { form: null, actions: <DeleteQuestion {...question} /> }
  }
  const which = <span className="sr-only"> your {what + (own.which ?? '')}</span>
  return {
    form: null,
    actions: (
      <div className={own.place}>
        {own.canBeEdited && (
          <Button variant="ghost" size="sm" onClick={() => setMode('edited')}>
            Edit{which}
          </Button>
        )}
        <Button variant="ghost" size="sm" onClick={() => setMode('deleted')}>
          Delete{which}
        </Button>
      </div>
    ),
  }
}
