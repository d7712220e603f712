import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { queries } from './calls.ts'

/** ms until what was asked with is taken away: longer than its closing motion. */
const CLOSING = 400

/**
 * Asks something over whatever page is shown, for a call that no page may know of: draws a sheet outside of the page's own
 * tree. `draw` gets the function that ends it; the sheet closes itself by then.
 * @returns what it ended with
 */
export function askOverPage<Answer>(draw: (end: (answer: Answer) => void) => ReactNode): Promise<Answer> {
  return new Promise((resolve) => {
    const host = document.body.appendChild(document.createElement('div'))
    const root = createRoot(host)
    const gone = () => {
      root.unmount()
      host.remove()
    }
    const end = (answer: Answer) => {
      resolve(answer)
      setTimeout(gone, CLOSING)
    }
    root.render(<QueryClientProvider client={queries}>{draw(end)}</QueryClientProvider>)
  })
}
