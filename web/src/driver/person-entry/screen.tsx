import './person-entry.css'
import { calls } from '../../kernel/calls.gen.ts'
import { useRead } from '../../kernel/calls.ts'
import { useScreen } from '../../kernel/pages.tsx'
import { refusedAs } from '../../kernel/refused.ts'
import { goBack } from '../../kernel/router.ts'
import { useDetail } from '../../order/parts/use-detail.ts'
import { Empty, LoadError } from '../../ui/empty.tsx'
import { NavBar } from '../../ui/nav-bar.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { driverScreens } from '../screens.ts'
import { EntryForm } from './entry-form.tsx'

/** Looking at a file is recorded, so it is not fetched again for every glance at the window. */
const FRESH = 240_000

const refused = refusedAs('notFound', 'forbidden')

/** Enters a customer's papers, or goes on with those on file. */
export default function PersonEntry() {
  const { personId, orderId } = useScreen(driverScreens.personEntry)
  const order = useDetail(orderId ?? '', { enabled: orderId !== undefined }).data
  const known = personId !== undefined
  const person = useRead(
    calls.driver.personDetail,
    { personId: personId ?? '' },
    { enabled: known, freshFor: FRESH, quiet: true },
  )
  if (!known) return <EntryForm key="new" stored={null} refetch={() => {}} order={order} />
  if (person.data)
    return <EntryForm key={personId} stored={person.data} refetch={() => void person.refetch()} order={order} />
  const { error } = person
  const back = () => goBack('/order')
  return (
    <PageFrame narrow header={<NavBar title="编辑证件" onBack={back} />}>
      {error === null ? (
        <Skeleton cards={3} shape="detail" />
      ) : refused(error) ? (
        <Empty
          art="locked"
          title={error.message}
          note="查看客户资料需要「证件信息」权限"
          action={{ label: '返回', onClick: back }}
        />
      ) : (
        <LoadError title="加载失败" note="已填写的内容不会丢失" onRetry={() => void person.refetch()} />
      )}
    </PageFrame>
  )
}
