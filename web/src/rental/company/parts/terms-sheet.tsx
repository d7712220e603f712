import { companySaveTerms } from '../../../form/calls/company-save-terms.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { FenField, NumberField, SwitchField } from '../../../form/fields.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import type { Asks } from '../../../page/opened-sheet.tsx'
import type { Company } from './company-words.ts'

/** Credit limit, days to pay and the general share of the list price of a company. */
export default function TermsSheet({ company, answer }: { readonly company: Company } & Asks<true>) {
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
