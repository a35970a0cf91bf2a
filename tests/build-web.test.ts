import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ensureWebIsBuilt } from '../scripts/build-web.ts'

const builds =
  "import { mkdirSync, writeFileSync } from 'node:fs'\nmkdirSync('build/server', { recursive: true })\nwriteFileSync('build/server/index.js', process.env.NODE_ENV)"

/** A project of one page, with a builder of our own. */
async function createProject({ builder = builds } = {}) {
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

/** Whether it had to be built. */
async function isBuiltAnew(root: string): Promise<boolean> {
  const output: string[] = []
  await ensureWebIsBuilt((line) => output.push(line), undefined, root)
  return output.length > 0
}

test('the web is built once, anew when a source changed, and goes with its project', async () => {
  await using project = await createProject()
  const { folder, root } = project
  expect([await isBuiltAnew(root), await isBuiltAnew(root)]).toEqual([true, false])
  // Although a test asks for it.
  expect(await readFile(join(root, 'build/server/index.js'), 'utf8')).toBe('production')
  const [moved, copied] = [join(folder, 'moved'), join(folder, 'copied')]
  await rename(root, moved)
  await cp(moved, copied, { recursive: true })
  expect([await isBuiltAnew(moved), await isBuiltAnew(copied)]).toEqual([false, false])

  // An image may leave the tests out.
  await write(moved, 'src/web/page.test.tsx', 'a test')
  expect(await isBuiltAnew(moved)).toBe(false)

  await write(moved, 'src/web/page.tsx', 'two')
  expect([await isBuiltAnew(moved), await isBuiltAnew(copied)]).toEqual([true, false])
  await rename(join(moved, 'src/web/page.tsx'), join(moved, 'src/web/other.tsx'))
  expect(await isBuiltAnew(moved)).toBe(true)
})

test('without the builder a build serves its own sources only', async () => {
  await using project = await createProject()
  const { root } = project
  await isBuiltAnew(root)
  await rm(join(root, 'node_modules'), { recursive: true })
  expect(await isBuiltAnew(root)).toBe(false)

  await write(root, 'src/web/page.tsx', 'two')
  await expect(isBuiltAnew(root)).rejects.toThrow(
    `The web was built from other sources than those in ${root}, and the tools to build it are not installed: run "npm ci && npm run build" first.`,
  )
  await rm(join(root, 'build'), { recursive: true })
  await expect(isBuiltAnew(root)).rejects.toThrow(/^The web is not built, and the tools/)
})

test.each([
  ['EACCES', /^The web has to be built, and .*project cannot be written \(EACCES\): run/],
  ['EROFS', /^The web has to be built, and .*project cannot be written \(EROFS\): run/],
  ['ENOSPC', /^The web could not be built: the disk of .*project is full\.$/],
])('a folder that answers %s is one sentence', async (code, sentence) => {
  await using project = await createProject({ builder: `throw new Error('${code}: not here')` })
  await expect(isBuiltAnew(project.root)).rejects.toThrow(sentence)
})
