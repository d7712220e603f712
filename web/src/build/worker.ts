import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { minify, type Plugin, transformWithOxc } from 'vite'

/** What shows a map: the largest third of the build, and of no use without the network that its pictures come by. */
const ofMaps = /map-view|maplibre/

/**
 * Writes `sw.js`: the service worker with the files of this build (decision 77).
 * @param source its code
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
        const files = ['/', ...[...fixed, ...built].toSorted().map((file) => `/${file}`)]
        const page = bundle['index.html']
        const name = createHash('sha256').update(`${code}\n${files}\n${page?.type === 'asset' && page.source}`)
        for (const file of fixed) name.update(await readFile(resolve(publicDir, file)))
        const values = { BUILD: `build-${name.digest('hex').slice(0, 12)}`, FILES: files }
        const given = Object.entries(values).map(([key, value]) => `const ${key}=${JSON.stringify(value)};`)
        const plain = await transformWithOxc(code, source.pathname)
        const small = await minify(source.pathname, plain.code)
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: given.join('\n') + small.code })
      },
    },
  }
}
