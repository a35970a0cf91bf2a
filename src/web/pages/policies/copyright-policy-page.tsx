import { artistDashboardPath } from '#rules/artists/dashboard-paths.ts'
import { tracksPath } from '#rules/search/track-search.ts'
import { termsPath } from '#rules/page-paths.ts'
import { siteContext } from '#web/api/contexts.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { ContactLink, EmailLink } from '#web/policies/operator.tsx'
import { policies } from '#web/policies/policies.ts'
import { PolicyPage } from '#web/policies/policy-page.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import type { Route } from './+types/copyright-policy-page.ts'

export function loader({ context }: Route.LoaderArgs) {
  return { publicUrl: context.get(siteContext).publicUrl }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({ ...policies.copyright, publicUrl: loaderData?.publicUrl })
}

export default function CopyrightPolicyPage() {
  return (
    <PolicyPage
      policy="copyright"
      summary="Every recording sold here was played by the person who sells it. This page says what that means for artists and singers, and what to do if you find your own work here."
      sections={[
        { id: 'artists', title: 'What artists confirm', words: <Confirmed /> },
        { id: 'singers', title: 'What singers may do', words: <Singers /> },
        { id: 'report', title: 'How to report a recording', words: <Report /> },
        { id: 'decision', title: 'What happens then', words: <Decision /> },
        { id: 'answer', title: 'How an artist answers', words: <Answer /> },
        { id: 'again', title: 'Repeated and false reports', words: <Again /> },
      ]}
    />
  )
}

function Confirmed() {
  return (
    <>
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
        and those in the composition, which belong to its writers. The artist answers for both. For
        each track the artist says whether the song needs no licence, is licensed (and by whom), or
        is unlicensed; the track’s page shows it. A document that proves a licence can be added,
        which only the artist and admins see.
      </p>
    </>
  )
}

function Singers() {
  return (
    <p>
      A bought track is yours to download, keep, practise with and sing over; the{' '}
      <PageLink href={`${termsPath}#licence`}>terms</PageLink> have the whole list. Performing in
      public or publishing your own recording of a song can need the writers’ permission: in most
      countries a collecting society or your venue arranges it.
    </p>
  )
}

function Report() {
  return (
    <>
      <p>
        If you hold the rights in something that is offered here without your permission, or speak
        for somebody who does:
      </p>
      <ul>
        <li>
          <strong>With an account:</strong> open the <PageLink href={tracksPath()}>track</PageLink>{' '}
          and press “Report”. Choose what it is about (copyright, a DMCA notice, or something else)
          and give your reason.
        </li>
        <li>
          <strong>Without one:</strong> use the <ContactLink about="copyright" /> with the subject
          “Copyright”, or write to <EmailLink />.
        </li>
      </ul>
      <p>Please tell us:</p>
      <ul>
        <li>the address of the track’s page, if you write to us;</li>
        <li>which work it uses, and what your rights in it are;</li>
        <li>that what you say is true, your name, and how we can reach you.</li>
      </ul>
      <p>The artist does not learn who has sent a report, nor its words.</p>
    </>
  )
}

function Decision() {
  return (
    <>
      <p>
        A person reads every report, beside a copy of how the track’s page was when it was reported,
        and decides:
      </p>
      <ul>
        <li>
          <strong>It is right:</strong> the track is taken down. It is no longer listed or sold, and
          its artist gets an email with the reason.
        </li>
        <li>
          <strong>It is not:</strong> the track stays.
        </li>
      </ul>
      <p>
        Either way, whoever reported it with an account is told the outcome. Each decision is
        written down with its reason, and whoever thinks that it is wrong can object to it through
        the <ContactLink about="objection" />. Customers who bought the track before keep it, unless
        a law or a court says otherwise.
      </p>
    </>
  )
}

function Answer() {
  return (
    <>
      <p>
        An artist whose track was taken down finds it in the{' '}
        <PageLink href={artistDashboardPath()}>artist dashboard</PageLink>, with what was claimed
        and the reason, and can send one counter-notice: why the track may be offered, with the
        facts that show it, such as a licence or that the song is in the public domain.
      </p>
      <p>
        A person reads it and decides again. The track is put back, unless another report keeps it
        down, or it stays down; the artist is told which, and why. If there is a licence, name who
        gave it and where that can be checked; for anything longer, use the{' '}
        <ContactLink about="objection" />.
      </p>
    </>
  )
}

function Again() {
  return (
    <>
      <p>
        An artist whose tracks have to be taken down again and again can be suspended, and so can
        somebody who reports tracks while knowing that nothing is wrong with them. The{' '}
        <PageLink href={`${termsPath}#suspension`}>terms</PageLink> say what that means.
      </p>
      <p>
        This page is about how things are done here. Your rights before a court stay as they are.
      </p>
    </>
  )
}
