import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ensureWebIsBuilt } from '../scripts/build-web.ts'

const fakeBuilder =
  "import { mkdirSync, writeFileSync } from 'node:fs'\nmkdirSync('build/server', { recursive: true })\nwriteFileSync('build/server/index.js', process.env.NODE_ENV)"

/** A project with one page and a fake builder. */
async function createProject({ builder = fakeBuilder } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'undersong-project-'))
  const root = join(folder, 'project')
  await write(root, 'src/web/page.tsx', 'one')
  await write(root, 'node_modules/@react-router/dev/package.json', '{ "type": "module" }')
  await write(root, 'node_modules/@react-router/dev/dist/cli/index.js', builder)
  return {
    folder,
    root,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}

async function write(root: string, name: string, content: string) {
  await mkdir(join(root, name, '..'), { recursive: true })
  await writeFile(join(root, name), content)
}

/** Whether a build was needed. */
async function isRebuilt(root: string): Promise<boolean> {
  const output: string[] = []
  await ensureWebIsBuilt((line) => output.push(line), undefined, root)
  return output.length > 0
}

test('the web is built once, rebuilt when a source changes, and stays valid when its project is moved or copied', async () => {
  await using project = await createProject()
  const { folder, root } = project
  expect([await isRebuilt(root), await isRebuilt(root)]).toEqual([true, false])
  // Although a test runs the build.
  expect(await readFile(join(root, 'build/server/index.js'), 'utf8')).toBe('production')
  const [moved, copied] = [join(folder, 'moved'), join(folder, 'copied')]
  await rename(root, moved)
  await cp(moved, copied, { recursive: true })
  expect([await isRebuilt(moved), await isRebuilt(copied)]).toEqual([false, false])

  // A container image may omit the tests.
  await write(moved, 'src/web/page.test.tsx', 'a test')
  expect(await isRebuilt(moved)).toBe(false)

  await write(moved, 'src/web/page.tsx', 'two')
  expect([await isRebuilt(moved), await isRebuilt(copied)]).toEqual([true, false])
  await rename(join(moved, 'src/web/page.tsx'), join(moved, 'src/web/other.tsx'))
  expect(await isRebuilt(moved)).toBe(true)
})

test('without the builder a build is valid for its own sources only', async () => {
  await using project = await createProject()
  const { root } = project
  await isRebuilt(root)
  await rm(join(root, 'node_modules'), { recursive: true })
  expect(await isRebuilt(root)).toBe(false)

  await write(root, 'src/web/page.tsx', 'two')
  await expect(isRebuilt(root)).rejects.toThrow(
    `The web was built from other sources than those in ${root}, and the tools to build it are not installed: run "npm ci && npm run build" first.`,
  )
  await rm(join(root, 'build'), { recursive: true })
  await expect(isRebuilt(root)).rejects.toThrow(/^The web is not built, and the tools/)
})

test.each([
  ['EACCES', /^The web has to be built, and .*project cannot be written \(EACCES\): run/],
  ['EROFS', /^The web has to be built, and .*project cannot be written \(EROFS\): run/],
  ['ENOSPC', /^The web could not be built: the disk of .*project is full\.$/],
])('a folder that fails with %s is reported in one sentence', async (code, sentence) => {
  await using project = await createProject({ builder: `throw new Error('${code}: not here')` })
  await expect(isRebuilt(project.root)).rejects.toThrow(sentence)
})
