import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { minify, type Plugin, transformWithOxc } from 'vite'
import { type Catalogue, rowsOf } from '../kernel/page/screen.ts'
import { hasAll } from './polyfills.ts'
import { buildTarget } from './supported-browsers.ts'

/** The code of maps: a third of the build, and useless offline because the map images need the network. */
const ofMaps = /map-view|maplibre/
const ofOldEngines = /^assets\/polyfills-/

/** A pattern of the paths of all screens, as the server knows them by `.vite/screens.json`. */
export const screensPattern = (catalogue: Catalogue): string =>
  `^(?:${rowsOf(catalogue)
    .map(({ path }) => path.replace(/:\w+/g, '[^/]+'))
    .join('|')})/?$`

/**
 * Writes `sw.js`: the service worker with the list of files of this build (decision 77), and of the screens that they show.
 * @param source the source file of the worker
 * @param catalogueUrl the catalogue of screens
 */
export function serviceWorker(source: URL, catalogueUrl: URL): Plugin {
  let publicDir = ''
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(config) {
      publicDir = resolve(config.root, config.publicDir)
    },
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const code = await readFile(source, 'utf8')
        const fixed = globSync('*', { cwd: publicDir })
        const built = Object.keys(bundle).filter((file) => file.startsWith('assets/') && !ofMaps.test(file))
        const polyfills = built.filter((file) => ofOldEngines.test(file)).map((file) => `/${file}`)
        const other = [...fixed, ...built].filter((file) => !ofOldEngines.test(file))
        const files = ['/', ...other.toSorted().map((file) => `/${file}`)]
        const html = bundle['index.html']
        const page = html?.type === 'asset' && html.source
        const name = createHash('sha256').update(`${code}\n${files}\n${page}`)
        for (const file of fixed) name.update(await readFile(resolve(publicDir, file)))
        const { screens } = (await import(catalogueUrl.href)) as { screens: Catalogue }
        const pattern = screensPattern(screens)
        name.update(pattern)
        const values = { BUILD: `build-${name.digest('hex').slice(0, 12)}`, FILES: files, SCREENS: pattern }
        const given = Object.entries(values).map(([key, value]) => `const ${key}=${JSON.stringify(value)};`)
        given.push(`const POLYFILLS=${hasAll}?[]:${JSON.stringify(polyfills)};`)
        const file = fileURLToPath(source)
        const plain = await transformWithOxc(code, file, { target: buildTarget })
        const small = await minify(file, plain.code)
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: given.join('\n') + small.code })
      },
    },
  }
}
