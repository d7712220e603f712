import { formatMoney } from '@cheyi/domain/money'
import { formatNear } from '@cheyi/domain/near'
import { cashShiftHandIn } from '../../../form/calls/cash-shift-hand-in.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { FenField, TextAreaField, TextField } from '../../../form/fields.tsx'
import { SelectField } from '../../../form/select-field.tsx'
import { slotOf, UploadsField } from '../../../form/uploads-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { useSheetFiles, useUploads } from '../../../kernel/media/uploads.ts'
import { useNow } from '../../../kernel/now.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Answer } from '../../../page/page.tsx'
import { Photos } from '../../../page/photos.tsx'
import { useCurrentStore, useStoreFilter } from '../../../platform/store/parts/current-store.ts'
import { Note, Notice, Row, Stack, Text } from '../../../ui/layout.tsx'

interface HandInProps extends Asks<boolean> {
  /** The store of the shift; undefined: the user chooses one. */
  readonly storeId?: string
  /** Remaining cash of the shift, in fen; null: the cash outside of shifts is paid in. */
  readonly left: number | null
}

/** Records a cash payment to the bank, with the slip as proof. */
export function HandInSheet({ storeId, left, answer }: HandInProps) {
  const current = useCurrentStore()
  const vouchers = slotOf(useUploads('voucher', useSheetFiles()), 'handIn')
  const form = useEntry(cashShiftHandIn, {
    start: { storeId: storeId ?? current.storeId },
    files: () => ({ voucherIds: vouchers }),
    also: ({ amount }) => ({
      amount: amount !== null && left !== null && amount > left && `最多可交存 ${formatMoney(left)}`,
      voucherIds: vouchers.tiles.length === 0 && '请上传存款凭证',
    }),
    toast: ({ left: rest }) => `已交存，剩余现金 ${formatMoney(rest)}`,
    onSent: () => answer(true),
  })
  const { fields, value } = form
  const asked = left === null && value.storeId !== null
  const state = useRead(calls.cashShift.state, { storeId: value.storeId ?? '' }, { enabled: asked })
  const there = left ?? state.data?.outside ?? null
  return (
    <EntrySheet
      title="交存银行"
      of={form}
      action={value.amount === null ? '确认交存' : `确认交存 ${formatMoney(value.amount)}`}
    >
      {storeId === undefined && (
        <SelectField of={fields.storeId} options={current.stores.map(({ id, name }) => ({ value: id, label: name }))} />
      )}
      <FenField of={fields.amount} hint={there === null ? undefined : `可交存 ${formatMoney(there)}`} />
      <TextField of={fields.slipNo} />
      <UploadsField of={fields.voucherIds} from={vouchers} optional={false} />
      <TextAreaField of={fields.note} />
    </EntrySheet>
  )
}

/** Number of rows shown; older ones are in the list of payment movements. */
const SHOWN = 50

/** Cash paid to the bank from outside of shifts, with its slips; no shift contains these payments. */
export function HandInsSheet(_: Asks<boolean>) {
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
