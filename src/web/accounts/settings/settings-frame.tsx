// The frame of the settings: a heading, and links to the pages.

import type { ReactNode } from 'react'
import { pageRoutes } from '#rules/page-paths.ts'
import { useIsBanned } from '#web/accounts/session-store.ts'
import { PageLink } from '#web/ui/page-link.tsx'

const pages = [
  { path: pageRoutes.settings, label: 'Account' },
  { path: pageRoutes.settingsSecurity, label: 'Security' },
  { path: pageRoutes.notificationSettings, label: 'Notifications' },
  { path: pageRoutes.settingsData, label: 'Your data' },
] as const

export type SettingsPath = (typeof pages)[number]['path']

type SettingsFrameProps = { current: SettingsPath; children: ReactNode }

export function SettingsFrame({ current, children }: SettingsFrameProps) {
  // The others are closed to a suspended user.
  const isAlone = useIsBanned()
  return (
    <div className="page page-narrow">
      <h1 className="settings-title">Settings</h1>
      {!isAlone && (
        <nav aria-label="Settings" className="settings-pages">
          <ul>
            {pages.map(({ path, label }) => (
              <li key={path}>
                <PageLink href={path} aria-current={path === current ? 'page' : undefined}>
                  {label}
                </PageLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <div className="stack-lg">{children}</div>
    </div>
  )
}
