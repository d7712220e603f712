import type { HandoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { calls, keyOf, queries, useRead, useWrite } from '../../../../kernel/call/calls.ts'
import type { Settlement } from '../handover.ts'
import { storedInput, type TypedCharge, withCharge, withLowered, withoutCharge } from './expense-input.ts'

type Item = Settlement['items'][number]

/** Whose charges: what a sheet opened over them asks by. */
export interface Charged {
  readonly orderId: string
  readonly type: HandoverType
  /** The computed ones, at a return; undefined while they are not known: saving replaces the whole set. */
  readonly items: readonly Item[] | undefined
}

export type Expenses = ReturnType<typeof useExpenses>

/** The charges of a handover that is being filled in. */
export function useExpenses(charged: Charged) {
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
    /** Charges added by hand; undefined while they are loading. */
    manual,
    /** Charges of marks, which are changed with their mark. */
    ofMarks: byHand?.filter(({ markId }) => markId !== null) ?? [],
    error: list.error,
    retry: list.refetch,
    saving: write.pending,
    /** Each answers whether it was saved; if not the person has been told why. */
    put: (charge: TypedCharge) => save(withCharge(stored, charge)),
    remove: (id: string) => save(withoutCharge(stored, id)),
    lower: (item: Item, amount: number, remark: string) => save(withLowered(stored, item, amount, remark)),
  }
}
