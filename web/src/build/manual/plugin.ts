import { existsSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { normalizePath, type Plugin } from 'vite'
import { addressOf, type Catalogue, rowsOf, type Screen } from '../../kernel/page/screen.ts'
import { manualScreens } from '../../platform/manual/screens.ts'
import { htmlOf } from './html.ts'
import { isOld, pagesFolder, picturesFolder, readPage, readPages, readTaken, type SourcePage } from './read.ts'

const INDEX = 'virtual:manual'
const MARK = '\u0001'

/** The text of a page as a module, which imports its pictures. */
function moduleOf(page: SourcePage, rows: readonly Screen[]): string {
  const names: string[] = []
  const html = htmlOf(page.markdown, {
    page(task) {
      const { pathname } = addressOf(manualScreens.page, { task })
      return pathname
    },
    screen: (path) => path,
    picture(name) {
      const known = readTaken()[name]
      if (known === undefined) return undefined
      const { width, height } = known
      names.push(name)
      return { src: `${MARK}${names.length - 1}${MARK}`, width, height, isOld: isOld(name, page, rows) }
    },
  })
  const imports = names.map(
    (name, at) => `import p${at} from ${JSON.stringify(`${normalizePath(picturesFolder)}/${name}.webp`)}`,
  )
  const parts = html.split(MARK).map((part, at) => (at % 2 === 1 ? `p${part}` : JSON.stringify(part)))
  return `${imports.join('\n')}\nexport const html = ${parts.join('+')}`
}

/** Only the part of a page that lists need, and how its text is fetched. */
function indexOf(pages: readonly SourcePage[]): string {
  const rows = pages.map(({ task, title, chapter, words, names, screens, also }) =>
    JSON.stringify({ task, title, chapter, words, names, screens, also }),
  )
  const texts = pages.map(
    ({ task }) =>
      `${JSON.stringify(task)}: () => import(${JSON.stringify(`${normalizePath(pagesFolder)}/${task}.md`)})`,
  )
  return `export const pages = [${rows.join(',\n')}]\nexport const texts = {${texts.join(',\n')}}`
}

/**
 * `virtual:manual`: the list of pages, and the text of each as a file of its own, which the service worker caches with the rest.
 * @param catalogueUrl the catalogue of screens
 */
export function manual(catalogueUrl: URL): Plugin {
  let rows: readonly Screen[] = []
  return {
    name: 'manual',
    async buildStart() {
      rows = rowsOf(((await import(catalogueUrl.href)) as { screens: Catalogue }).screens)
    },
    resolveId: (id) => (id === INDEX ? `\0${INDEX}` : undefined),
    load(id) {
      if (id === `\0${INDEX}`) return indexOf(readPages())
      const [path = ''] = id.split('?')
      if (!path.endsWith('.md') || normalizePath(resolve(path, '..')) !== normalizePath(pagesFolder)) return undefined
      if (!existsSync(path)) throw new Error(`no page ${path}`)
      this.addWatchFile(path)
      return { code: moduleOf(readPage(basename(path, '.md')), rows), moduleType: 'js' }
    },
  }
}
