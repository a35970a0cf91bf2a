import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { session } from '#web/accounts/session-store.ts'
import { FakeAudio } from '#web/player/fake-audio.ts'
import { player } from '#web/player/player-store.ts'
import { ExampleButton, ExampleFailure } from './example-button.tsx'
import { FollowButton } from './following/follow-button.tsx'

type Answer = Response | 'no response'
type Server = {
  userId: string | null
  following: unknown[]
  /** By the end of the path; following and unfollowing succeed otherwise. */
  answers: Record<string, Answer>
}

const fern = { id: 'fern', name: 'Fern & Sons' }

/** Each session is of a user of its own, as the followed artists are stored until another user logs in. */
async function open(changes: Partial<Server>) {
  cleanup()
  const server: Server = { userId: crypto.randomUUID(), following: [], answers: {}, ...changes }
  const calls: string[] = []
  vi.stubGlobal('fetch', (path: string) => {
    if (path.endsWith('get-id-and-role')) {
      const role = server.userId === null ? null : 'customer'
      return Promise.resolve(Response.json({ id: server.userId, role, isBanned: false }))
    }
    calls.push(path)
    const answer = Object.entries(server.answers).find(([end]) => path.endsWith(end))?.[1]
    if (answer === 'no response') return Promise.reject(new TypeError('no connection'))
    if (answer !== undefined) return Promise.resolve(answer.clone())
    return Promise.resolve(Response.json({ following: server.following }))
  })
  session.invalidate()
  await act(() => session.known())
  render(<FollowButton artistId={fern.id} artistName={fern.name} />)
  return { server, calls }
}

const button = (name: string) => screen.findByRole('button', { name: `${name} ${fern.name}` })
const silent = (status: number) => Response.json({}, { status })

test('a user follows and no longer follows an artist, and the list of the session says which, with either spelling of an id (FOL-01, FOL-03, FOL-04)', async () => {
  const { calls } = await open({ following: [{ _id: 'other', username: 'other' }] })
  fireEvent.click(await button('Follow'))
  await button('Following')
  await waitFor(() => expect(calls).toContain('/api/users/follow/fern'))
  fireEvent.click(await button('Following'))
  await waitFor(() => expect(calls).toContain('/api/users/unfollow/fern'))
  await button('Follow')

  // Reopened, the button asks nobody again.
  cleanup()
  const asked = calls.length
  render(<FollowButton artistId="other" artistName={fern.name} />)
  await button('Following')
  expect(calls).toHaveLength(asked)
})

test('the button says whether it is pressed, each change is announced, and a change in another tab is seen on return', async () => {
  const { server, calls } = await open({})
  const pressed = async (name: string) => (await button(name)).getAttribute('aria-pressed')
  expect(await pressed('Follow')).toBe('false')
  fireEvent.click(await button('Follow'))
  await waitFor(() =>
    expect(screen.getByRole('status').textContent).toBe('You follow Fern & Sons now.'),
  )
  expect(await pressed('Following')).toBe('true')
  fireEvent.click(await button('Following'))
  await waitFor(() =>
    expect(screen.getByRole('status').textContent).toBe('You no longer follow Fern & Sons.'),
  )
  const asked = calls.length
  server.following = [fern]
  fireEvent.focus(window)
  expect(await pressed('Following')).toBe('true')
  expect(calls.slice(asked)).toEqual(['/api/users/following'])
})

test('visitors, and artists on their own profile, have no button', async () => {
  await open({ userId: null })
  expect(screen.queryByRole('button')).toBeNull()
  await open({ userId: fern.id })
  expect(screen.queryByRole('button')).toBeNull()
})

test('a refused change is shown with its reason, and the button returns to the true state (FOL-05, FOL-06, ERR-57)', async () => {
  const refused = Response.json({ code: 'too_many_follows', message: 'Wait.' }, { status: 429 })
  await open({ answers: { 'follow/fern': refused } })
  fireEvent.click(await button('Follow'))
  await button('Following')
  await screen.findByText('Failed to update follow status')
  screen.getByText('Wait.')
  expect(await button('Follow')).toBeDefined()
})

test('a failure without a message of the server has one of its own (FOL-06, ERR-60, ERR-61, ERR-62)', async () => {
  await open({ answers: { '/follow/fern': silent(500) } })
  fireEvent.click(await button('Follow'))
  await screen.findByText('Failed to follow artist')

  await open({ following: [fern], answers: { '/unfollow/fern': silent(500) } })
  fireEvent.click(await button('Following'))
  await screen.findByText('Failed to unfollow artist')

  const { server } = await open({ answers: { following: silent(500) } })
  await screen.findByText('Failed to get following list')
  server.answers = {}
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await button('Follow')).toBeDefined()
})

test('after a lost response the list says whether the artist is followed', async () => {
  const { server } = await open({ answers: { '/follow/fern': 'no response' } })
  await button('Follow')
  server.following = [fern]
  fireEvent.click(await button('Follow'))
  await screen.findByText('Network error - check your connection')
  expect(await button('Following')).toBeDefined()
})

test('one example plays at a time, its button pauses it, and an example stops when its button is removed (ART-08)', async () => {
  const audio = new FakeAudio()
  vi.stubGlobal('Audio', function () {
    return audio
  })
  const examples = ['/a.mp3', '/b.mp3']
  const { unmount } = render(
    examples.map((url, index) => (
      <div key={url}>
        <ExampleButton url={url} artistName={`Artist ${index + 1}`} />
        <ExampleFailure url={url} />
      </div>
    )),
  )
  fireEvent.click(screen.getByRole('button', { name: 'Play an example of Artist 1' }))
  screen.getByRole('button', { name: 'Loading an example of Artist 1' })
  act(() => audio.begin())
  fireEvent.click(screen.getByRole('button', { name: 'Play an example of Artist 2' }))
  act(() => audio.begin())
  screen.getByRole('button', { name: 'Play an example of Artist 1' })
  expect([audio.src, audio.paused]).toEqual(['/b.mp3', false])
  fireEvent.click(screen.getByRole('button', { name: 'Pause an example of Artist 2' }))
  expect(audio.paused).toBe(true)

  fireEvent.click(screen.getByRole('button', { name: 'Play an example of Artist 2' }))
  act(() => audio.break(3))
  expect((await screen.findByRole('alert')).textContent).toBe('Audio format not supported')
  fireEvent.click(screen.getByRole('button', { name: 'Try again: an example of Artist 2' }))
  act(() => audio.begin())
  unmount()
  expect([audio.paused, player.getState().example]).toEqual([true, null])
})
