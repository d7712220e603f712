import { costKinds } from '@cheyi/domain/fleet/cost/codes'
import { incomeOfPart } from '@cheyi/domain/insight/owner/statement'
import type { ReactNode } from 'react'
import { AsWritten, Sent } from '../../../platform/customer-link/parts/as-written.tsx'
import { Card, Note, Row, Text } from '../../../ui/layout.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { FeeLine, FeeTotal } from '../../../ui/show/rows.tsx'
import { sayMonth } from '../../../words/dates.ts'
import { say, translate } from '../../../words/words.ts'
import { daysText, type Part } from './owner-words.ts'

/** Lines of a part that open what they are made of; without it they are only shown. */
interface Opened {
  readonly income: (part: Part, text: string) => ReactNode
  readonly costs: (part: Part, text: string, kind: number) => ReactNode
}

/** The part of a car in a statement: income, rent, fee and costs, and what its owner gets. */
export function PartCard({ part, opened }: { readonly part: Part; readonly opened?: Opened }) {
  const { plate, modelName, terms, earlier, fixed, fee, costs, owner } = part
  const income = incomeOfPart(part)
  const hasFixed = fixed !== 0
  return (
    <Card
      pad
      title={
        <Row as="span" gap={8}>
          <Plate plate={plate} size="s" />
          <AsWritten>{modelName}</AsWritten>
        </Row>
      }
    >
      <Note num>{earlier ? say('{month} 结算后的变动', { month: sayMonth(part.from) }) : daysText(part)}</Note>
      <Text as="p" size="s" ink={2}>
        <Sent text={terms} />
      </Text>
      <FeeLine label={opened?.income(part, '收入') ?? say('收入')} basis={say('租金、服务和赔付，按日')} fen={income} />
      {hasFixed && <FeeLine label={say('固定租金')} basis={say('按天')} fen={fixed} />}
      {fee !== 0 && <FeeLine label={say('管理费')} fen={-fee} />}
      {costs.map(({ kind, fen }) => {
        const name = costKinds.text(kind)
        return <FeeLine key={kind} label={opened?.costs(part, name, kind) ?? translate(name)} fen={-fen} />
      })}
      <FeeTotal label={say('车主所得')} fen={owner} />
    </Card>
  )
}
