// How the artist plays: short recordings, and a video.

import { youtubeVideoId } from '#rules/tracks/youtube.ts'
import { VideoOnClick } from '#web/tracks/video-on-click.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { ExampleButton, ExampleFailure } from '../example-button.tsx'
import type { ArtistProfile } from './artist-profile.ts'
import { ProfileSection, type HeadingLevel } from './profile-section.tsx'

type PartProps = { artist: ArtistProfile; heading: HeadingLevel }

export function ArtistExamples({ artist, heading }: PartProps) {
  if (artist.artistExamples.length === 0) return null
  return (
    <ProfileSection name="examples" heading={heading} title="Examples Of Artist's Playing Style">
      <ol className="artist-examples">
        {artist.artistExamples.map(({ id, url, description, uploadedAt }, place) => (
          <li key={id}>
            <ExampleButton url={url} artistName={artist.displayName} number={place + 1} />
            <div>
              <p className="user-text" dir="auto">
                <b>{place + 1}.</b> {description}
              </p>
              <p className="artist-example-date">
                Uploaded <DateText iso={uploadedAt} />
              </p>
              <ExampleFailure url={url} />
              <noscript>
                {/* Without scripts, the browser's built-in player. */}
                <audio
                  controls
                  preload="none"
                  src={url}
                  aria-label={`Example ${place + 1} of ${artist.displayName}`}
                />
              </noscript>
            </div>
          </li>
        ))}
      </ol>
    </ProfileSection>
  )
}

/** Nothing is requested from YouTube before the user wants it; an address of another site is left out (D-087). */
export function ArtistVideo({ artist, heading }: PartProps) {
  const videoId = artist.artistYoutubeLink && youtubeVideoId(artist.artistYoutubeLink)
  if (!videoId) return null
  return (
    <ProfileSection name="video" heading={heading} title="Video">
      <VideoOnClick key={videoId} id={videoId} title={`Video of ${artist.displayName}`}>
        Play the video
      </VideoOnClick>
    </ProfileSection>
  )
}
