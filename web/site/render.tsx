/** @jsxImportSource preact */
import { render } from 'preact-render-to-string'
import { App, titleOf } from './app.tsx'
import type { View } from './view.ts'

/** The HTML of a page, and its title. */
export const renderPage = (view: View): { readonly html: string; readonly title: string } => ({
  html: render(<App view={view} />),
  title: titleOf(view),
})

export { filterOf } from './parts/filter.ts'
export type { View } from './view.ts'
