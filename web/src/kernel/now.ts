import { formatMoment } from '@cheyi/domain/near'
import { HOUR, MINUTE } from '@cheyi/domain/time'
import { useSyncExternalStore } from 'react'

/*
 * The time as pages show it and write it down. All countdowns and words like 今天 are redrawn together, twice a minute. A device whose clock
 * is wrong goes by that of the server, which each answer tells.
 */

const PERIOD = 30_000
/** The clock of a device may be so far from that of the server, ms. */
const NEAR = MINUTE

/** What the clock of this device lacks, ms; negative where it is fast. */
let fault = 0
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

/** The time of now, epoch ms. */
export const currentTime = (): number => Date.now() + fault

function tick(): void {
  now = currentTime()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (timer === undefined) {
    now = currentTime()
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

/** The time of now, epoch ms, at most half a minute old. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now)

/**
 * Compares the clock of this device with that of the server.
 * @param header `x-now` of an answer
 * @param sentAt when its call was sent, by this device: how long it took proves nothing
 */
export function seeServerTime(header: string | null, sentAt: number): void {
  const told = Number(header ?? Number.NaN)
  if (Number.isNaN(told)) return
  const at = Date.now()
  const before = fault
  fault = told < sentAt - NEAR || told > at + NEAR ? told - Math.round((sentAt + at) / 2) : 0
  if (Math.abs(fault - before) >= NEAR / 2) tick()
}

/** By how many minutes the clock of this device is slow, negative where it is fast; 0 while it is right. */
export const useClockFault = (): number => useSyncExternalStore(subscribe, () => Math.round(fault / MINUTE))

/** `3 分钟前`; for an older moment its date and time. */
export function agoText(at: number, now: number): string {
  const past = now - at
  if (past < MINUTE) return '刚刚'
  return past < HOUR ? `${Math.floor(past / MINUTE)} 分钟前` : formatMoment(at, now)
}

/** `11-20 10:00`, with the year where it is not the current one; not drawn again when the year changes. */
export const momentText = (t: number): string => formatMoment(t, now)
