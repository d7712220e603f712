import './pull.css'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { cx } from '../class-names.ts'
import { IconButton } from '../layout.tsx'
import { Spinner } from '../show/spinner.tsx'

/** Design pixels that the content must be pulled to trigger a refresh. */
const TRIGGER = 52

export type PullProps = {
  /** Fetches again; the ring turns until it settles. Undefined: a plain scroller. */
  onRefresh?: () => Promise<unknown>
  children: ReactNode
  /** Receives the scrolling element. */
  scroller?: RefObject<HTMLDivElement | null>
  className?: string
  /** Contains no focusable element, so the scroller itself must be focusable. */
  still?: boolean
}

/** A scrolling area that refreshes when pulled down by touch. With a mouse, a `RefreshButton` elsewhere does this. */
export function Pull({ onRefresh, children, scroller, className, still }: PullProps) {
  const own = useRef<HTMLDivElement>(null)
  const area = scroller ?? own
  const [busy, setBusy] = useState(false)
  const enabled = onRefresh !== undefined

  const refresh = useEffectEvent(async () => {
    setBusy(true)
    try {
      await onRefresh?.()
    } finally {
      setBusy(false)
    }
  })

  // Native listeners: React's touchmove is passive and cannot prevent the browser's own scrolling.
  useEffect(() => {
    const element = area.current
    if (!element || !enabled) return
    const unit = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 37.5
    let startY: number | undefined
    let pulled = 0
    function draw() {
      element?.style.setProperty('--pull', String(Math.min(1, pulled / TRIGGER)))
      element?.toggleAttribute('data-pulled', pulled > 0)
    }
    function start(event: TouchEvent) {
      startY = element?.scrollTop === 0 && event.touches.length === 1 ? event.touches[0]?.clientY : undefined
    }
    function move(event: TouchEvent) {
      const y = event.touches[0]?.clientY
      if (startY === undefined || y === undefined || element === null) return
      const down = y - startY
      if (down <= 0 || element.scrollTop > 0) {
        if (pulled === 0) startY = undefined
        pulled = 0
        return draw()
      }
      if (event.cancelable) event.preventDefault()
      pulled = Math.min(down / 2 / unit, TRIGGER * 1.4)
      draw()
    }
    function end() {
      if (startY !== undefined && pulled >= TRIGGER) void refresh()
      startY = undefined
      pulled = 0
      draw()
    }
    element.addEventListener('touchstart', start, { passive: true })
    element.addEventListener('touchmove', move, { passive: false })
    element.addEventListener('touchend', end)
    element.addEventListener('touchcancel', end)
    return () => {
      element.removeEventListener('touchstart', start)
      element.removeEventListener('touchmove', move)
      element.removeEventListener('touchend', end)
      element.removeEventListener('touchcancel', end)
    }
  }, [enabled, area])

  return (
    <div ref={area} className={cx('pull', busy && 'pull-busy', className)} tabIndex={still ? 0 : undefined}>
      {enabled && (
        <div className="pull-sign" role="status">
          <Spinner />
          <span className="visually-hidden">{busy ? '刷新中' : ''}</span>
        </div>
      )}
      <div className="pull-content">{children}</div>
    </div>
  )
}

/** Refresh button for devices without a touch screen; hidden on phones. */
export function RefreshButton({ onRefresh, busy }: { onRefresh: () => void; busy?: boolean }) {
  return (
    <IconButton
      name="refresh"
      label="刷新"
      size={20}
      className={cx('refresh-button', busy && 'refresh-button-busy')}
      onClick={onRefresh}
    />
  )
}
