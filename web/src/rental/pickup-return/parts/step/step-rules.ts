import type { OrderKind } from '@cheyi/domain/booking/order/kind'
import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { screensOf } from '../../screens.ts'

/* The step of a flow is in the address as `rstep`, from 1. `isJump` is how the flow was opened: 1 directly, 2 from the detail, 3 from
 * the task list. */

export const isJump = { linear: 1, fromDetail: 2, fromTasks: 3 } as const

/** The step in a query; 1 when missing or invalid. */
export const stepOf = (raw: string | undefined): number =>
  raw !== undefined && /^[1-9]\d?$/.test(raw) ? Number(raw) : 1

/** Going to a lower step asks first when the flow was opened from the task list. */
export const asksBefore = (from: number, to: number, jump: string | undefined): boolean =>
  to < from && jump === String(isJump.fromTasks)

/** The step after declining: the next one; the last one (9) is treated as 8, so that it stays. */
export const stepAfterDeclining = (from: number): number => Math.min(from, 8) + 1

/** The page after saving: the task list when one is open, otherwise the order list. */
export const pathAfterSaving = (hasTasks: boolean, kind: OrderKind): string =>
  hasTasks ? screensOf(kind).taskManage.path : profileOf(kind).base
