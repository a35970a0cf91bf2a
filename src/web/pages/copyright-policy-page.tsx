import { copyrightPolicyPath } from '#rules/page-paths.ts'
import { siteContext } from '#web/api/contexts.ts'
import { contactAddress } from '#rules/product.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import type { Route } from './+types/copyright-policy-page.ts'

export function loader({ context }: Route.LoaderArgs) {
  return { publicUrl: context.get(siteContext).publicUrl }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({
    title: 'Copyright policy',
    description: 'What artists confirm when they upload a recording, and how to report one.',
    path: copyrightPolicyPath,
    publicUrl: loaderData?.publicUrl,
  })
}

export default function CopyrightPolicyPage() {
  return (
    <article className="page prose">
      <h1>Copyright policy</h1>
      <p>
        Every recording sold here was played by the person who sells it. This page says what that
        means for artists, for singers, and for anyone who finds their own work here.
      </p>
      <h2>What artists confirm</h2>
      <p>With each upload the artist confirms:</p>
      <ul>
        <li>that they recorded the track themselves, without MIDI and without AI;</li>
        <li>
          that they have the right to upload it, and follow the copyright and licensing laws of
          their country.
        </li>
      </ul>
      <p>
        A song has two kinds of rights: those in the recording, which belong to whoever played it,
        and those in the composition, which belong to its writers. The artist answers for both.
      </p>
      <h2>What singers may do</h2>
      <p>
        A bought track is yours to download, keep, practise with and sing over. Performing in public
        or publishing your own recording of a song can need the writers&apos; permission: in most
        countries a collecting society or your venue arranges it.
      </p>
      <h2>How to report a recording</h2>
      <p>
        If you hold the rights in something offered here without your permission, write to{' '}
        <a href={`mailto:${contactAddress}`}>{contactAddress}</a>. Please tell us:
      </p>
      <ul>
        <li>the address of the track&apos;s page,</li>
        <li>which work it uses, and what your rights in it are,</li>
        <li>your name and how we can reach you.</li>
      </ul>
      <p>
        A person reads every report. A recording that infringes is withdrawn from sale; the artist
        is told why and may answer.
      </p>
    </article>
  )
}
