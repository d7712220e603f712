import type { HandoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { calls, keyOf, queries, useRead, useWrite } from '../../../../kernel/call/calls.ts'
import type { Settlement } from '../types.ts'
import { storedInput, type TypedCharge, withCharge, withLowered, withoutCharge } from './expense-input.ts'

type Item = Settlement['items'][number]

/** Identifies the set of charges for the sheets opened over them. */
export interface Charged {
  readonly orderId: string
  readonly type: HandoverType
  /** The computed charges of a return; undefined while unknown: saving replaces the whole set. */
  readonly items: readonly Item[] | undefined
}

export type Expenses = ReturnType<typeof useExpenses>

/** The charges of a handover in progress. */
export function useExpenses(charged: Charged) {
  const { orderId, type, items = [] } = charged
  const input = { orderId, type }
  const list = useRead(calls.expense.list, input)
  const write = useWrite(calls.expense.saveAll, {
    // Saving creates new rows: the next save must use their ids, not those of a read that is still in flight.
    onDone: (rows) => queries.setQueryData(keyOf(calls.expense.list, input), rows),
    onFailure: () => void list.refetch(),
  })
  const byHand = list.data?.filter(({ auto }) => !auto)
  const manual = byHand?.filter(({ markId }) => markId === null)
  const stored = storedInput(manual ?? [], items)
  const save = async (rows: ReturnType<typeof storedInput>) => (await write.run({ ...input, items: rows })) !== null
  return {
    charged,
    /** Manual charges; undefined while they are loading. */
    manual,
    /** Charges of damage marks, which are edited with their mark. */
    ofMarks: byHand?.filter(({ markId }) => markId !== null) ?? [],
    error: list.error,
    retry: list.refetch,
    saving: write.pending,
    /** Each answers whether it was saved; an error was shown when not. */
    put: (charge: TypedCharge) => save(withCharge(stored, charge)),
    remove: (id: string) => save(withoutCharge(stored, id)),
    lower: (item: Item, amount: number, remark: string) => save(withLowered(stored, item, amount, remark)),
  }
}
