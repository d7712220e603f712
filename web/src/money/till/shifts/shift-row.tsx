import { go } from '../../../kernel/page/router.ts'
import { Button } from '../../../ui/button.tsx'
import { type Shift, ShiftCard } from '../parts/shift-card.tsx'
import { tillScreens } from '../screens.ts'

/** A shift in the list, with a link to its payment movements. */
export const ShiftRow = ({ item }: { readonly item: Shift }) => (
  <ShiftCard shift={item}>
    <Button size="s" onClick={() => go(tillScreens.shift, { shiftId: item.id })}>
      收付明细
    </Button>
  </ShiftCard>
)
