import { Monitor, Moon, Sun } from 'lucide-react'
import { useStore } from 'zustand'
import { chooseTheme, themes, themeStore } from './theme.ts'

const faces = {
  system: { label: 'System', Icon: Monitor },
  light: { label: 'Light', Icon: Sun },
  dark: { label: 'Dark', Icon: Moon },
}

export function ThemeSwitch() {
  const chosen = useStore(themeStore)
  return (
    <fieldset className="theme-switch needs-script">
      <legend>Theme</legend>
      <div>
        {themes.map((theme) => {
          const { label, Icon } = faces[theme]
          return (
            <label key={theme}>
              <input
                type="radio"
                name="theme"
                value={theme}
                checked={theme === chosen}
                onChange={() => chooseTheme(theme)}
              />
              <Icon size={16} aria-hidden="true" />
              {label}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
