import { mkdir, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'
import { type Catalogue, rowsOf } from '../kernel/page/screen.ts'

/** The source file of each screen by its path, relative to the web folder, as in the keys of Vite's manifest. */
export const screenFiles = (catalogue: Catalogue): Record<string, string> =>
  Object.fromEntries(rowsOf(catalogue).map(({ path, file }) => [path, `src/${file}/screen.tsx`]))

/**
 * Writes `.vite/screens.json` beside the manifest: the server adds preload links for the code of the screen to each
 * page, so that the browser loads it in parallel with the entry.
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
