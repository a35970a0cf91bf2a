// Everything that an artist says of themselves, with what others see of it beside.

import { useState } from 'react'
import type { OwnExample } from '#contracts/artists/examples.ts'
import type { OwnProfile } from '#contracts/artists/profile.ts'
import type { FormTexts } from '#web/forms/form-fields.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useIsHydrated } from '#web/ui/page-lifecycle.ts'
import { AvatarPanel } from './avatar-panel.tsx'
import { ExamplesPanel } from './examples-panel.tsx'
import { ProfileForm } from './profile-form.tsx'
import { ProfilePreview } from './profile-preview.tsx'
import { profileDrafts, withTyped } from './profile-texts.ts'

type ProfileEditorProps = { profile: OwnProfile; examples: OwnExample[] }

/** What is typed and not saved is on the device: the server renders the stored profile, and the draft follows. */
export function ProfileEditor(props: ProfileEditorProps) {
  const isHydrated = useIsHydrated()
  const draft = isHydrated ? profileDrafts.read(props.profile.id) : {}
  return <Editor key={String(isHydrated)} {...props} draft={draft} />
}

function Editor({ draft, ...loaded }: ProfileEditorProps & { draft: FormTexts }) {
  const [profile, setProfile] = useState(loaded.profile)
  const [examples, setExamples] = useState(loaded.examples)
  const [typed, setTyped] = useState(draft)
  const shown = { ...withTyped(profile, typed), ...shownExamples(examples) }
  return (
    <div className="profile-editor">
      <div className="profile-panels">
        <noscript>
          <Notice tone="info">Editing your profile needs JavaScript.</Notice>
        </noscript>
        <AvatarPanel
          artistId={profile.id}
          name={profile.displayName}
          avatar={profile.avatar}
          onChanged={(avatar) => setProfile((last) => ({ ...last, avatar }))}
        />
        <ProfileForm
          profile={profile}
          typed={typed}
          onTyped={setTyped}
          onSaved={(saved) => {
            setProfile(saved)
            setTyped({})
          }}
        />
        <ExamplesPanel
          artistName={profile.displayName}
          examples={examples}
          onChanged={setExamples}
        />
      </div>
      <ProfilePreview artist={shown} />
    </div>
  )
}

/** Those that others hear already. */
function shownExamples(examples: OwnExample[]) {
  const ready = examples.flatMap(({ url, ...example }) =>
    url === null ? [] : [{ ...example, url }],
  )
  return { artistExample: ready[0]?.url ?? null, artistExamples: ready }
}
