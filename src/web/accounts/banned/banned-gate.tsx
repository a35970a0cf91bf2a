// Pages for a banned user: a notice instead of the page, then the home page. The server enforces the ban; this only says so.

import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { matchPath, useLocation, useNavigate } from 'react-router'
import { homePath, pageRoutes, policyRoutes } from '#rules/page-paths.ts'
import { refetchSession, useIsBanned, useSession } from '../session-store.ts'
import { lazyOr } from '#web/ui/lazy-or.ts'
import { BanNotice } from './ban-notice.tsx'

const SuspensionBar = lazyOr(
  () => import('./suspension-bar.tsx'),
  () => null,
)

const noticeMs = 4000
const redirectMs = 1500

/** Shown to banned users, too (D-103): the ways to ask why, to have what is theirs and to leave, and the rules. */
const openRoutes = [
  homePath,
  pageRoutes.login,
  pageRoutes.logout,
  pageRoutes.contact,
  pageRoutes.settingsData,
  pageRoutes.artistPapers,
  pageRoutes.statement,
  pageRoutes.vatInvoice,
  pageRoutes.artistTaxReport,
  ...policyRoutes,
]

const isOpen = (pathname: string) => openRoutes.some((route) => matchPath(route, pathname) !== null)

export function BannedGate({ children }: { children: ReactNode }) {
  const isBanned = useIsBanned()
  const { pathname } = useLocation()
  const isBlocked = isBanned && !isOpen(pathname)
  const isNoticeShown = useBanNotice(isBlocked)
  useFollowBan()
  return (
    <>
      {(isBlocked || (isBanned && isNoticeShown)) && <BanNotice isPage={isBlocked} />}
      {isBanned && !isBlocked && (
        <Suspense fallback={null}>
          <SuspensionBar />
        </Suspense>
      )}
      {!isBlocked && children}
    </>
  )
}

/** True for as long as the notice stays once a page was blocked, also after the redirect. */
function useBanNotice(isBlocked: boolean): boolean {
  const navigate = useNavigate()
  const [last, setLast] = useState({ isBlocked: false, notices: 0, ended: 0 })
  const { notices, ended } = last
  // A page is blocked now, or no longer.
  if (last.isBlocked !== isBlocked)
    setLast({ ...last, isBlocked, notices: notices + (isBlocked ? 1 : 0) })
  useEffect(() => {
    if (!isBlocked) return undefined
    const timer = setTimeout(() => void navigate(homePath, { replace: true }), redirectMs)
    return () => clearTimeout(timer)
  }, [isBlocked, navigate])
  useEffect(() => {
    const timer = setTimeout(() => setLast((now) => ({ ...now, ended: notices })), noticeMs)
    return () => clearTimeout(timer)
  }, [notices])
  return notices > ended
}

/** A page that is open hears of a ban at once. The stream is for users: a visitor has no account that could change. */
function useFollowBan(): void {
  const isUser = useSession().state === 'user'
  useEffect(() => {
    if (!isUser) return undefined
    const unmounting = new AbortController()
    import('./follow-account.ts')
      .then(({ followAccount }) => followAccount(refetchSession, unmounting.signal))
      // Without this part of the script, the next response of the server tells it.
      .catch(() => undefined)
    return () => unmounting.abort()
  }, [isUser])
}
