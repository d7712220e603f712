import './map.css'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { calls, useRead } from '../../../../kernel/call/calls.ts'
import { isDark } from '../../../../kernel/device/theme.ts'
import { Answer } from '../../../../page/answer.tsx'
import type { FrameOptions } from './frame.ts'

/** Where a map is opened, and on which pictures of the ground. */
export type Ground = Pick<FrameOptions, 'container' | 'tiles' | 'dark'>

interface DrawnMapProps<M> {
  /** The map while it is open, for what its page tells it afterwards. */
  readonly map: RefObject<M | null>
  /** Opens it, with all that is known by then; it throws where the device cannot draw. */
  readonly open: (ground: Ground) => M
  /** The device cannot draw it: there is no WebGL. */
  readonly onFail: () => void
}

/** A map over the whole of its parent, opened once. Where pictures of the ground come from is the installation's choice. */
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
