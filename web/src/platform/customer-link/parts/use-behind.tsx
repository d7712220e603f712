import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react'
import { Page } from '../../../page/page.tsx'
import { later } from '../../../ui/media/later.tsx'

/**
 * The content of a customer's link after the verification: its code is loaded once the verification page is rendered,
 * so that on a slow network the link opens with the code of that page only.
 */
export function useBehind<P extends object>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
  stands: boolean,
): (props: P) => ReactNode {
  const [Part] = useState(() => later(load, <Page onBack={null}>{null}</Page>))
  useEffect(() => {
    // A failed load is retried when the component is rendered.
    if (stands) void load().catch(() => undefined)
  }, [stands, load])
  return (props) => createElement(Part, props)
}
