import type { OrderKind } from '@cheyi/domain/booking/order/kind'
import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { screensOf } from '../../screens.ts'

/*
 * Steps of a flow live in the address as `rstep`, from 1. `isJump` says how the flow was opened: 1 straight through,
 * 2 from the detail, 3 from the list of tasks.
 */

export const isJump = { linear: 1, fromDetail: 2, fromTasks: 3 } as const

/** The step in a query, 1 when missing or not a step. */
export const stepOf = (raw: string | undefined): number =>
  raw !== undefined && /^[1-9]\d?$/.test(raw) ? Number(raw) : 1

/** Going to a lower step asks first when the flow was opened from the list of tasks. */
export const asksBefore = (from: number, to: number, jump: string | undefined): boolean =>
  to < from && jump === String(isJump.fromTasks)

/** Where declining leads: the next step; the last one (9) is treated as 8, so that it stays. */
export const stepAfterDeclining = (from: number): number => Math.min(from, 8) + 1

/** Where saving leads: the list of tasks when one is open, else the list of orders. */
export const pathAfterSaving = (hasTasks: boolean, kind: OrderKind): string =>
  hasTasks ? screensOf(kind).taskManage.path : profileOf(kind).base
