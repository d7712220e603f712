import { go } from '../../../kernel/page/router.ts'
import { Button } from '../../../ui/button.tsx'
import { type Shift, ShiftCard } from '../parts/shift-card.tsx'
import { tillScreens } from '../screens.ts'

/** A shift of the list, with the way to what came and went in it. */
export const ShiftRow = ({ item }: { readonly item: Shift }) => (
  <ShiftCard shift={item}>
    <Button size="s" onClick={() => go(tillScreens.shift, { shiftId: item.id })}>
      收付明细
    </Button>
  </ShiftCard>
)
