import { useState } from 'react'
import type { Track } from '#contracts/tracks.ts'
import { youtubePlayerUrl, youtubeVideoId } from '#rules/tracks/youtube.ts'
import { PlayIcon } from '#web/player/play-icons.tsx'
import { player } from '#web/player/player-store.ts'
import { Button } from '#web/ui/button.tsx'
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
      {videoId !== null && <Video key={videoId} id={videoId} title={track.title} />}
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

function Video({ id, title }: { id: string; title: string }) {
  const [isWanted, setIsWanted] = useState(false)
  const play = () => {
    // Only one recording plays at a time.
    player.pause()
    setIsWanted(true)
  }
  if (isWanted) {
    return (
      <iframe
        className="guide-video"
        src={youtubePlayerUrl(id)}
        title={`Guide track of ${title}`}
        // The player needs its scripts and its storage. Both together are safe, because it is another site's.
        sandbox="allow-scripts allow-same-origin allow-popups allow-presentation"
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
      />
    )
  }
  return (
    <div className="guide-video needs-script">
      <Button onClick={play}>
        <span className="inline-flex size-4">
          <PlayIcon />
        </span>
        Play the guide
      </Button>
      <p>The video is loaded from YouTube, which then learns of your visit.</p>
    </div>
  )
}

/** Other schemes, such as `javascript:`, never become a link. */
function isWebAddress(address: string): boolean {
  return /^https?:\/\//i.test(address)
}
