import type { Track } from '#contracts/tracks.ts'
import { youtubeVideoId } from '#rules/tracks/youtube.ts'
import { VideoOnClick } from './video-on-click.tsx'
import { Panel } from '#web/ui/panel.tsx'

type Guides = Pick<Track, 'guideTrackUrl' | 'youtubeGuideUrl'>

export function hasGuide({ guideTrackUrl, youtubeGuideUrl }: Guides): boolean {
  return (guideTrackUrl ?? youtubeGuideUrl) !== null
}

/** The guide track, else the guide at YouTube (D-069). Nothing is requested from YouTube before the user wants it. */
export function GuideTrack({ track }: { track: Guides & Pick<Track, 'title'> }) {
  const address = track.guideTrackUrl ?? track.youtubeGuideUrl
  if (address === null) return null
  const videoId = track.guideTrackUrl === null ? youtubeVideoId(address) : null
  return (
    <Panel aria-labelledby="guide-track">
      <h2 id="guide-track">Guide track</h2>
      <p className="panel-text">How the song goes over this recording.</p>
      {videoId !== null && (
        <VideoOnClick key={videoId} id={videoId} title={`Guide track of ${track.title}`}>
          Play the guide
        </VideoOnClick>
      )}
      {isWebAddress(address) && (
        <a className="guide-link" href={address} target="_blank" rel="noopener noreferrer nofollow">
          {videoId === null ? 'Open the guide track' : 'Watch on YouTube'}
          <span aria-hidden="true">↗</span>
          <span className="sr-only">(opens another site)</span>
        </a>
      )}
    </Panel>
  )
}

/** Other schemes, such as `javascript:`, never become a link. */
function isWebAddress(address: string): boolean {
  return /^https?:\/\//i.test(address)
}
