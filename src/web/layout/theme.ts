// The theme: light, dark or the system's; the user's choice is stored in the browser.

import { createStore } from 'zustand/vanilla'
import { deviceStorage } from '#web/api/device-storage.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const storageKey = 'undersong:theme'

/** Runs before the first paint, so that a page is never shown first in the other theme. */
export const themeScript = `try{var t=localStorage.getItem('${storageKey}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}`

/** The server renders 'system'; in the browser the script above has set the user's choice. */
export const themeStore = createStore<Theme>(() => 'system')
if (typeof document !== 'undefined') themeStore.setState(themeOfDocument(), true)

function themeOfDocument(): Theme {
  const chosen = document.documentElement.dataset.theme
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

export function chooseTheme(theme: Theme) {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  deviceStorage().setItem(storageKey, theme)
  themeStore.setState(theme, true)
}
