// The three steps to the first sale, at the head of the dashboard until they are done.

import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { uploadDialog } from '#rules/artists/dashboard-search.ts'
import { settingsPath } from '#rules/page-paths.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { useDashboardAddress } from './dashboard-address.ts'

export type StepsDone = {
  email: boolean
  /** Null while it is not known: the card about payments says why, and the next step is another one. */
  payments: boolean | null
  track: boolean
}

export function FirstSteps({ done }: { done: StepsDone }) {
  const { linkTo } = useDashboardAddress()
  const steps: { name: keyof StepsDone; text: string; link: ReactNode }[] = [
    {
      name: 'email',
      text: 'Confirm your email',
      link: <PageLink href={settingsPath}>Send the email again</PageLink>,
    },
    {
      name: 'payments',
      text: 'Set up payments',
      link: <a href="#setup-heading">See what is needed</a>,
    },
    {
      name: 'track',
      text: 'Upload your first track',
      link: <PageLink {...linkTo(uploadDialog)}>Upload it</PageLink>,
    },
  ]
  const next = steps.find(({ name }) => done[name] === false)
  if (!next) return null
  return (
    <Panel aria-labelledby="steps-heading">
      <h2 id="steps-heading">Three steps to your first sale</h2>
      <ol className="mt-3 grid gap-2">
        {steps.map(({ name, text, link }, at) => (
          <li
            key={name}
            className="flex gap-x-3"
            aria-current={name === next.name ? 'step' : undefined}
          >
            <span className="w-6 shrink-0 text-felt">
              {done[name] ? (
                <Check size={20} role="img" aria-label="Done:" />
              ) : (
                <span aria-hidden="true">{at + 1}.</span>
              )}
            </span>
            {/* A link that finds no room beside its text stands below the text, not below the number. */}
            <span className="flex flex-wrap items-center gap-x-3">
              <span className={name === next.name ? 'font-semibold' : 'text-ink-2'}>{text}</span>
              {name === next.name && link}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
