import type { Source } from '@cheyi/domain/booking/order/codes'
import { type PrepayRule, prepayKind, prepayWords } from '@cheyi/domain/platform/merchant/prepay'
import { FieldNote } from '../../../form/field-row.tsx'
import type { FormField } from '../../../form/form-field.ts'
import { open } from '../../../page/open.ts'
import { Note, Text } from '../../../ui/layout.tsx'
import { Card } from '../../../ui/show/card.tsx'
import { Cell } from '../../../ui/show/cell.tsx'
import { useSourceNames, useSourceOptions } from '../parts/sources.ts'

type Rules = readonly (PrepayRule & { readonly source: Source })[]

const whole: PrepayRule = { kind: prepayKind.all, rateBp: null, fixedFen: null }

/** The prepayment of a new order, by source. */
export function PrepayCard({ of }: { readonly of: FormField<Rules | null> }) {
  const rules = of.value ?? []
  const nameOf = useSourceNames()
  const sources = useSourceOptions(rules.map(({ source }) => source))
  const ruleOf = (source: Source) => rules.find((rule) => rule.source === source) ?? whole
  async function edit(source: Source, name: string) {
    const rule = await open(() => import('./prepay-sheet.tsx'), { name, rule: ruleOf(source) })
    if (rule === undefined) return
    const others = rules.filter((one) => one.source !== source)
    const kept = rule.kind === prepayKind.all ? others : [...others, { source, ...rule }]
    of.set(kept.toSorted((a, b) => a.source - b.source))
  }
  return (
    <Card title="预付款">
      <Note pad={[0, 16, 8]}>预订时先收这些，其余为尾款；只用于新订单</Note>
      {sources.map(({ value, label }) => (
        <Cell
          key={value}
          label={label}
          extra={<Text num>{prepayWords(ruleOf(value))}</Text>}
          onClick={() => void edit(value, label)}
        />
      ))}
      <FieldNote
        of={of}
        words={(all) => (all ?? []).map((rule) => `${nameOf(rule.source)} ${prepayWords(rule)}`).join('、') || '全额'}
      />
    </Card>
  )
}
