import { useState, type ReactNode } from 'react'
import { youtubePlayerUrl } from '#rules/tracks/youtube.ts'
import { Button } from '#web/ui/button.tsx'
import { PlayIcon } from '#web/player/play-icons.tsx'
import { player } from '#web/player/player-store.ts'

type VideoOnClickProps = {
  /** At YouTube. */
  id: string
  /** The title of the video's frame. */
  title: string
  /** The contents of the button. */
  children: ReactNode
}

/** A video of YouTube: nothing is requested from there before the user wants it. */
export function VideoOnClick({ id, title, children }: VideoOnClickProps) {
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
        title={title}
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
        <span className="video-icon">
          <PlayIcon />
        </span>
        {children}
      </Button>
      <p>The video is loaded from YouTube, which then learns of your visit.</p>
    </div>
  )
}
