import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react'
import { Page } from '../../../page/page.tsx'
import { later } from '../../../ui/media/later.tsx'

/**
 * What is behind the door of a customer's link: its code comes once the door stands there, so that a link opens by that of the door
 * alone at a bad net.
 */
export function useBehind<P extends object>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
  stands: boolean,
): (props: P) => ReactNode {
  const [Part] = useState(() => later(load, <Page onBack={null}>{null}</Page>))
  useEffect(() => {
    // Asked for again by whoever goes in, if it does not come.
    if (stands) void load().catch(() => undefined)
  }, [stands, load])
  return (props) => createElement(Part, props)
}
