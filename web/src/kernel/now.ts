import { formatMoment } from '@cheyi/domain/near'
import { HOUR, MINUTE } from '@cheyi/domain/time'
import { useSyncExternalStore } from 'react'

/*
 * The time as pages show it. All countdowns and words like 今天 are redrawn together, twice a minute.
 */

const PERIOD = 30_000

let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function tick(): void {
  now = Date.now()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (timer === undefined) {
    now = Date.now()
    timer = setInterval(tick, PERIOD)
    document.addEventListener('visibilitychange', tick)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
    document.removeEventListener('visibilitychange', tick)
  }
}

/** The time of this phone, epoch ms, at most half a minute old. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now)

/** `3 分钟前`; for an older moment its date and time. */
export function agoText(at: number, now: number): string {
  const past = now - at
  if (past < MINUTE) return '刚刚'
  return past < HOUR ? `${Math.floor(past / MINUTE)} 分钟前` : formatMoment(at, now)
}

/** `11-20 10:00`, with the year where it is not the current one; not drawn again when the year changes. */
export const momentText = (t: number): string => formatMoment(t, now)
