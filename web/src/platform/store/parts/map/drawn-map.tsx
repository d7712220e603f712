import './map.css'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { calls, useRead } from '../../../../kernel/call/calls.ts'
import { isDark } from '../../../../kernel/device/theme.ts'
import { Answer } from '../../../../page/page.tsx'
import type { FrameOptions } from './frame.ts'

/** Container of a map, and the tiles it uses. */
export type Ground = Pick<FrameOptions, 'container' | 'tiles' | 'dark'>

interface DrawnMapProps<M> {
  /** The open map, for later changes by its page. */
  readonly map: RefObject<M | null>
  /** Opens the map with the data known so far. @throws if the device cannot draw it */
  readonly open: (ground: Ground) => M
  /** Called when the device cannot draw a map because it has no WebGL. */
  readonly onFail: () => void
}

/** A map that fills its parent and is opened once. The installation decides which tile source is used. */
export function DrawnMap<M extends { readonly remove: () => void }>(props: DrawnMapProps<M>) {
  const source = useRead(calls.lookup.map, {}, { freshFor: Number.POSITIVE_INFINITY })
  return (
    <Answer of={source} shape="detail">
      {({ tiles }) => <Canvas {...props} tiles={tiles} />}
    </Answer>
  )
}

function Canvas<M extends { readonly remove: () => void }>(props: DrawnMapProps<M> & Pick<Ground, 'tiles'>) {
  const { map } = props
  const box = useRef<HTMLDivElement>(null)
  const opened = useEffectEvent((container: HTMLElement): M | null => {
    try {
      return props.open({ container, tiles: props.tiles, dark: isDark() })
    } catch {
      props.onFail()
      return null
    }
  })
  useEffect(() => {
    map.current = opened(box.current!)
    return () => {
      map.current?.remove()
      map.current = null
    }
  }, [map])
  return <div ref={box} className="map-fill" />
}
