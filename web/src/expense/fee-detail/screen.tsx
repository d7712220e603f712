import './fee-detail.css'
import { formatMoney } from '@cheyi/domain/money'
import { lazy, Suspense, useCallback, useState } from 'react'
import { calls } from '../../kernel/calls.gen.ts'
import { useRead } from '../../kernel/calls.ts'
import { useDesktop } from '../../kernel/media-query.ts'
import { copyText, isNative } from '../../kernel/native.ts'
import { useNow } from '../../kernel/now.ts'
import { usePatch, useScreen } from '../../kernel/pages.tsx'
import { refusedAs } from '../../kernel/refused.ts'
import { goBack } from '../../kernel/router.ts'
import { useMay, useUser } from '../../kernel/user.ts'
import { Button } from '../../ui/button.tsx'
import { Empty, LoadError } from '../../ui/empty.tsx'
import { NavAction, NavBar } from '../../ui/nav-bar.tsx'
import { ActionBar, PageFrame } from '../../ui/page-frame.tsx'
import { Plate } from '../../ui/plate.tsx'
import { Pull } from '../../ui/pull.tsx'
import { ActionSheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Segmented } from '../../ui/tabs.tsx'
import { toast } from '../../ui/toast.ts'
import { expenseScreens } from '../screens.ts'
import { BillPrint } from './bill-print.tsx'
import { BillView, SumsCard } from './bill-view.tsx'
import { type Bill, billText } from './bill-words.ts'
import { FlowsView } from './flows-view.tsx'

const CollectSheet = lazy(() => import('../../payment/parts/collect-sheet.tsx'))

const gone = refusedAs('orderNotFound', 'notFound')
const back = () => goBack('/order')

/** What an order costs and how that comes about, and every movement of its money. */
export default function FeeDetail() {
  const { orderId } = useScreen(expenseScreens.feeDetail)
  const bill = useRead(calls.expense.bill, { orderId }, { quiet: true })
  if (bill.data) return <Loaded bill={bill.data} refetch={bill.refetch} />
  const { error } = bill
  return (
    <PageFrame narrow header={<NavBar title="费用明细" onBack={back} />}>
      {error === null ? (
        <Skeleton cards={3} shape="detail" />
      ) : gone(error) ? (
        <Empty art="search" title="订单不存在或无权查看" action={{ label: '返回', onClick: back }} />
      ) : (
        <LoadError
          title={error.kind === 'lost' ? '网络不稳定' : '加载失败'}
          note={error.kind === 'lost' ? '费用没有加载出来' : error.message}
          onRetry={() => void bill.refetch()}
        />
      )}
    </PageFrame>
  )
}

interface LoadedProps {
  readonly bill: Bill
  readonly refetch: () => Promise<{ error: Error | null }>
}

function Loaded({ bill, refetch }: LoadedProps) {
  const { view } = useScreen(expenseScreens.feeDetail)
  const patch = usePatch()
  const desktop = useDesktop()
  const mayCollect = useMay('order.payment')
  const [collecting, setCollecting] = useState<boolean>()
  const { orderId, orderNo, contactName, plate, groups, flows, owed } = bill

  async function refresh() {
    const { error } = await refetch()
    if (error) toast(error.message, { error: true })
  }
  const empty = groups.length === 0 && flows.length === 0
  return (
    <PageFrame
      fill
      narrow={!desktop}
      header={
        <>
          <NavBar title="费用明细" onBack={back} right={!empty && <Export bill={bill} />} />
          <p className="fee-detail-order num">
            <span>
              {orderNo} · {contactName}
            </span>
            {plate && <Plate plate={plate} size="s" />}
          </p>
          {!desktop && !empty && (
            <Segmented
              label="显示"
              className="fee-detail-switch"
              options={[
                { value: 'bill', label: '账单' },
                { value: 'flow', label: flows.length > 0 ? `流水 ${flows.length}` : '流水' },
              ]}
              value={view}
              onChange={(chosen) => patch({ view: chosen === 'bill' ? undefined : chosen })}
            />
          )}
        </>
      }
      footer={
        mayCollect &&
        owed > 0 && (
          <ActionBar>
            <Button
              variant="primary"
              size="l"
              block
              className="fee-detail-collect num"
              onClick={() => setCollecting(true)}
            >
              收款 {formatMoney(owed)}
            </Button>
          </ActionBar>
        )
      }
    >
      <Pull onRefresh={refresh}>
        {empty ? (
          <Empty title="暂无费用" note="提交订单后在这里看到费用和收支" />
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls and holds no control must be reachable by Tab.
          <section aria-label="费用" tabIndex={0} className={desktop ? 'fee-detail fee-detail-wide' : 'fee-detail'}>
            <SumsCard bill={bill} />
            {(desktop || view === 'bill') && (
              <div className="fee-detail-column">
                <BillView bill={bill} />
              </div>
            )}
            {(desktop || view === 'flow') && (
              <div className="fee-detail-column">
                <FlowsView flows={flows} />
              </div>
            )}
          </section>
        )}
      </Pull>
      {collecting !== undefined && (
        <Suspense>
          <CollectSheet orderId={orderId} open={collecting} onClose={() => setCollecting(false)} />
        </Suspense>
      )}
    </PageFrame>
  )
}

/** Gives the bill out of hand: as text for a chat, or on paper and as a PDF where the browser prints. */
function Export({ bill }: { bill: Bill }) {
  const merchantName = useUser()?.merchantName ?? ''
  const now = useNow()
  const [open, setOpen] = useState(false)
  const [printing, setPrinting] = useState(false)
  const done = useCallback(() => setPrinting(false), [])
  const print = { key: 'print', label: '打印', note: '也可存为 PDF', icon: 'document' } as const
  return (
    <>
      <NavAction onClick={() => setOpen(true)}>导出</NavAction>
      <ActionSheet
        open={open}
        onClose={() => setOpen(false)}
        title="导出费用明细"
        actions={[
          { key: 'text', label: '复制账单文字', note: '粘贴到聊天中发给客户', icon: 'copy', tone: 'primary' },
          ...(isNative() ? [] : [print]),
        ]}
        onPick={(picked) =>
          picked === 'print' ? setPrinting(true) : void copyText(billText(bill, merchantName), '账单已复制')
        }
      />
      {printing && <BillPrint bill={bill} merchantName={merchantName} at={now} onDone={done} />}
    </>
  )
}
