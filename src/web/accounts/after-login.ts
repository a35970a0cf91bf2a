// Goes on with what a visitor has begun, once there is a user.

import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { pageRoutes } from '#rules/page-paths.ts'
import { useSession } from './session-store.ts'

/** @param take reads and removes what was begun: the path of the page that goes on with it (D-053) */
export function useAfterLogin(take: () => string | null): void {
  const { state } = useSession()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  // The login or register form still navigates to the next page, with its `success` parameter.
  const isLoggingIn = pathname === pageRoutes.login || pathname === pageRoutes.register
  useEffect(() => {
    if (state !== 'user' || isLoggingIn) return
    const next = take()
    if (next !== null && next.split('?')[0] !== pathname) void navigate(next)
  }, [take, state, isLoggingIn, pathname, navigate])
}
