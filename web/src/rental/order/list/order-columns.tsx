import { orderKinds, orderStatuses, pickupTypes, returnTypes } from '@cheyi/domain/booking/order/codes'
import { type OrderColumn, orderColumns as titles } from '@cheyi/domain/booking/order/columns'
import { planWords } from '@cheyi/domain/booking/order/plan-words'
import { formatSold } from '@cheyi/domain/booking/order/sold/length'
import { formatPeriod } from '@cheyi/domain/near'
import { actsOfCard } from '../../../booking/order/parts/acts.ts'
import { daysDue, depositMark, type OrderCard, sourceTone } from '../../../booking/order/parts/order-words.ts'
import { useNow } from '../../../kernel/now.ts'
import { useReach } from '../../../kernel/user.ts'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { Button } from '../../../ui/layout.tsx'
import { useAct } from '../parts/use-act.ts'
import { orderMarks, planMark } from './order-marks.ts'

/** What is known of an order: table, card of the list pane, and export file. */
export const orderColumns = (
  sourceName: (source: OrderCard['source']) => string,
  /** With one store chosen it is the same for each order. */
  storeNamed: boolean,
): readonly ListColumn<OrderCard, OrderColumn>[] => [
  {
    key: 'orderNo',
    title: titles.orderNo,
    kind: 'text',
    width: 128,
    card: 'none',
    opens: true,
    sort: 'newest',
    of: ({ orderNo }) => orderNo,
  },
  {
    key: 'orderKind',
    title: titles.orderKind,
    kind: 'text',
    width: 80,
    card: 'none',
    extra: true,
    of: (one) => orderKinds.text(one.orderKind),
  },
  { key: 'plate', title: titles.plate, kind: 'plate', width: 100, of: ({ plate }) => plate },
  {
    key: 'status',
    title: titles.status,
    kind: 'tag',
    width: 176,
    sort: 'next',
    of: (one, now) => [
      { text: orderStatuses.text(one.status), dot: one.status },
      ...orderMarks(one, now),
      planMark(one.plan, now),
    ],
  },
  { key: 'model', title: titles.model, kind: 'text', width: 112, card: 'title', of: ({ modelName }) => modelName },
  {
    key: 'pickupStore',
    title: titles.pickupStore,
    kind: 'text',
    width: 108,
    card: storeNamed ? 'plate' : 'none',
    extra: true,
    of: ({ storeName }) => storeName,
  },
  { key: 'contactName', title: titles.contactName, kind: 'person', width: 64, of: ({ contactName }) => contactName },
  { key: 'phone', title: titles.phone, kind: 'text', width: 100, card: 'none', of: ({ phone }) => phone },
  {
    key: 'period',
    title: '起止时间',
    kind: 'text',
    only: 'card',
    of: ({ pickupAt, returnAt }, now) => formatPeriod(pickupAt, returnAt, now),
  },
  { key: 'pickupAt', title: titles.pickupAt, kind: 'time', width: 92, card: 'none', of: ({ pickupAt }) => pickupAt },
  {
    key: 'pickupType',
    title: titles.pickupType,
    kind: 'text',
    width: 88,
    card: 'none',
    extra: true,
    of: (one) => pickupTypes.text(one.pickupType),
  },
  { key: 'returnAt', title: titles.returnAt, kind: 'time', width: 92, card: 'none', of: ({ returnAt }) => returnAt },
  {
    key: 'returnStore',
    title: titles.returnStore,
    kind: 'text',
    width: 108,
    card: 'none',
    extra: true,
    of: (one) => one.returnStoreName,
  },
  {
    key: 'returnType',
    title: titles.returnType,
    kind: 'text',
    width: 88,
    card: 'none',
    extra: true,
    of: (one) => returnTypes.text(one.returnType),
  },
  {
    key: 'source',
    title: titles.source,
    kind: 'tag',
    width: 92,
    card: 'plate',
    extra: true,
    of: ({ source }) => [{ text: sourceName(source), tone: sourceTone(source) }],
  },
  {
    key: 'length',
    title: titles.length,
    kind: 'text',
    width: 80,
    card: 'none',
    extra: true,
    of: (one) => formatSold(one),
  },
  { key: 'total', title: titles.total, kind: 'money', width: 84, of: ({ total }) => total },
  {
    key: 'owed',
    title: titles.owed,
    kind: 'money',
    width: 92,
    card: 'none',
    extra: true,
    of: ({ owed }) => owed || null,
  },
  {
    key: 'deposit',
    title: titles.deposit,
    kind: 'tag',
    width: 116,
    card: 'none',
    extra: true,
    of: (one) => [depositMark(one)],
  },
  {
    key: 'heldDeposit',
    title: titles.heldDeposit,
    kind: 'money',
    card: 'none',
    extra: true,
    of: ({ heldDeposit }) => heldDeposit || null,
  },
  {
    key: 'tags',
    title: titles.tags,
    kind: 'text',
    width: 120,
    card: 'none',
    extra: true,
    of: ({ tags }) => tags.join('、'),
  },
  {
    key: 'plan',
    title: titles.plan,
    kind: 'text',
    width: 220,
    card: 'note',
    extra: true,
    of: ({ plan }, now) => plan && planWords(plan, now),
  },
  { key: 'act', title: '操作', kind: 'act', width: 80, Act: NextAct },
]

/** The first action that the account may do now; the card and the detail have the others. */
function NextAct({ item }: { readonly item: OrderCard }) {
  const now = useNow()
  const reach = useReach()
  const { act, busy } = useAct(item)
  const [first] = actsOfCard(item, reach, now, daysDue(item.plan, now) !== null)
  return (
    first && (
      <Button
        size="s"
        variant={first.primary ? 'primary' : 'outline'}
        loading={busy === first.code}
        onClick={() => act(first)}
      >
        {first.label}
      </Button>
    )
  )
}
