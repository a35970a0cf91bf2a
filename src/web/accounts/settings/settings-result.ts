// What the action of a settings page responds: which of its forms was sent, and what became of it.

import type { FormTexts } from '#web/forms/form-fields.ts'
import type { Refused } from '#web/api/result.ts'

export type SettingsResult = {
  form: string
  /** A sentence of the settings' messages. */
  done?: string
  refused?: Refused
  typed?: FormTexts | undefined
}
