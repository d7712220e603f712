import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import type { Row } from '../report/report.ts'

/*
 * What the browser must load before a page can run: the files of the build that its entry and its screen import, as they
 * travel. What a page fetches later does not count.
 */

const dist = fileURLToPath(new URL('../../../web/dist', import.meta.url))

/** JavaScript of the first pages, kB after brotli (decision 34). */
const pageBars = { '/login': 110, '/': 130, '/order': 135 } as const
const CSS_BAR = 15
const ROUTE_BAR = 36
const ENTRY = 'index.html'
/** The chunk of what stands around every page of a merchant (web/src/build/first-chunks.ts). */
const NAVIGATION = 'desk'

interface Chunk {
  readonly file: string
  readonly name?: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

export async function benchWebSize(): Promise<Row[]> {
  const manifest = await json<Record<string, Chunk>>('manifest.json')
  const screens = await json<Record<string, string>>('screens.json')
  const html = await readFile(join(dist, 'index.html'), 'utf8')
  // Beside the entry, which is a module, the page has a script written into it.
  const written = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, code]) => code!)
  const plain = brotliCompressSync(written.join('')).length / 1000
  const sizes = new Map<string, number>()
  const weigh = async (files: ReadonlySet<string>) => {
    let sum = 0
    for (const file of files) {
      const size = sizes.get(file) ?? brotliCompressSync(await readFile(join(dist, file))).length
      sizes.set(file, size)
      sum += size
    }
    return sum / 1000
  }
  const [navigation] = Object.entries(manifest).find(([, { name }]) => name === NAVIGATION) ?? []
  if (navigation === undefined) throw new Error(`the build has no chunk ${NAVIGATION}`)
  const shared = filesOf(manifest, [ENTRY, navigation])
  const rows: Row[] = []
  const css: { path: string; size: number }[] = []
  for (const [path, most] of Object.entries(pageBars)) {
    const page = filesOf(manifest, [ENTRY, screens[path]!])
    const ours = plain + (await weigh(page.scripts))
    rows.push({ id: `web.js ${path}`, name: `首屏 JS ${path}（brotli）`, ours, unit: ' kB', bar: { most } })
    css.push({ path, size: await weigh(page.styles) })
  }
  const styled = css.sort((a, b) => b.size - a.size)[0]!
  rows.push({
    id: 'web.css',
    name: '首屏 CSS（brotli）',
    ours: styled.size,
    unit: ' kB',
    bar: { most: CSS_BAR },
    note: `最大的是 ${styled.path}`,
  })
  const routes: { path: string; size: number }[] = []
  for (const [path, file] of Object.entries(screens)) {
    if (path in pageBars) continue
    const own = filesOf(manifest, [file]).scripts.difference(shared.scripts)
    routes.push({ path, size: await weigh(own) })
  }
  const heaviest = routes.sort((a, b) => b.size - a.size)[0]!
  rows.push({
    id: 'web.route',
    name: '其他页面在公共部分之外的 JS（brotli）',
    ours: heaviest.size,
    unit: ' kB',
    bar: { most: ROUTE_BAR },
    note: `${routes.length} 页中最大的是 ${heaviest.path}`,
  })
  return rows
}

const json = async <T>(name: string): Promise<T> => JSON.parse(await readFile(join(dist, '.vite', name), 'utf8'))

/** Scripts and styles of chunks and all that they import before they run. */
function filesOf(manifest: Readonly<Record<string, Chunk>>, keys: readonly string[]) {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const seen = new Set<string>()
  const visit = (key: string): void => {
    if (seen.has(key)) return
    seen.add(key)
    const chunk = manifest[key]
    if (chunk === undefined) throw new Error(`the build has no ${key}`)
    scripts.add(chunk.file)
    for (const file of chunk.css ?? []) styles.add(file)
    for (const other of chunk.imports ?? []) visit(other)
  }
  for (const key of keys) visit(key)
  return { scripts, styles }
}
