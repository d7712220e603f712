import './overlay.css'
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Spinner } from '../show/spinner.tsx'
import { onModalChange, topLayerHost } from './modal-stack.ts'

export type OverlayProps = {
  visible: boolean
  /** 跳转中..., 加载中, 授权中... */
  text: string
}

/**
 * The dark box that blocks the whole screen, open dialogs included. The parent counts; this only draws. Taps are
 * blocked at once, the box fades in, so that short changes do not flash.
 */
export function Overlay({ visible, text }: OverlayProps) {
  const host = useSyncExternalStore(onModalChange, topLayerHost)
  return visible ? createPortal(<Box text={text} />, host) : null
}

function Box({ text }: { text: string }) {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // As a popover it is in the top layer, above its parent dialog. A dialog that is just being removed removes it too;
    // the next render finds another parent.
    if (element.current?.isConnected) element.current.showPopover?.()
  }, [])
  return (
    <div ref={element} className="overlay" popover="manual" role="status">
      <div className="stack align-center justify-center overlay-box">
        <Spinner large />
        {text}
      </div>
    </div>
  )
}
