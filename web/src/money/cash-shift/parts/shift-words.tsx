import { isOpenShift, shiftStatuses } from '@cheyi/domain/money/cash-shift/shift'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import { open } from '../../../page/open.ts'
import { Button } from '../../../ui/layout.tsx'
import type { Tone } from '../../../ui/show/tag.tsx'

export type Shift = OutputOf<typeof calls.cashShift.page>['list'][number]

/** A shift runs, or ended with a shortage or a surplus. */
export function shiftMarks({ status, difference }: Shift): { text: string; tone: Tone }[] {
  if (isOpenShift(status)) return [{ text: shiftStatuses.text(status), tone: 'success' }]
  if (difference === 0) return []
  return [difference < 0 ? { text: '短款', tone: 'danger' } : { text: '长款', tone: 'warning' }]
}

/** An account that sees an open shift of another cashier may close it. */
export const mayClose = ({ status, own }: Shift): boolean => isOpenShift(status) && !own

export const CloseButton = ({ item: { id } }: { readonly item: Shift }) => (
  <Button size="s" onClick={() => void open(() => import('./close-sheet.tsx'), { shiftId: id })}>
    代为交班
  </Button>
)
