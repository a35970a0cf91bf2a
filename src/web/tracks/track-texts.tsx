import type { Track } from '#contracts/tracks.ts'

/** What the artist wrote about the track. */
export function TrackTexts({ track }: { track: Pick<Track, 'description' | 'instructions'> }) {
  return (
    <div className="track-about">
      <section>
        <h2>About this track</h2>
        <p className="user-text" dir="auto">
          {track.description}
        </p>
      </section>
      {track.instructions && (
        <section>
          <h2>Performance instructions</h2>
          <p className="user-text" dir="auto">
            {track.instructions}
          </p>
        </section>
      )}
    </div>
  )
}
