import { expect, onTestFinished, test, vi } from 'vitest'
import { Busy } from '#server/db/call-queue.ts'
import { openPictureStore } from './picture-store.ts'

test('a picture is drawn once for concurrent and later requests, again after a failure', async () => {
  const store = openPictureStore()
  let drawn = 0
  const draw = async () => {
    drawn++
    if (drawn === 1) throw new Error('no memory')
    return Buffer.from('picture')
  }
  await expect(store.find('one', draw)).rejects.toThrow('no memory')
  const found = await Promise.all([store.find('one', draw), store.find('one', draw)])
  found.push(await store.find('one', draw))
  expect(found.map(String)).toEqual(['picture', 'picture', 'picture'])
  expect(drawn).toBe(2)
})

test('only as many are drawn at once as allowed, some wait, and more are refused', async () => {
  const store = openPictureStore({ maxAtOnce: 2, maxWaiting: 1 })
  const begun: string[] = []
  const gates = new Map<string, () => void>()
  const find = (key: string) =>
    store.find(key, () => {
      begun.push(key)
      return new Promise((resolve) => gates.set(key, () => resolve(Buffer.from(key))))
    })
  const pictures = ['a', 'b', 'c'].map(find)
  await expect(find('d')).rejects.toBeInstanceOf(Busy)
  expect(begun).toEqual(['a', 'b'])
  gates.get('b')?.()
  await pictures[1]
  await expect.poll(() => begun).toEqual(['a', 'b', 'c'])
  gates.get('a')?.()
  gates.get('c')?.()
  expect((await Promise.all(pictures)).map(String)).toEqual(['a', 'b', 'c'])
})

test('a burst of four hundred new pictures is drawn, each once, in the order of the requests', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const store = openPictureStore()
  const drawn: string[] = []
  const keys = Array.from({ length: 400 }, (_, at) => `picture ${at}`)
  // As long as the picture of a link takes, the slower kind.
  const draw = async (key: string) => {
    await new Promise((resolve) => setTimeout(resolve, 106))
    drawn.push(key)
    return Buffer.from(key)
  }
  const found = Promise.all(
    [...keys, ...keys].map((key) => store.find(key, () => draw(key)).then(String)),
  )
  const [pictures] = await Promise.all([found, vi.runAllTimersAsync()])
  expect(pictures).toEqual([...keys, ...keys])
  expect(drawn).toEqual(keys)
})

test('the pictures that were requested last stay, within the bytes', async () => {
  const store = openPictureStore({ maxBytes: 20 })
  let drawn = 0
  const find = (key: string) =>
    store.find(key, async () => {
      drawn++
      return Buffer.alloc(10)
    })
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await find(key)
  expect(drawn).toBe(4)
})
