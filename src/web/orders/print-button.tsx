import { Printer } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'

export function PrintButton() {
  return (
    <Button variant="ghost" onClick={() => window.print()}>
      <Printer size={18} aria-hidden="true" /> Print
    </Button>
  )
}
