import type { HandoverType } from '@cheyi/domain/pickup-return/codes'
import { calls } from '../../../kernel/call/calls.gen.ts'
import { keyOf, queries, useRead, useWrite } from '../../../kernel/call/calls.ts'
import type { CallFailure } from '../../../kernel/call/failure.ts'
import type { Expense, Settlement } from '../handover.ts'
import { storedInput, type TypedCharge, withCharge, withLowered, withoutCharge } from './expense-input.ts'

type Item = Settlement['items'][number]

export interface Expenses {
  readonly charged: Charged
  /** Charges added by hand; undefined while they are loading. */
  readonly manual: readonly Expense[] | undefined
  /** Charges of marks, which are changed with their mark. */
  readonly ofMarks: readonly Expense[]
  readonly error: CallFailure | null
  readonly retry: () => Promise<{ readonly data?: readonly Expense[] }>
  readonly saving: boolean
  /** Each answers whether it was saved; if not the person has been told why. */
  readonly put: (charge: TypedCharge) => Promise<boolean>
  readonly remove: (id: string) => Promise<boolean>
  readonly lower: (item: Item, amount: number, remark: string) => Promise<boolean>
}

/** Whose charges: what a sheet opened over them asks by. */
export interface Charged {
  readonly orderId: string
  readonly type: HandoverType
  /** The computed ones, at a return; undefined while they are not known: saving replaces the whole set. */
  readonly items: readonly Item[] | undefined
}

/** The charges of a handover that is being filled in. */
export function useExpenses(charged: Charged): Expenses {
  const { orderId, type, items = [] } = charged
  const input = { orderId, type }
  const list = useRead(calls.expense.list, input)
  const write = useWrite(calls.expense.saveAll, {
    // Saved rows are new rows: the next save must name these, not the ones that a fetch under way still answers.
    onDone: (rows) => queries.setQueryData(keyOf(calls.expense.list, input), rows),
    onFailure: () => void list.refetch(),
  })
  const byHand = list.data?.filter(({ auto }) => !auto)
  const manual = byHand?.filter(({ markId }) => markId === null)
  const stored = storedInput(manual ?? [], items)
  const save = async (rows: ReturnType<typeof storedInput>) => (await write.run({ ...input, items: rows })) !== null
  return {
    charged,
    manual,
    ofMarks: byHand?.filter(({ markId }) => markId !== null) ?? [],
    error: list.error,
    retry: list.refetch,
    saving: write.pending,
    put: (charge) => save(withCharge(stored, charge)),
    remove: (id) => save(withoutCharge(stored, id)),
    lower: (item, amount, remark) => save(withLowered(stored, item, amount, remark)),
  }
}
