import { Rosette } from '#web/ui/rosette.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** A card's frame while its track is on the way. */
export function TrackCardSkeleton() {
  return (
    <div className="card card-default card-skeleton" aria-hidden="true">
      <div className="card-art">
        <Rosette size={96} />
      </div>
      <div className="card-body">
        <Skeleton className="h-6 w-3/4" />
        <Skeleton className="h-4 w-1/2" />
        <Skeleton className="h-4 w-2/3" />
        <Skeleton className="mt-2 h-11 w-full" />
        <Skeleton className="mt-3 h-9 w-full" />
      </div>
    </div>
  )
}
