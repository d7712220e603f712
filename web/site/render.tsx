/** @jsxImportSource preact */
import { render } from 'preact-render-to-string'
import type { Column } from '../src/words/english/column.ts'
import { english } from '../src/words/english/column.ts'
import { traditional } from '../src/words/traditional/column.gen.ts'
import { setColumn } from '../src/words/words.ts'
import { App, descriptionOf, titleOf } from './app.tsx'
import type { View } from './view.ts'

const columns: Readonly<Record<View['language'], Column | null>> = {
  'zh-CN': null,
  'zh-Hant': traditional,
  en: english,
}

/** The HTML of a page, with its title and description, in its language. Nothing waits in here, so that no two pages mix. */
export function renderPage(view: View): {
  readonly html: string
  readonly title: string
  readonly description: string
} {
  setColumn(columns[view.language])
  return { html: render(<App view={view} />), title: titleOf(view), description: descriptionOf(view) }
}

export { filterOf } from './parts/filter.ts'
export type { View } from './view.ts'
