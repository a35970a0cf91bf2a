// The changes of an edit: only these are checked and sent.

import type { FormTexts } from './form-fields.ts'
import { formText } from './form-text.ts'

/** The texts that differ from the initial ones. A box that is no longer checked is ''. */
export function changedTexts(form: FormData, initial: FormTexts): FormData {
  const changed = new FormData()
  for (const [name, before = ''] of Object.entries(initial)) {
    const now = formText(form, name).replaceAll('\r\n', '\n')
    if (now !== before) changed.set(name, now)
  }
  return changed
}
