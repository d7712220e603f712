import type { expense } from '@cheyi/contract/expense'
import type { InputOf, OutputOf } from '@cheyi/contract/kernel/call'
import type { pickupReturn } from '@cheyi/contract/pickup-return'

/* What the calls of a handover answer, by the names the screens use. */

export type Task = OutputOf<typeof pickupReturn.task>
export type HandoverRecord = NonNullable<Task['record']>
export type Block = Task['blocking'][number]
export type RecordInput = InputOf<typeof pickupReturn.pickUp>
export type Inspection = OutputOf<typeof pickupReturn.lastInspection>
export type Media = Inspection['media'][number]
export type Settlement = OutputOf<typeof pickupReturn.settlement>
export type Records = OutputOf<typeof pickupReturn.records>
export type Expense = OutputOf<typeof expense.list>[number]
export type ExpenseInput = InputOf<typeof expense.saveAll>['items'][number]
