import { HOUR } from '../../time.ts'
import type { RoomName } from './next-step.ts'

/** A handover opens a car and shows documents, so a browser that was signed in longer ago, and perhaps left open, asks for the code again. */
const FRESH = 12 * HOUR

interface Asked {
  readonly room: RoomName
  /** When the code of the phone was typed in this browser. */
  readonly provenAt: number
  readonly now: number
  /** The page asks for the code of this same phone. */
  readonly samePhone: boolean
}

/**
 * Whether a page that asks for the code of a phone opens without it, because the customer has proved the phone on the site. A signature
 * always asks, because the code is part of its evidence; a payment never asks.
 */
export function opensWithoutCode({ room, provenAt, now, samePhone }: Asked): boolean {
  if (!samePhone) return false
  if (room === 'violation') return true
  return (room === 'pickup' || room === 'return') && now < provenAt + FRESH
}
