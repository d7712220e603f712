import type { inventory } from '@cheyi/contract/inventory'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import {
  isDisposed,
  isInTurnaround,
  lifecycles,
  type RunState,
  runState,
  runStates,
} from '@cheyi/domain/inventory/codes'
import { occupancyKind, occupancyKinds } from '@cheyi/domain/inventory/occupancy-codes'
import { expiriesOf, expiryNames, expiryText } from '@cheyi/domain/inventory/papers'
import { formatLocal, localDate } from '@cheyi/domain/time'
import type { Tone } from '../../ui/show/tag.tsx'

export type VehicleCard = OutputOf<typeof inventory.list>['list'][number]
export type VehicleDetail = OutputOf<typeof inventory.detail>
/** A paper of a vehicle. */
export type VehicleDocument = VehicleDetail['documents'][number]

export interface Mark {
  readonly text: string
  readonly tone: Tone
}

const tones: Readonly<Record<RunState, Tone>> = {
  [runState.idle]: 'success',
  [runState.waitingPickup]: 'primary',
  [runState.turnaround]: 'success',
  [runState.onRent]: 'primary',
  [runState.overdue]: 'danger',
  [runState.shunting]: 'purple',
  [runState.maintenance]: 'warning',
  [runState.inspection]: 'warning',
  [runState.stopped]: 'danger',
}

/** What a vehicle is doing, or why it does nothing. */
export const stateMark = ({ runState: state, lifecycle: life }: Pick<VehicleCard, 'runState' | 'lifecycle'>): Mark =>
  state === null
    ? { text: lifecycles.text(life), tone: isDisposed(life) ? 'outline' : 'neutral' }
    : { text: runStates.text(state), tone: tones[state] }

/** `10:00` today, `11-26 09:30` on other days. */
export const momentText = (t: number, now: number): string =>
  formatLocal(t, localDate(t) === localDate(now) ? 'HH:mm' : 'MM-DD HH:mm')

/** What comes next for it: who brings it back, when a block ends, who takes it. */
export function nextText(card: VehicleCard, now: number): string {
  const { now: held, next } = card
  const name = (one: NonNullable<VehicleCard['now']>) => one.contactName ?? '其他门店订单'
  if (card.group === 'off') return ''
  if (held?.kind === occupancyKind.order && card.group === 'rented')
    return `${held.returnAt === null ? '' : `${momentText(held.returnAt, now)} `}${name(held)}还车`
  if (held !== null && card.group === 'care') {
    if (held.kind === occupancyKind.documentExpired) return '证件过期，补办后可租'
    const end = held.to === null ? '' : ` · 预计 ${momentText(held.to, now)} 结束`
    return `${occupancyKinds.text(held.kind)}${end}`
  }
  if (held?.kind === occupancyKind.order && isInTurnaround(card.runState))
    return held.to === null ? '' : `整备至 ${momentText(held.to, now)}`
  const order = held?.kind === occupancyKind.order ? held : next
  if (order?.kind === occupancyKind.order)
    return `下一单 ${momentText(order.pickupAt ?? order.from, now)} ${name(order)}`
  // Papers that end far ahead are told by their own tag, once it is time.
  if (order && order.kind !== occupancyKind.documentExpired && order.from - now < 30 * 86_400_000)
    return `${occupancyKinds.text(order.kind)} ${momentText(order.from, now)} 起`
  return '近期无预订'
}

/** Papers that are over or soon will be, the most urgent first. */
export const expiryMarks = (card: Pick<VehicleCard, 'expiry'>, now: number): Mark[] =>
  expiriesOf(card.expiry, localDate(now)).map(({ kind, daysLeft }) => ({
    text: `${expiryNames[kind]}${expiryText(daysLeft)}`,
    tone: daysLeft <= 7 ? 'danger' : 'warning',
  }))

/** `18,236 km`. */
export const kmText = (km: number): string => `${km.toLocaleString('en')} km`
