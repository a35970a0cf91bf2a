// The draft of a form: its text that is not sent yet, stored on the device for each form and account.

import { deviceStorage } from '#web/api/device-storage.ts'
import type { FormTexts } from './form-fields.ts'

export function storedDraft(form: string) {
  const keyOf = (userId: string) => `undersong.${form}.${userId}`
  return {
    read(userId: string): FormTexts {
      const stored = deviceStorage().getItem(keyOf(userId))
      if (stored === null) return {}
      try {
        const texts: unknown = JSON.parse(stored)
        if (typeof texts !== 'object' || texts === null) return {}
        return Object.fromEntries(Object.entries(texts).filter(isText))
      } catch {
        // Another program has written there: like no draft.
        return {}
      }
    },

    store(userId: string, texts: FormTexts): void {
      try {
        deviceStorage().setItem(keyOf(userId), JSON.stringify(texts))
      } catch {
        // The storage is full: the text stays in the form.
      }
    },

    remove(userId: string): void {
      deviceStorage().removeItem(keyOf(userId))
    },
  }
}

function isText(entry: [string, unknown]): entry is [string, string] {
  return typeof entry[1] === 'string'
}
