import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import Dialog from '#web/ui/dialog.tsx'
import { ExplainerSteps, explainerTitle } from './explainer-steps.tsx'

/** Closing it only closes it for now: it comes back with the next form, until a commission is paid (D-093). */
export default function Explainer() {
  const [isOpen, setIsOpen] = useState(true)
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setIsOpen}
      title={explainerTitle}
      firstFocus="title"
      footer={<Button onClick={() => setIsOpen(false)}>I understand</Button>}
    >
      <ExplainerSteps />
    </Dialog>
  )
}
