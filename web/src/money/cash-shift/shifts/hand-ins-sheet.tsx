import { formatMoney } from '@cheyi/domain/money'
import { formatNear } from '@cheyi/domain/near'
import { useStoreFilter } from '../../../fleet/store/parts/use-store-filter.ts'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { Answer } from '../../../page/answer.tsx'
import { type Asks, OpenedSheet } from '../../../page/opened-sheet.tsx'
import { Photos } from '../../../page/photos.tsx'
import { Note, Notice, Row, Stack, Text } from '../../../ui/layout.tsx'

/** Number of rows shown; older ones are in the list of payment movements. */
const SHOWN = 50

/** Cash paid to the bank from outside of shifts, with its slips; no shift contains these payments. */
export default function HandInsSheet(_: Asks<boolean>) {
  const storeId = useStoreFilter() ?? undefined
  const read = useRead(calls.cashShift.handIns, { storeId, pageSize: SHOWN })
  const now = useNow()
  return (
    <OpenedSheet title="班次外交存记录">
      <Answer of={read}>
        {({ list }) =>
          list.length === 0 ? (
            <Notice>没有班次外的交存</Notice>
          ) : (
            <Stack as="ul" gap={12} num>
              {list.map(({ id, storeName, at, byName, amount, slipNo, note, vouchers }) => (
                <li key={id}>
                  <Row gap={8} align="baseline" justify="between">
                    <Text shrink>{storeName}</Text>
                    <b>{formatMoney(amount)}</b>
                  </Row>
                  <Note>{[formatNear(at, now), byName, slipNo, note].filter(Boolean).join(' · ')}</Note>
                  <Photos photos={vouchers} noun="存款凭证" />
                </li>
              ))}
            </Stack>
          )
        }
      </Answer>
    </OpenedSheet>
  )
}
