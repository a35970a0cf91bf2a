// The fields that an artist's profile still lacks, and the way to its form.

import type { OwnProfile } from '#contracts/artists/profile.ts'
import { artistProfilePath } from '#rules/page-paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { Panel } from '#web/ui/panel.tsx'

export function ProfileCard({ profile }: { profile: OwnProfile }) {
  const missing = missingIn(profile)
  return (
    <Panel aria-labelledby="profile-heading" className="panel-stack">
      <h2 id="profile-heading">Your profile</h2>
      {missing.length === 0 ? (
        <p>Singers see your picture, how you play, and what a commission costs.</p>
      ) : (
        <div className="stack-xs">
          <Progress
            label={`${profileParts - missing.length} of ${profileParts} parts of your profile`}
            percent={(100 * (profileParts - missing.length)) / profileParts}
          />
          <p>
            {profileParts - missing.length} of {profileParts}. Singers choose artists by their
            profiles; yours can still have {new Intl.ListFormat('en-GB').format(missing)}.
          </p>
        </div>
      )}
      <div>
        <ButtonLink variant="ghost" href={artistProfilePath}>
          Edit your profile
        </ButtonLink>
      </div>
    </Panel>
  )
}

const profileParts = 5

function missingIn(profile: OwnProfile): string[] {
  return [
    profile.avatar === null && 'a picture',
    profile.artistInstrument === null && 'your instrument',
    profile.about === null && 'some words about you',
    profile.artistExamples.length === 0 && 'an example of how you play',
    profile.commissionPrice === null && 'a price for commissions',
  ].filter((part) => part !== false)
}
