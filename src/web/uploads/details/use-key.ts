// The key that an artist writes, and the answer where the recording sounds like another one.

import { useState } from 'react'
import type { UploadFacts } from '#contracts/uploads.ts'
import { refusalMessage } from '#rules/errors/refusal.ts'
import { questionAboutKey, settleKey, type KeyAnswer } from '#rules/music/measured-key.ts'
import type { Issue } from '#web/api/result.ts'
import { formText } from '#web/forms/form-text.ts'

export type MeasuredKey = Pick<UploadFacts, 'measuredKey' | 'measuredKeyConfidence'>

/** What the question depends on. */
export type KnownKey = {
  /** The key of the recording, once it is measured. */
  measured: MeasuredKey | null
  /** Of a track that is edited: its key needs no answer until it is changed. */
  before?: string
}

export const keyAnswerField = 'keyAnswer'

export type KeyState = ReturnType<typeof useKey>

export function useKey(initial: string, known: KnownKey) {
  const [written, setWritten] = useState(initial)
  /** To the question about this key. */
  const [given, setGiven] = useState<{ written: string; answer: KeyAnswer } | null>(null)
  const { measured } = known
  const asked = given?.written ?? written
  const isOpen = given !== null || isQuestion(written, known)
  return {
    written,
    write(key: string) {
      setWritten(key)
      setGiven(null)
    },
    measuredKey: measured?.measuredKey ?? '',
    asked,
    answer: given?.answer,
    question: measured !== null && isOpen ? questionAboutKey(asked, measured) : null,
    give(answer: KeyAnswer) {
      setGiven({ written: asked, answer })
      setWritten(answer === 'as_measured' ? (measured?.measuredKey ?? asked) : asked)
    },
  }
}

/** At most one: the question is not answered. */
export function problemWithAnswer(form: FormData, known: KnownKey): Issue[] {
  const isAnswered = form.get(keyAnswerField) !== null
  if (isAnswered || !isQuestion(formText(form, 'keySignature'), known)) return []
  return [{ path: [keyAnswerField], message: refusalMessage('key_unanswered') }]
}

function isQuestion(written: string, { measured, before }: KnownKey): boolean {
  if (measured === null) return false
  const stored = before === undefined ? {} : { before: { keySignature: before, isKeyStated: true } }
  return settleKey({ written, measured, answer: null, ...stored }) === null
}
