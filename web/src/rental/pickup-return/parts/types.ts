import type { calls, InputOf, OutputOf } from '../../../kernel/call/calls.ts'

/* Output types of the handover calls, by the names that the screens use. */

export type Task = OutputOf<typeof calls.pickupReturn.task>
export type HandoverRecord = NonNullable<Task['record']>
export type Block = Task['blocking'][number]
export type RecordInput = InputOf<typeof calls.pickupReturn.pickUp>
export type Inspection = OutputOf<typeof calls.pickupReturn.lastInspection>
export type Media = Inspection['media'][number]
export type Settlement = OutputOf<typeof calls.pickupReturn.settlement>
export type Records = OutputOf<typeof calls.pickupReturn.records>
export type Expense = OutputOf<typeof calls.expense.list>[number]
export type ExpenseInput = InputOf<typeof calls.expense.saveAll>['items'][number]
