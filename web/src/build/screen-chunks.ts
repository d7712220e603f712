import { mkdir, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'
import { type Catalogue, rowsOf } from '../kernel/page/screen.ts'

/** Path of each screen → its source file from the web folder, which is its key in Vite's manifest. */
export const screenFiles = (catalogue: Catalogue): Record<string, string> =>
  Object.fromEntries(rowsOf(catalogue).map(({ path, file }) => [path, `src/${file}/screen.tsx`]))

/**
 * Writes `.vite/screens.json` beside the manifest: the server adds to each page links to the code of its own screen,
 * so that the browser fetches it beside the entry and not after it.
 */
export function screenChunks(catalogueUrl: URL): Plugin {
  let folder = ''
  return {
    name: 'screen-chunks',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir, '.vite')
    },
    async writeBundle() {
      const { screens } = (await import(catalogueUrl.href)) as { screens: Catalogue }
      await mkdir(folder, { recursive: true })
      await writeFile(resolve(folder, 'screens.json'), JSON.stringify(screenFiles(screens), null, 2))
    },
  }
}
