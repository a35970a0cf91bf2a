// A page with two forms: one asks by GET what an action would do, the other does it by POST.

import { useNavigation } from 'react-router'

export function usePendingForm(): { isAsking: boolean; isPending: boolean } {
  const { state, formMethod } = useNavigation()
  const isPending = state !== 'idle' && formMethod === 'POST'
  return { isAsking: state !== 'idle' && !isPending, isPending }
}
