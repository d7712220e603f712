import { commissionKind, commissionKinds } from '@cheyi/domain/insight/commission/codes'
import { ruleProblem, ruleText } from '@cheyi/domain/insight/commission/commission'
import { commissionRuleAdd } from '../../../form/calls/commission-rule-add.gen.ts'
import { commissionRuleEnd } from '../../../form/calls/commission-rule-end.gen.ts'
import { CodeField } from '../../../form/code-field.tsx'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { FenField, NumberField } from '../../../form/fields.tsx'
import { SelectField } from '../../../form/select-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import type { Asks } from '../../../page/opened.tsx'
import { useStoreOptions } from '../../../platform/store/parts/current-store.ts'
import { useMonths } from '../parts/commission-words.ts'
import type { Rule } from './screen.tsx'

/** A new rule, from a month on. */
export function RuleSheet({ answer }: Asks<true>) {
  const stores = useStoreOptions()
  const roles = useRead(calls.role.page, { pageSize: 100_000 }).data?.list ?? []
  const months = useMonths(2)
  const form = useEntry(commissionRuleAdd, {
    start: { kind: commissionKind.booking, from: months[1]!.value },
    also: (input) => {
      const problem = ruleProblem({ kind: input.kind!, fen: input.fen ?? 0, rateBp: input.rateBp ?? 0 })
      return problem === null ? {} : { [problem.field]: problem.message }
    },
    toast: '提成规则已添加',
    onSent: () => answer(true),
  })
  const { fields, value } = form
  return (
    <EntrySheet title="添加提成规则" of={form} action="添加">
      <CodeField of={fields.kind} optional={false} codes={commissionKinds} />
      {value.kind === commissionKind.booking ? (
        <FenField of={fields.fen} optional={false} />
      ) : (
        <NumberField of={fields.rateBp} unit="%" times={100} optional={false} />
      )}
      <SelectField of={fields.storeId} options={stores} placeholder="全部门店" />
      <SelectField
        of={fields.roleId}
        options={roles.map(({ roleId, name }) => ({ value: roleId, label: name }))}
        placeholder="全部角色"
      />
      <SelectField of={fields.from} options={months} />
    </EntrySheet>
  )
}

/** Ends a rule with a month. */
export function EndSheet({ rule, answer }: { readonly rule: Rule } & Asks<true>) {
  const months = useMonths(2)
  const form = useEntry(commissionRuleEnd, {
    start: { ruleId: rule.ruleId, to: months[1]!.value },
    toast: '提成规则已停用',
    onSent: () => answer(true),
  })
  return (
    <EntrySheet title={`停用 ${ruleText(rule)}`} of={form} action="停用">
      <SelectField of={form.fields.to} options={months} />
    </EntrySheet>
  )
}
