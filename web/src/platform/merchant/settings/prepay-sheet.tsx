import { type PrepayRule, prepayKind, prepayKinds, prepayProblem, ruleOf } from '@cheyi/domain/platform/merchant/prepay'
import { useState } from 'react'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { AmountInput } from '../../../ui/field/amount-input.tsx'
import { RadioList } from '../../../ui/field/choice.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { NumberInput } from '../../../ui/field/number-input.tsx'
import { MainButton, Stack } from '../../../ui/layout.tsx'

interface PrepayProps extends Asks<PrepayRule> {
  readonly name: string
  readonly rule: PrepayRule
}

const notes: Readonly<Record<number, string>> = {
  [prepayKind.all]: '预订时收全部租金和服务费',
  [prepayKind.share]: '按订单总额的比例',
  [prepayKind.fixed]: '每单相同，不超过订单总额',
  [prepayKind.firstDay]: '第一天的租金，不含服务费和减免',
}

const options = prepayKinds.values.map((value) => ({ value, label: prepayKinds.text(value), note: notes[value] }))

/** The prepayment of a new order of one source. */
export default function PrepaySheet({ name, rule, answer }: PrepayProps) {
  const [chosen, choose] = useState(rule)
  const [tried, setTried] = useState(false)
  const { kind, rateBp, fixedFen } = chosen
  const problem = prepayProblem(chosen)
  const wrong = tried ? (problem ?? undefined) : undefined
  function done() {
    setTried(true)
    if (problem === null) answer(ruleOf(chosen))
  }
  return (
    <OpenedSheet title={`${name}预付款`} footer={<MainButton onClick={done}>确定</MainButton>}>
      <Stack gap={12} below={12}>
        <RadioList
          label="预付方式"
          options={options}
          value={kind}
          onChange={(next) => choose({ ...chosen, kind: next })}
        />
        {kind === prepayKind.share && (
          <Field label="预付比例" error={wrong}>
            <NumberInput
              className="num"
              suffix="%"
              times={100}
              value={rateBp}
              onChange={(next) => choose({ ...chosen, rateBp: next })}
            />
          </Field>
        )}
        {kind === prepayKind.fixed && (
          <Field label="预付金额" error={wrong}>
            <AmountInput value={fixedFen} onChange={(next) => choose({ ...chosen, fixedFen: next })} />
          </Field>
        )}
      </Stack>
    </OpenedSheet>
  )
}
