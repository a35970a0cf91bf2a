// The form of an artist's profile. Only the fields that were changed are checked and sent.

import type { FormEvent } from 'react'
import type { editProfile, OwnProfile } from '#contracts/artists/profile.ts'
import { request } from '#web/api/browser.ts'
import { ErrorSummary } from '#web/forms/error-summary.tsx'
import type { FormTexts } from '#web/forms/form-fields.ts'
import { formText } from '#web/forms/form-text.ts'
import { useForm } from '#web/forms/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { toast } from '#web/ui/toasts/toast.ts'
import { editingMessages } from './editing-messages.ts'
import { ProfileFields } from './profile-fields.tsx'
import { changesOf, profileDrafts, textsOf } from './profile-texts.ts'

type ProfileFormProps = {
  profile: OwnProfile
  /** What is typed and not saved, by the fields' names. */
  typed: FormTexts
  onTyped: (changes: FormTexts) => void
  onSaved: (profile: OwnProfile) => void
}

export function ProfileForm({ profile, typed, onTyped, onSaved }: ProfileFormProps) {
  const initial = textsOf(profile)
  const form = useProfileForm({ profile, typed, onSaved })
  const isChanged = Object.keys(typed).length > 0
  const onInput = (event: FormEvent<HTMLFormElement>) => {
    const changes = formTexts(changesOf(new FormData(event.currentTarget), initial))
    onTyped(changes)
    if (Object.keys(changes).length === 0) profileDrafts.remove(profile.id)
    else profileDrafts.store(profile.id, changes)
  }
  const discard = () => {
    profileDrafts.remove(profile.id)
    onTyped({})
    form.reset()
  }
  return (
    <Panel aria-labelledby="profile-heading">
      <h2 id="profile-heading">About you</h2>
      <form
        className="fields profile-form"
        aria-labelledby="profile-heading"
        {...form.formProps}
        onInput={onInput}
      >
        {form.refused && (
          <ErrorSummary message={form.refused.message} issues={form.refused.issues} />
        )}
        <ProfileFields
          key={form.round}
          fields={form.fields}
          username={profile.username}
          canBePaid={profile.canBePaid}
        />
        <FormFoot isChanged={isChanged} isPending={form.isPending} onDiscard={discard} />
      </form>
    </Panel>
  )
}

type FormFootProps = { isChanged: boolean; isPending: boolean; onDiscard: () => void }

function FormFoot({ isChanged, isPending, onDiscard }: FormFootProps) {
  return (
    <>
      <div className="button-row">
        <Button type="submit" isLoading={isPending} loadingText="Saving…" disabled={!isChanged}>
          Save changes
        </Button>
        <Button variant="ghost" disabled={!isChanged || isPending} onClick={onDiscard}>
          Discard changes
        </Button>
      </div>
      <p role="status" className="detail profile-state">
        {isChanged && editingMessages.unsaved}
      </p>
    </>
  )
}

function useProfileForm({ profile, typed, onSaved }: Omit<ProfileFormProps, 'onTyped'>) {
  const initial = textsOf(profile)
  return useForm<typeof editProfile>({
    contract: async () => (await import('#contracts/artists/profile.ts')).editProfile,
    initial: { ...initial, ...typed },
    read: (filled) => changesOf(filled, initial),
    fieldOfCode: {
      display_name_taken: 'displayName',
      commission_setup_needed: 'availableForCommission',
      commission_price_needed: 'commissionPrice',
    },
    async send(changes) {
      const result = await request<typeof editProfile>('PATCH /api/artist/profile', changes)
      if (result.ok) {
        profileDrafts.remove(profile.id)
        onSaved(result.value)
      }
      return result
    },
    onDone: () => toast.success(editingMessages.saved),
  })
}

function formTexts(form: FormData): FormTexts {
  return Object.fromEntries([...form.keys()].map((name) => [name, formText(form, name)]))
}
