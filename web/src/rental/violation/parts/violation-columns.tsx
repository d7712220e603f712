import { deductStates, handleWays, matchTypes, officialStates } from '@cheyi/domain/rental/violation/codes'
import { violationColumns as titles, type ViolationColumn } from '@cheyi/domain/rental/violation/columns'
import { awaitsMatch, mayHandleNext, needsHandling } from '@cheyi/domain/rental/violation/violation'
import { DAY, localDate, startOfDate } from '@cheyi/domain/time'
import { go } from '../../../kernel/page/router.ts'
import { linkTo, type Reach } from '../../../kernel/user.ts'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { Button } from '../../../ui/layout.tsx'
import { violationScreens } from '../screens.ts'
import { driverWords, tagsOf, type ViolationItem } from './violation-words.ts'

export const violationLink = (reach: Reach, { violationId }: ViolationItem) =>
  linkTo(reach, violationScreens.detail, { violationId })

const Next = ({ item: { status, violationId } }: { readonly item: ViolationItem }) =>
  awaitsMatch(status) ? (
    <Button size="s" onClick={() => go(violationScreens.detail, { violationId })}>
      匹配
    </Button>
  ) : (
    <Button size="s" variant="primary" onClick={() => go(violationScreens.handle, { violationId })}>
      处理
    </Button>
  )

/** The customer's remaining days. */
function dueOf({ deadlineAt, status }: ViolationItem, now: number) {
  if (deadlineAt === null || !needsHandling(status)) return undefined
  const days = Math.ceil((deadlineAt - startOfDate(localDate(now))) / DAY) - 1
  if (days < 0) return { text: '已逾期', late: true }
  return { text: days === 0 ? '今天截止' : `剩 ${days} 天`, late: false, soon: days <= 2 }
}

/** The columns of the export, by its keys, and the next act. */
export const violationColumns: readonly ListColumn<ViolationItem, ViolationColumn>[] = [
  { key: 'no', title: titles.no, kind: 'text', card: 'none', extra: true, of: ({ no }) => no },
  { key: 'plate', title: titles.plate, kind: 'plate', of: ({ plate }) => plate },
  { key: 'driver', title: titles.driver, kind: 'person', card: 'plate', of: driverWords },
  { key: 'model', title: titles.model, kind: 'text', card: 'none', extra: true, of: ({ modelName }) => modelName },
  { key: 'occurAt', title: titles.occurAt, kind: 'time', width: 100, of: ({ occurAt }) => occurAt },
  { key: 'act', title: titles.act, kind: 'text', width: 148, card: 'title', of: ({ act }) => act },
  {
    key: 'actCode',
    title: titles.actCode,
    kind: 'text',
    width: 64,
    card: 'none',
    extra: true,
    of: ({ actCode }) => actCode,
  },
  { key: 'place', title: titles.place, kind: 'text', width: 140, card: 'note', of: ({ place }) => place },
  { key: 'status', title: titles.status, kind: 'tag', width: 144, of: tagsOf },
  { key: 'order', title: titles.order, kind: 'text', card: 'plate', extra: true, of: ({ orderNo }) => orderNo },
  {
    key: 'responsible',
    title: titles.responsible,
    kind: 'text',
    width: 84,
    card: 'none',
    extra: true,
    of: ({ matchType: by }) => by !== null && matchTypes.text(by),
  },
  {
    key: 'way',
    title: titles.way,
    kind: 'text',
    width: 100,
    card: 'none',
    extra: true,
    of: ({ handleWay: way }) => way !== null && handleWays.text(way),
  },
  {
    key: 'official',
    title: titles.official,
    kind: 'text',
    width: 116,
    card: 'none',
    extra: true,
    of: ({ officialState }) => officialStates.text(officialState),
  },
  {
    key: 'points',
    title: titles.points,
    kind: 'number',
    width: 48,
    unit: '分',
    of: ({ points }) => points,
  },
  { key: 'fine', title: titles.fine, kind: 'money', width: 84, card: 'meta', of: ({ fine }) => fine },
  { key: 'payable', title: titles.payable, kind: 'money', card: 'none', extra: true, of: ({ payable }) => payable },
  {
    key: 'collected',
    title: titles.collected,
    kind: 'text',
    width: 84,
    card: 'none',
    extra: true,
    of: ({ payable, deductState }) => payable !== null && deductStates.text(deductState),
  },
  {
    key: 'createdAt',
    title: titles.createdAt,
    kind: 'time',
    card: 'none',
    extra: true,
    of: ({ createdAt }) => createdAt,
  },
  { key: 'deadline', title: titles.deadline, kind: 'due', width: 84, of: dueOf },
  {
    key: 'next',
    title: '操作',
    kind: 'act',
    width: 72,
    when: (item, held) => (awaitsMatch(item.status) ? held.has('violation.handle') : mayHandleNext(item, held)),
    Act: Next,
  },
]
