import { expect, test } from 'vitest'
import { youtubePlayerUrl, youtubeVideoId } from './youtube.ts'

const id = 'dQw4w9WgXcQ'

test.each([
  `https://www.youtube.com/watch?v=${id}`,
  `http://youtube.com/watch?list=PL1&v=${id}&t=43s`,
  `https://m.youtube.com/watch?v=${id}#t=1`,
  `https://music.youtube.com/watch?v=${id}`,
  `https://youtu.be/${id}`,
  `https://youtu.be/${id}?si=abc`,
  `https://YOUTU.BE/${id}/`,
  `https://www.youtube.com/shorts/${id}`,
  `https://www.youtube.com/live/${id}?feature=share`,
  `https://www.youtube.com/embed/${id}?start=4`,
  `https://www.youtube.com/v/${id}?version=3`,
  `https://www.youtube-nocookie.com/embed/${id}`,
  `https://youtube-nocookie.com/embed/${id}`,
])('%s is the address of a video', (address) => {
  expect(youtubeVideoId(address)).toBe(id)
})

test.each([
  '',
  id,
  'not an address',
  `javascript:alert('https://youtu.be/${id}')`,
  `data:text/html,https://youtu.be/${id}`,
  `https://youtube.com.evil.test/watch?v=${id}`,
  `https://evil.test/youtu.be/${id}`,
  `https://notyoutube.com/watch?v=${id}`,
  `https://youtu.be@evil.test/${id}`,
  'https://youtu.be/',
  'https://youtu.be/short',
  `https://youtu.be/${id}x`,
  'https://youtu.be/%22onload%3D%22x',
  'https://www.youtube.com/watch',
  'https://www.youtube.com/embed',
  'https://www.youtube.com/watch?v=..%2F..%2Fevil!',
  `https://www.youtube.com/${id}`,
  `https://www.youtube.com/playlist?list=${id}`,
  'https://www.youtube.com/@undersong',
])('%s is not', (address) => {
  expect(youtubeVideoId(address)).toBeNull()
})

test('the player comes from the origin without cookies', () => {
  expect(youtubePlayerUrl(id)).toBe(`https://www.youtube-nocookie.com/embed/${id}?autoplay=1`)
})
