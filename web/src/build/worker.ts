import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { minify, type Plugin, transformWithOxc } from 'vite'
import { hasAll } from './polyfills.ts'
import { buildTarget } from './supported-browsers.ts'

/** The code of maps: a third of the build, and useless offline because the map images need the network. */
const ofMaps = /map-view|maplibre/
const ofOldEngines = /^assets\/polyfills-/

/**
 * Writes `sw.js`: the service worker with the list of files of this build (decision 77).
 * @param source the source file of the worker
 */
export function serviceWorker(source: URL): Plugin {
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
        const values = { BUILD: `build-${name.digest('hex').slice(0, 12)}`, FILES: files }
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
