import { putStorage } from '../../../kernel/device/native.ts'
import { readStored } from '../../../kernel/stored.ts'

/** The task list open on this phone: order, flow and finished steps. */
export interface Tasks {
  readonly orderId: string
  /** 0 pickup, 1 return. */
  readonly type: 0 | 1
  readonly doneSteps: readonly number[]
}

/** Stored while the task list is open, also for the native shell; null removes it. */
export function writeTasks(tasks: Tasks | null): void {
  putStorage('taskManage', tasks && JSON.stringify(tasks))
}

/** null when none is open or the stored value is invalid. */
export function readTasks(): Tasks | null {
  try {
    const tasks = JSON.parse(readStored('taskManage') ?? 'null') as Partial<Tasks> | null
    if (!tasks || typeof tasks.orderId !== 'string' || (tasks.type !== 0 && tasks.type !== 1)) return null
    return {
      orderId: tasks.orderId,
      type: tasks.type,
      doneSteps: Array.isArray(tasks.doneSteps) ? tasks.doneSteps : [],
    }
  } catch {
    return null
  }
}
