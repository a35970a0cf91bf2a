import { Form, useNavigation } from 'react-router'
import { productName } from '#rules/product.ts'
import type { Refused } from '#web/api/result.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'

/** Offers a customer to become an artist: one click, and all purchases stay. */
export function BecomeArtist({ refused }: { refused: Refused | null }) {
  const isUpgrading = useNavigation().state !== 'idle'
  return (
    <div className="become-artist">
      <Panel className="panel-stack" aria-labelledby="become-artist-heading">
        <h2 id="become-artist-heading">Do you play?</h2>
        <p>
          Record a song the way you would accompany a friend, set your price, and receive it in full
          for every sale: the customer pays {productName}’s commission on top.
        </p>
        <ul className="bullets">
          <li>Played and recorded by you: no MIDI, no AI.</li>
          <li>Songs you have the right to record and sell.</li>
          <li>Everything you have bought stays yours.</li>
        </ul>
        {refused && <Notice tone="danger">{refused.message}</Notice>}
        <Form method="post">
          <Button
            type="submit"
            name="step"
            value="become-artist"
            isLoading={isUpgrading}
            loadingText="One moment…"
          >
            Become an artist
          </Button>
        </Form>
      </Panel>
    </div>
  )
}
