import {
  commandStates,
  commandTypes,
  cutCategories,
  onlineStates,
  vehicleUses,
} from '@cheyi/domain/fleet/vehicle-control/codes'
import { type CommandOutcome, isUnconfirmed, outcomeOf } from '@cheyi/domain/fleet/vehicle-control/command'
import type { CarPlace, MapBox } from '@cheyi/domain/fleet/vehicle-control/place'
import { formatMoment } from '@cheyi/domain/near'
import { MINUTE } from '@cheyi/domain/time'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import { type Watch, watchCars } from '../../../kernel/call/live.ts'
import { agoText } from '../../../kernel/now.ts'
import type { Tone } from '../../../ui/show/tag.tsx'

export type Car = OutputOf<typeof calls.vehicleControl.page>['list'][number]
export type CarDetail = OutputOf<typeof calls.vehicleControl.detail>

/** Interval for reloading the reports of cars while the page is open, in milliseconds. */
export const LOOK_AGAIN = 10_000
/** Shorter interval while a command is being executed. */
export const LOOK_SOON = 2000

const { online, sleeping } = onlineStates.code

interface Mark {
  readonly text: string
  readonly tone: Tone
}

/** The online state of a car, or that it is moving. */
export function stateMark({ state, moving }: Pick<Car, 'state' | 'moving'>): Mark {
  if (moving) return { text: '行驶中', tone: 'primary' }
  if (state === online) return { text: '在线', tone: 'success' }
  return { text: onlineStates.text(state), tone: state === sleeping ? 'neutral' : 'outline' }
}

/** States that need an action: alarms, or a cut engine. */
export const warningMarks = ({ alarms, cut }: Pick<Car, 'alarms' | 'cut'>): Mark[] => [
  ...(alarms > 0 ? [{ text: `报警 ${alarms}`, tone: 'danger' as const }] : []),
  ...(cut ? [{ text: '已断油电', tone: 'danger' as const }] : []),
]

/** Who may move a car now: `送取车 · 王师傅 · 至11/20 18:00`, `无人用车 · 11/20 12:00起`. */
export function holderText({ use, freeSince }: Pick<CarDetail, 'use' | 'freeSince'>, now: number): string {
  const free = ['无人用车', freeSince !== null && `${formatMoment(freeSince, now)}起`]
  const held = use && [vehicleUses.text(use.kind), use.name, use.dueAt !== null && `至${formatMoment(use.dueAt, now)}`]
  return (held ?? free).filter(Boolean).join(' · ')
}

/** When a car reported last. */
export const reportedText = (at: number | null, now: number): string => (at === null ? '从未上报' : agoText(at, now))

export const speedText = (speed: number | null): string => (speed === null ? '' : `${Math.round(speed)} km/h`)

export const accText = (acc: boolean | null): string => (acc === null ? '' : acc ? '已点火' : '已熄火')

/** `45% · 180 km` of an electric car, as far as its device reports it. */
export const chargeText = ({ chargePct, rangeKm }: Pick<Car, 'chargePct' | 'rangeKm'>): string =>
  [chargePct !== null && `${chargePct}%`, rangeKm !== null && `${rangeKm} km`].filter(Boolean).join(' · ')

export const doorText = ({ locked, doorOpen }: Pick<Car, 'locked' | 'doorOpen'>): string => {
  if (doorOpen) return '车门未关'
  return locked === null ? '' : locked ? '已锁' : '未锁'
}

/** `距虹桥机场店 320 米`: the distance to the nearest store. */
export const nearText = ({ storeName, metres }: NonNullable<CarDetail['near']>): string =>
  `距${storeName} ${metres < 1000 ? `${metres} 米` : `${(metres / 1000).toFixed(1)} km`}`

/** A duration, rounded to a useful precision: `35 分钟`, `2 小时 5 分`, `3 天`. */
export function lastingText(ms: number): string {
  const minutes = Math.floor(ms / MINUTE)
  if (minutes < 60) return `${minutes} 分钟`
  if (minutes < 1440)
    return [`${Math.floor(minutes / 60)} 小时`, minutes % 60 > 0 && `${minutes % 60} 分`].filter(Boolean).join(' ')
  return `${Math.floor(minutes / 1440)} 天`
}

export type CommandItem = OutputOf<typeof calls.vehicleControl.detail>['commands'][number]

export const commandName = ({ type, armed, emergency }: CommandItem): string =>
  `${emergency ? '紧急' : ''}${commandTypes.text(type)}${armed ? '（停车后执行）' : ''}`

const tones = {
  running: 'primary',
  done: 'success',
  cancelled: 'neutral',
  failed: 'danger',
} as const satisfies Record<CommandOutcome, Tone>
export const outcomeMark = ({ type, state }: CommandItem) => ({
  text: isUnconfirmed(type, state) ? '已应答，未确认' : commandStates.text(state),
  tone: tones[outcomeOf(state)],
})

/** The reason, and why it was refused. */
export const commandReason = ({ category, reason, refusedAs, sends }: CommandItem): string =>
  [category !== null && cutCategories.text(category), reason, refusedAs, sends > 1 && `已重发 ${sends - 1} 次`]
    .filter(Boolean)
    .join(' · ')

/**
 * Positions of cars by the stream, while the page is open.
 * @returns says what the map of the page shows; only cars within it are sent
 */
export function useWatch(onCars: (cars: readonly CarPlace[]) => void): (box: MapBox) => void {
  const watch = useRef<Watch>(null)
  const box = useRef<MapBox>(null)
  const heard = useEffectEvent(onCars)
  useEffect(() => {
    watch.current = watchCars((cars) => heard(cars))
    if (box.current) watch.current.see(box.current)
    return () => watch.current?.stop()
  }, [])
  return (next) => {
    box.current = next
    watch.current?.see(next)
  }
}
