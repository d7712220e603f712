import { orderKinds, type Source } from '@cheyi/domain/booking/order/codes'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import { useSourceNames } from '../../../platform/merchant/parts/sources.ts'
import { Card, Grow, Note, Row, Stack, Text } from '../../../ui/layout.tsx'
import { StackedBar } from '../../../ui/show/charts.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { ShareOf } from '../../../ui/show/shares.tsx'
import { unitText } from '../parts/value.tsx'

type Mix = OutputOf<typeof calls.data.mix>
type Ranked = OutputOf<typeof calls.data.rank>['list']

const tones = ['primary', 'purple', 'success', 'warning', 'danger', 'neutral'] as const
const toneAt = (index: number) => tones[Math.min(index, tones.length - 1)]!

/** The sources of the orders. */
export function MixCard({ mix }: { readonly mix: Mix }) {
  const sourceName = useSourceNames()
  return (
    <Card pad title="订单来源">
      <Stack gap={16} top={8}>
        <Parts title="渠道" of={mix.sources} name={(key) => sourceName(key as Source)} />
        {mix.kinds.length > 1 && <Parts title="订单类型" of={mix.kinds} name={(key) => orderKinds.text(key as 1)} />}
      </Stack>
    </Card>
  )
}

interface PartsProps {
  readonly title: string
  readonly of: Mix['sources']
  readonly name: (key: number) => string
}

function Parts({ title, of, name }: PartsProps) {
  if (of.length === 0) return <Note>所选时间内没有下单</Note>
  return (
    <StackedBar
      title={title}
      parts={of.map(({ key, created, revenue }, index) => ({
        key: String(key),
        label: name(key),
        count: created,
        text: [`${created}单`, revenue !== null && unitText('fen', revenue)].filter(Boolean).join(' · '),
        tone: toneAt(index),
      }))}
    />
  )
}

/** Compares stores or models: the revenue of each, and the utilisation of its cars. */
export function RankCard({ title, list }: { readonly title: string; readonly list: Ranked }) {
  const size = ({ revenue, created }: Ranked[number]) => Math.max(0, revenue ?? created)
  const most = Math.max(1, ...list.map(size))
  return (
    <Card pad title={title}>
      {list.length === 0 ? (
        <Note top={8}>所选时间内没有数据</Note>
      ) : (
        <Stack as="ol" gap={12} top={8} num>
          {list.map((row, index) => (
            <Stack as="li" key={row.id} gap={4}>
              <Row gap={8}>
                <Text ink={2}>{index + 1}</Text>
                <Grow>{row.name}</Grow>
                {row.revenue === null ? `${row.created}单` : <Money fen={row.revenue} />}
              </Row>
              <ShareOf share={size(row) / most} />
              <Note>{rankNote(row)}</Note>
            </Stack>
          ))}
        </Stack>
      )}
    </Card>
  )
}

const rankNote = ({ utilisation, created, revenue, adr, revpac }: Ranked[number]): string =>
  [
    `出租率 ${utilisation === null ? '—' : unitText('bp', utilisation)}`,
    revenue !== null && `${created}单`,
    adr !== null && `日均租金 ${unitText('fen', adr)}`,
    revpac !== null && `每车日均 ${unitText('fen', revpac)}`,
  ]
    .filter((part) => part !== false)
    .join(' · ')
