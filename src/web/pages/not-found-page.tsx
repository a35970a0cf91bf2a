import { data } from 'react-router'
import { NotFound } from '#web/layout/not-found.tsx'
import { pageMeta } from '#web/layout/page-meta.ts'

export function loader() {
  return data(null, { status: 404 })
}

export function meta() {
  return pageMeta({ title: 'Page not found', mayBeIndexed: false })
}

export default function NotFoundPage() {
  return <NotFound />
}
