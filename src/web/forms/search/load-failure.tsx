import { useRevalidator } from 'react-router'
import { Button } from '#web/ui/button.tsx'

/** Instead of a list whose data could not be loaded; the button loads the page's data again. */
export function LoadFailure({ title, text }: { title: string; text: string }) {
  const { revalidate, state } = useRevalidator()
  return (
    <div className="panel empty-state" role="alert">
      <h2>{title}</h2>
      <p>{text}</p>
      <Button
        isLoading={state === 'loading'}
        loadingText="Trying…"
        onClick={() => void revalidate()}
      >
        Try Again
      </Button>
    </div>
  )
}
