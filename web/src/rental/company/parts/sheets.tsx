import { useModels } from '../../../fleet/model/parts/models.ts'
import { companySaveBooker } from '../../../form/calls/company-save-booker.gen.ts'
import { companySaveContact } from '../../../form/calls/company-save-contact.gen.ts'
import { companySavePrice } from '../../../form/calls/company-save-price.gen.ts'
import { companySaveTerms } from '../../../form/calls/company-save-terms.gen.ts'
import { DateField } from '../../../form/date-field.tsx'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { FenField, NumberField, SwitchField, TextField } from '../../../form/fields.tsx'
import { SelectField } from '../../../form/select-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { calls, useWrite } from '../../../kernel/call/calls.ts'
import { useMayWhole } from '../../../kernel/user.ts'
import type { Asks } from '../../../page/opened.tsx'
import { Button } from '../../../ui/layout.tsx'
import type { Company } from './company-words.ts'

interface ContactSheetProps extends Asks<true> {
  readonly companyId: string
  /** null: a new one. */
  readonly contact: Company['contacts'][number] | null
}

/** A contact of a company; an empty number keeps the stored one. */
export function ContactSheet({ companyId, contact, answer }: ContactSheetProps) {
  const form = useEntry(companySaveContact, {
    start: { companyId, contactId: contact?.contactId, name: contact?.name ?? '' },
    toast: '联系人已保存',
    onSent: () => answer(true),
  })
  const remove = useWrite(calls.company.removeContact)
  const mayRemove = useMayWhole('order.create')
  return (
    <EntrySheet
      title={contact === null ? '添加联系人' : '修改联系人'}
      of={form}
      action="保存"
      second={
        contact !== null &&
        mayRemove && (
          <Button
            variant="tint"
            loading={remove.pending}
            onClick={async () => (await remove.run({ contactId: contact.contactId })) && answer(true)}
          >
            删除
          </Button>
        )
      }
    >
      <TextField of={form.fields.name} />
      <TextField of={form.fields.phone} inputMode="tel" placeholder={contact?.phone ?? '手机号'} />
    </EntrySheet>
  )
}

interface BookerSheetProps extends Asks<true> {
  readonly companyId: string
  /** null: a new one. */
  readonly booker: Company['bookers'][number] | null
}

/** Invites somebody to book for a company on the booking page, or changes or takes back an invitation. */
export function BookerSheet({ companyId, booker, answer }: BookerSheetProps) {
  const form = useEntry(companySaveBooker, {
    start: { companyId, bookerId: booker?.bookerId, name: booker?.name ?? '', untilOn: booker?.untilOn ?? undefined },
    toast: booker === null ? '邀请已发送' : '邀请已修改',
    onSent: () => answer(true),
  })
  const end = useWrite(calls.company.endBooker)
  return (
    <EntrySheet
      title={booker === null ? '邀请预订人' : '修改邀请'}
      of={form}
      action={booker === null ? '发短信邀请' : '保存'}
      second={
        booker !== null && (
          <Button
            variant="tint"
            loading={end.pending}
            onClick={async () => (await end.run({ bookerId: booker.bookerId })) && answer(true)}
          >
            收回邀请
          </Button>
        )
      }
    >
      <TextField of={form.fields.name} />
      {booker === null && (
        <TextField
          of={form.fields.mobile}
          inputMode="tel"
          hint="用此手机号在自营网站验证后，可按协议价预订，费用计入企业账单"
        />
      )}
      <DateField of={form.fields.untilOn} hint="不填则一直有效，可随时收回" />
    </EntrySheet>
  )
}

interface PriceSheetProps extends Asks<true> {
  readonly companyId: string
  /** null: a further model. */
  readonly price: Company['prices'][number] | null
}

/** The price of one model that was agreed with a company; without any amount it is removed. */
export function PriceSheet({ companyId, price, answer }: PriceSheetProps) {
  const models = useModels(price === null)
  const form = useEntry(companySavePrice, {
    start:
      price === null
        ? { companyId }
        : {
            companyId,
            modelId: price.modelId,
            rateBp: price.rateBp,
            dayPrice: price.dayPrice,
            monthPrice: price.monthPrice,
          },
    toast: '协议价已保存',
    onSent: () => answer(true),
  })
  const { fields } = form
  return (
    <EntrySheet title={price === null ? '添加协议价' : price.modelName} of={form} action="保存">
      {price === null && (
        <SelectField
          of={fields.modelId}
          title="选择车型"
          options={models.map(({ modelId, name }) => ({ value: modelId, label: name }))}
        />
      )}
      <FenField of={fields.dayPrice} placeholder="不约定" hint="不分平日、周末、节假日和租期" />
      <FenField of={fields.monthPrice} placeholder="不约定" hint="长租按此计价" />
      <NumberField
        of={fields.rateBp}
        unit="%"
        times={100}
        placeholder="不约定"
        hint="按标价打折，与协议日租只填一个；全部留空即取消"
      />
    </EntrySheet>
  )
}

/** Credit limit, days to pay and the general share of the list price of a company. */
export function TermsSheet({ company, answer }: { readonly company: Company } & Asks<true>) {
  const { companyId, version, credit, payDays, rateBp, enabled } = company
  const form = useEntry(companySaveTerms, {
    start: { companyId, version, credit, payDays, rateBp, enabled },
    toast: '企业协议已保存',
    onSent: () => answer(true),
  })
  const { fields } = form
  return (
    <EntrySheet title="信用与折扣" of={form} action="保存">
      <FenField
        of={fields.credit}
        placeholder="不限"
        hint="欠款加新单超过额度时，须另一名有「越权放行」权限的人员复核"
      />
      <NumberField of={fields.payDays} unit="天" hint="订单结束后几天内付款，0 为即时付款；长租按分期到期日" />
      <NumberField of={fields.rateBp} unit="%" times={100} placeholder="按标价" hint="没有单独协议价的车型按此折扣" />
      <SwitchField of={fields.enabled} label="启用" hint="停用后不能再下单，历史订单保留" />
    </EntrySheet>
  )
}
