import './desk.css'
import { merchantStatus } from '@cheyi/domain/merchant/codes'
import { type ReviewAction, reviewActionNames } from '@cheyi/domain/merchant/review-steps'
import { formatDateTime } from '@cheyi/domain/time'
import { useState } from 'react'
import { calls } from '../../kernel/calls.gen.ts'
import { useList } from '../../kernel/lists.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Cell } from '../../ui/cell.tsx'
import { Empty, LoadError } from '../../ui/empty.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ReviewSheet } from './review-sheet.tsx'
import { actionsOf, type Merchant } from './reviewing.ts'

const tabs = [
  { key: 'reviewing', label: '待审核' },
  { key: 'normal', label: '已开通' },
  { key: 'suspended', label: '已停用' },
] as const
type Tab = (typeof tabs)[number]['key']

/** The platform's list of merchants: who waits, who works, who was stopped. */
export default function Desk({ keyword }: { keyword: string }) {
  const [tab, setTab] = useState<Tab>('reviewing')
  const [reviewed, setReviewed] = useState<{ merchant: Merchant; action: ReviewAction | null } | null>(null)
  const merchants = useList(calls.operator.merchants, { status: merchantStatus[tab], name: keyword })
  const counts = merchants.first?.counts
  return (
    <>
      <div className="desk-tabs">
        <Tabs
          label="商家状态"
          items={tabs.map((one) => ({ ...one, count: counts?.[one.key] }))}
          value={tab}
          onChange={setTab}
        />
      </div>
      {merchants.isPending ? (
        <Skeleton shape="rows" cards={1} />
      ) : merchants.error ? (
        <LoadError onRetry={() => void merchants.restart()} />
      ) : merchants.items.length === 0 ? (
        <Empty title={tab === 'reviewing' ? '没有待审核的商家' : '暂无商家'} />
      ) : (
        <ul className="desk-list" aria-label="商家列表">
          {merchants.items.map((merchant) => (
            <li key={merchant.merchantId}>
              <Card>
                <Cell
                  label={merchant.name}
                  note={
                    <>
                      {[merchant.contactName, merchant.city].filter(Boolean).join(' · ')}
                      <br />
                      注册于 {formatDateTime(merchant.createdAt)}
                      {merchant.note && (
                        <>
                          <br />
                          <span className="desk-note">
                            {tab === 'reviewing' ? '已驳回' : '停用原因'}：{merchant.note}
                          </span>
                        </>
                      )}
                    </>
                  }
                  onClick={() => setReviewed({ merchant, action: null })}
                />
                <p className="desk-actions">
                  {actionsOf(merchant.status).map((action) => (
                    <Button
                      key={action}
                      size="s"
                      variant={action === 'approve' || action === 'resume' ? 'tint' : 'danger'}
                      onClick={() => setReviewed({ merchant, action })}
                    >
                      {reviewActionNames[action]}
                    </Button>
                  ))}
                </p>
              </Card>
            </li>
          ))}
        </ul>
      )}
      {merchants.hasMore && (
        <Button variant="text" block loading={merchants.isLoadingMore} onClick={merchants.loadMore}>
          加载更多
        </Button>
      )}
      {reviewed && (
        <ReviewSheet
          key={`${reviewed.merchant.merchantId}-${reviewed.action}`}
          {...reviewed}
          onClose={() => setReviewed(null)}
          onPick={(action) => setReviewed({ ...reviewed, action })}
        />
      )}
    </>
  )
}
