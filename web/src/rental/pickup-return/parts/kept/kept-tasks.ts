import type { HandoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { type DraftKey, readStored, writeStored } from '../../../../kernel/stored.ts'
import { ownerKey } from '../../../../kernel/token.ts'
import type { Task } from '../handover.ts'

/*
 * Handovers as the server last told of them, beside their drafts: a page that is opened without a network goes on with
 * them (decision 77). They leave with the user, as drafts do.
 */

/** Those looked at last: more cars than one person hands over between two networks. */
const MOST = 8

const keyOf = (): DraftKey => `draft:${ownerKey() ?? ''}:handovers`
/** All that this phone knows of, the latest first. */
export const keptTasks = (): readonly Task[] => JSON.parse(readStored(keyOf()) ?? '[]') as readonly Task[]
const isOf = (task: Task, orderId: string, type: HandoverType) => task.order.orderId === orderId && task.type === type
const others = (type: HandoverType, orderId: string) => keptTasks().filter((one) => !isOf(one, orderId, type))
const write = (tasks: readonly Task[]) => writeStored(keyOf(), JSON.stringify(tasks))

/** Keeps what was told of a handover, the latest first. */
export const keepTask = (task: Task): void => write([task, ...others(task.type, task.order.orderId)].slice(0, MOST))

/** Forgets a handover: it is through. */
export const dropTask = (type: HandoverType, orderId: string): void => write(others(type, orderId))

/** What was told of a handover; undefined when this phone does not know it. */
export const keptTask = (orderId: string, type: HandoverType): Task | undefined =>
  keptTasks().find((one) => isOf(one, orderId, type))
