import { useState } from 'react'
import { calls, type OutputOf, useRead } from '../../../kernel/call/calls.ts'
import { Answer } from '../../../page/answer.tsx'
import { ChipRadios } from '../../../ui/frame/chips.tsx'
import { Card, Grid, Note } from '../../../ui/layout.tsx'
import { Figures } from '../../../ui/show/figures.tsx'
import { yuan } from '../../../ui/show/money.tsx'
import { Compare } from '../../../ui/show/rows.tsx'

type Sums = OutputOf<typeof calls.payment.takings>

const groups = [
  { value: 'none', label: '合计' },
  { value: 'stores', label: '按门店' },
  { value: 'cashiers', label: '按经手人' },
  { value: 'days', label: '按日' },
] as const

interface TakingsProps {
  readonly storeId: string | undefined
  readonly period: readonly [string, string] | undefined
}

/** Money received and paid out, grouped by store, cashier or day, and the balance held for customers now. */
export function Takings({ storeId, period }: TakingsProps) {
  return (
    <Answer of={useRead(calls.payment.takings, { storeId, period })}>
      {(sums) => <SumsCards sums={sums} today={period === undefined} />}
    </Answer>
  )
}

function SumsCards({ sums, today }: { sums: Sums; today: boolean }) {
  const [by, setBy] = useState<(typeof groups)[number]['value']>('none')
  const { total, held } = sums
  return (
    <Grid columns={2} fit={480} gap={10}>
      <Card pad title={today ? '今日收支' : '所选日期收支'}>
        <Figures
          rows={[
            ['收款', total.collected],
            ['退款', total.refunded],
            ['收押金', total.depositIn],
            ['退押金', total.depositOut],
            ['代缴违章款', total.fines],
          ]}
        />
        <ChipRadios look="wrap" label="分组" options={groups} value={by} onChange={setBy} />
        {by === 'none' ? null : sums[by].length === 0 ? (
          <Note top={8}>没有收支</Note>
        ) : (
          <Compare
            caption="收支合计，单位元"
            columns={['收款', '退款', '押金净收', '代缴违章款']}
            rows={sums[by].map((row) => ({
              label: row.name,
              cells: [yuan(row.collected), yuan(row.refunded), yuan(row.depositIn - row.depositOut), yuan(row.fines)],
            }))}
          />
        )}
      </Card>
      <Card pad title="押金与预收">
        <Figures
          rows={[
            ['在手押金', held.deposits],
            ['冻结', held.frozen],
            ['预收租金', held.prepaid],
            ['多收待退', held.overpaid],
            ['到期应退', held.due],
          ]}
        />
        <Note num>{`共 ${held.customers} 位客户`}</Note>
      </Card>
    </Grid>
  )
}
