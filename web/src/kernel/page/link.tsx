import type { ComponentProps, MouseEvent } from 'react'
import { hrefOf, openAddress, preload } from './router.ts'
import type { Screen } from './screen.ts'
import type { LinkOf, Readers } from './search.ts'

export type LinkProps<R extends Readers> = Omit<ComponentProps<'a'>, 'href'> & {
  to: Screen<R>
  /** Values of the address; optional when the screen requires none. */
  with?: LinkOf<R>
  replace?: boolean
}

/** A real link to a screen: it can be opened in a new tab, and its code is fetched when a finger or mouse is near. */
export function Link<R extends Readers>({ to, with: link, replace, onClick, ...rest }: LinkProps<R>) {
  const href = hrefOf(to, link ?? ({} as LinkOf<R>))
  const warm = () => void preload(to).catch(() => {})
  function click(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0
    if (event.defaultPrevented || elsewhere) return
    event.preventDefault()
    openAddress(to, href, { replace })
  }
  return <a {...rest} href={href} onClick={click} onPointerEnter={warm} onTouchStart={warm} onFocus={warm} />
}
