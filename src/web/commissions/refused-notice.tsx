// Why a plain form was refused. What was typed into it stands in the form again; where the form is gone, because the
// commission has moved on, it stands here.

import type { Commission } from '#contracts/commissions/commission.ts'
import type { Note } from '#contracts/commissions/note.ts'
import type { CommissionStep } from '#rules/commissions/commission-process.ts'
import { Notice } from '#web/ui/notice.tsx'
import { can, canFreeze, canThaw } from './commission-facts.ts'
import type { PlainStep } from './plain-steps.ts'
import { noteField } from './note-field.ts'
import type { RefusedForm, SentFields } from './refused-form.ts'

type RefusedNoticeProps = { commission: Commission; refused: RefusedForm }

export function RefusedNotice({ commission, refused }: RefusedNoticeProps) {
  const { message, issues, sent } = refused
  const words = lostWords(commission, sent)
  return (
    <Notice tone="danger">
      {/* A plain form has no errors at its fields. */}
      {(issues ?? [{ message }]).map((issue) => (
        <p key={issue.message}>{issue.message}</p>
      ))}
      {words !== '' && (
        <>
          <p>You had written:</p>
          <blockquote className="user-text" dir="auto">
            {words}
          </blockquote>
        </>
      )}
    </Notice>
  )
}

function lostWords(commission: Commission, sent: SentFields): string {
  const { noteId = '' } = sent
  const form = Object.entries(formsWithWords).find(([step]) => step === sent.step)?.[1]
  if (form === undefined || form.isShown(commission, noteId)) return ''
  return sent[form.field(noteId)] ?? ''
}

type FormWithWords = {
  field: (noteId: string) => string
  isShown: (commission: Commission, noteId: string) => boolean
}

const formsWithWords: Partial<Record<PlainStep, FormWithWords>> = {
  accept: ofStep('accept', 'reason'),
  reject: ofStep('reject', 'reason'),
  request_changes: ofStep('requestChanges', 'revisionFeedback'),
  dispute: ofStep('dispute', 'description'),
  answer_dispute: ofStep('answerDispute', 'answer'),
  give_up: ofStep('giveUp', 'reason'),
  freeze: { field: () => 'reason', isShown: canFreeze },
  unfreeze: { field: () => 'reason', isShown: canThaw },
  add_note: { field: () => 'noteText', isShown: ({ canAddNote }) => canAddNote },
  edit_note: ofNote('edit', 'noteText'),
  settle_note: ofNote('answer', 'noteAnswer'),
  read_with_reason: {
    field: () => 'readReason',
    isShown: ({ room }) => room.readAs === 'reason',
  },
  send_message: { field: () => 'text', isShown: ({ room }) => room.isOpen },
}

function ofStep(step: CommissionStep, field: string): FormWithWords {
  return { field: () => field, isShown: (commission) => can(commission, step) }
}

function ofNote(
  action: Note['canDo'][number],
  name: Parameters<typeof noteField>[0],
): FormWithWords {
  return {
    field: (noteId) => noteField(name, noteId),
    isShown: ({ notes }, noteId) =>
      notes.some(({ id, canDo }) => id === noteId && canDo.includes(action)),
  }
}
