import type { HandoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { type DraftKey, readStored, writeStored } from '../../../../kernel/stored.ts'
import { ownerKey } from '../../../../kernel/token.ts'
import type { Task } from '../types.ts'

/* The last server answer of each handover, stored beside its draft: a page opened without a network continues with it (decision 77).
 * Deleted at sign-out, as drafts are. */

/** The most recent ones: more cars than one person hands over between two connections. */
const MOST = 8

const keyOf = (): DraftKey => `draft:${ownerKey() ?? ''}:handovers`
/** All stored tasks, the latest first. */
export const keptTasks = (): readonly Task[] => JSON.parse(readStored(keyOf()) ?? '[]') as readonly Task[]
const isOf = (task: Task, orderId: string, type: HandoverType) => task.order.orderId === orderId && task.type === type
const others = (type: HandoverType, orderId: string) => keptTasks().filter((one) => !isOf(one, orderId, type))
const write = (tasks: readonly Task[]) => writeStored(keyOf(), JSON.stringify(tasks))

/** Stores the server's task as the latest. */
export const keepTask = (task: Task): void => write([task, ...others(task.type, task.order.orderId)].slice(0, MOST))

/** Removes a handover that is done. */
export const dropTask = (type: HandoverType, orderId: string): void => write(others(type, orderId))

/** The stored task; undefined when this phone has none. */
export const keptTask = (orderId: string, type: HandoverType): Task | undefined =>
  keptTasks().find((one) => isOf(one, orderId, type))
