import { formatMoney } from '@cheyi/domain/money'
import {
  bookingName,
  differenceKinds,
  differenceStates,
  isOpenDifference,
  lineKinds,
} from '@cheyi/domain/money/reconcile/compare'
import { formatNear } from '@cheyi/domain/near'
import { calls, feedback, type OutputOf, useWrite } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { Link } from '../../../kernel/page/link.tsx'
import { useMay } from '../../../kernel/user.ts'
import { open } from '../../../page/open.ts'
import { screensOf } from '../../../rental/order/screens.ts'
import { Button, Card, Note, Row, Stack, Text } from '../../../ui/layout.tsx'
import { Tag } from '../../../ui/show/tag.tsx'

export type Difference = OutputOf<typeof calls.reconcile.differences>['list'][number]

const sum = (fen: number | null): string => (fen === null ? '无' : formatMoney(fen))

/** A difference between the bill and our records, and how it was handled. */
export function DifferenceCard({
  difference,
  onDone,
}: {
  readonly difference: Difference
  readonly onDone: () => void
}) {
  const now = useNow()
  const mayClear = useMay('finance.reconcile')
  const {
    id,
    kind,
    state,
    lineKind,
    no,
    providerNo,
    orderId,
    orderKind,
    orderNo,
    storeName,
    paidAt,
    theirs,
    ours,
    fee,
    borne,
  } = difference
  const kept = [fee !== 0 && `手续费 ${formatMoney(fee)}`, borne !== 0 && `商家优惠 ${formatMoney(borne)}`]
    .filter(Boolean)
    .join('，')
  const clear = useWrite(calls.reconcile.clear, {
    onDone: (answer) => {
      feedback.toast(isOpenDifference(answer.state) ? '仍不相符' : '已相符')
      onDone()
    },
  })
  const book = async () => {
    if (await open(() => import('./book-sheet.tsx'), { difference })) onDone()
  }
  return (
    <Card pad>
      <Row gap={8} align="baseline" justify="between">
        <Text as="h3" shrink size="m">
          {differenceKinds.text(kind)} · {lineKinds.text(lineKind)}
        </Text>
        {!isOpenDifference(state) && <Tag tone="success">{differenceStates.text(state)}</Tag>}
      </Row>
      <Stack as="dl" gap={4} pad={[8, 12]} top={8} fill="page" round size="s" num>
        <Pair name="账单" value={theirs === null || kept === '' ? sum(theirs) : `${sum(theirs)}（${kept}）`} />
        <Pair name="系统" value={sum(ours)} />
      </Stack>
      <Note top={8} num>
        {[paidAt !== null && formatNear(paidAt, now), storeName, no, providerNo].filter(Boolean).join(' · ')}
      </Note>
      {orderId !== null && orderKind !== null && (
        <Note num>
          订单{' '}
          <Link to={screensOf(orderKind).detail} with={{ orderId }}>
            {orderNo}
          </Link>
        </Note>
      )}
      {difference.reason !== '' && (
        <Note num>
          {[difference.reason, difference.clearedByName, difference.signedByName && `${difference.signedByName} 复核`]
            .filter(Boolean)
            .join(' · ')}
        </Note>
      )}
      {mayClear && isOpenDifference(state) && (
        <Row gap={8} justify="end" top={8}>
          <Button size="s" loading={clear.pending} onClick={() => void clear.run({ id, action: 'recheck' })}>
            重新核对
          </Button>
          <Button size="s" onClick={() => void book()}>
            {bookingName(kind)}
          </Button>
        </Row>
      )}
    </Card>
  )
}

function Pair({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <Row gap={8} justify="between">
      <dt>{name}</dt>
      <dd>{value}</dd>
    </Row>
  )
}
