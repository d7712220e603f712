import { calls, useRead } from '../../../kernel/call/calls.ts'
import { useScreen } from '../../../kernel/page/pages.tsx'
import { Answer } from '../../../page/answer.tsx'
import { Items } from '../../../page/list/items.tsx'
import { useListPage } from '../../../page/list/use-list-page.tsx'
import { Page } from '../../../page/page.tsx'
import { Box } from '../../../ui/layout.tsx'
import { flowColumns, openMovement } from '../../payment/parts/flow-columns.tsx'
import { cashShiftScreens } from '../screens.ts'
import { ShiftCard } from './shift-card.tsx'

/** The payment movements of a shift, the newest first. */
export default function ShiftScreen() {
  const { shiftId } = useScreen(cashShiftScreens.shift)
  const list = useListPage(calls.payment.flowList, { shiftId }, { noun: '收付', keyOf: ({ id }) => id })
  return (
    <Page fill right={list.refresh}>
      <Items
        of={list}
        first={list.first}
        columns={flowColumns}
        unit="笔"
        link={(_, movement) => ({ onClick: () => void openMovement(movement) })}
        head={<Head shiftId={shiftId} />}
      />
    </Page>
  )
}

function Head({ shiftId }: { readonly shiftId: string }) {
  return (
    <Box pad={[12, 12, 10]}>
      <Answer of={useRead(calls.cashShift.page, { shiftId })}>
        {({ list: [shift] }) => shift && <ShiftCard shift={shift} />}
      </Answer>
    </Box>
  )
}
