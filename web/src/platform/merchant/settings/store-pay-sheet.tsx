import { formatMoney } from '@cheyi/domain/money'
import { offlinePayWays, type PayWay, payWays } from '@cheyi/domain/money/payment/codes'
import { choosableWays } from '@cheyi/domain/platform/merchant/pay-setting'
import { merchantSaveStorePay } from '../../../form/calls/merchant-save-store-pay.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { FieldNote } from '../../../form/field-row.tsx'
import { FenField, SwitchField } from '../../../form/fields.tsx'
import { SelectField } from '../../../form/select-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { calls, feedback, useRead, useWrite } from '../../../kernel/call/calls.ts'
import type { Asks } from '../../../page/opened.tsx'
import { Button } from '../../../ui/layout.tsx'
import type { StorePay } from './store-pay-card.tsx'

interface StorePaySheetProps extends Asks<true> {
  /** The store whose own settings are edited; undefined: the user picks one of `others`, which have none yet. */
  readonly store: StorePay | undefined
  readonly others: readonly StorePay[]
}

/** The payment ways of a store and its maximum amount; a setting that the store does not have comes from the merchant. */
export default function StorePaySheet({ store, others, answer }: StorePaySheetProps) {
  const merchant = useRead(calls.merchant.paySetting, {}).data
  const form = useEntry(merchantSaveStorePay, {
    start: store ?? {},
    toInput: (value) => ({
      ...value,
      version: [store, ...others].find((one) => one?.storeId === value.storeId)?.version ?? null,
    }),
    also: ({ payWays: ways, maxPayment }) => ({
      payWays: ways !== null && !ways.some((way) => offlinePayWays.includes(way)) && '请至少选择一种线下收款方式',
      maxPayment: store === undefined && ways === null && maxPayment === null && '请填写限额或单独设置收款方式',
    }),
    onSent: saved,
  })
  const back = useWrite(calls.merchant.saveStorePay)
  const { fields, value } = form

  function saved() {
    feedback.toast('门店收款设置已保存，立即生效')
    answer(true)
  }
  async function giveBack({ storeId, version }: StorePay) {
    if ((await back.run({ storeId, version })) !== null) saved()
  }
  /** Binds a switch to the field of the payment ways. */
  const switchOf = (on: boolean, turn: (on: boolean) => void) => ({
    ...fields.payWays,
    value: on,
    problems: {},
    theirs: undefined,
    set: (to: boolean | null) => turn(to === true),
  })
  const set = (way: PayWay, on: boolean) =>
    fields.payWays.set(choosableWays.filter((one) => (one === way ? on : value.payWays?.includes(one))))

  return (
    <EntrySheet title={store ? `${store.name}收款设置` : '门店收款设置'} of={form} action="保存">
      {!store && (
        <SelectField
          of={fields.storeId}
          optional={false}
          options={others.map(({ storeId, name }) => ({ value: storeId, label: name }))}
        />
      )}
      <SwitchField
        label="单独设置收款方式"
        hint={value.payWays === null ? '与商家相同' : undefined}
        of={switchOf(value.payWays !== null, (on) => fields.payWays.set(on ? [...(merchant?.chosenWays ?? [])] : null))}
      />
      {value.payWays !== null &&
        choosableWays.map((way) => (
          <SwitchField
            key={way}
            label={payWays.text(way)}
            of={switchOf(value.payWays?.includes(way) ?? false, (on) => set(way, on))}
          />
        ))}
      <FieldNote of={fields.payWays} words={(all) => (all ?? []).map((way) => payWays.text(way)).join('、')} />
      <FenField
        of={fields.maxPayment}
        optional
        hint={merchant && `超过时不能登记；不填按商家上限${formatMoney(merchant.maxPayment)}`}
      />
      {store && (
        <Button variant="text" loading={back.pending} onClick={() => void giveBack(store)}>
          恢复与商家相同
        </Button>
      )}
    </EntrySheet>
  )
}
