import './remark.css'
import { formatNear } from '@cheyi/domain/near'
import { calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { refusedAs } from '../../../kernel/call/refused.ts'
import { useNow } from '../../../kernel/now.ts'
import { useScreen } from '../../../kernel/page/pages.tsx'
import { Rows, useListPage } from '../../../page/list/use-list-page.tsx'
import { Page } from '../../../page/page.tsx'
import { Photos } from '../../../page/photos.tsx'
import { Note, Text } from '../../../ui/layout.tsx'
import { RecordCard } from '../../../ui/show/record-card.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { orderScreens } from '../screens.ts'
import { Composer } from './composer.tsx'

type Remark = OutputOf<typeof calls.order.remarks>['list'][number]

const isGone = refusedAs('orderNotFound')

/** Staff remarks of an order, pinned first, then the newest, with a composer. */
export default function Remarks() {
  const { orderId } = useScreen(orderScreens.remark)
  const remarks = useListPage(
    calls.order.remarks,
    { orderId, pageSize: 20 },
    { noun: '备注', keyOf: ({ id }) => id, empty: { note: '在下方输入，本店同事都能看到' } },
  )
  const now = useNow()
  const gone = remarks.error !== null && isGone(remarks.error)
  return (
    <Page fill right={remarks.refresh} footer={!gone && <Composer orderId={orderId} />}>
      <Rows of={remarks} render={(remark) => <RemarkCard remark={remark} now={now} />} estimate={92} />
    </Page>
  )
}

function RemarkCard({ remark, now }: { remark: Remark; now: number }) {
  const { content, photos, topFlag, authorName, at } = remark
  return (
    <RecordCard
      title={
        <>
          {authorName}
          {topFlag && <Tag tone="primary">置顶</Tag>}
        </>
      }
      end={<Note num>{formatNear(at, now)}</Note>}
    >
      {content && <Text pre>{content}</Text>}
      <Photos photos={photos} noun="照片" />
    </RecordCard>
  )
}
