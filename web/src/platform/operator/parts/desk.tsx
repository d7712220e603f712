import './desk.css'
import { merchantStatus } from '@cheyi/domain/platform/merchant/codes'
import { type ReviewAction, reviewActionNames } from '@cheyi/domain/platform/merchant/review-steps'
import { formatDateTime } from '@cheyi/domain/time'
import { useState } from 'react'
import { calls } from '../../../kernel/call/calls.ts'
import { useList } from '../../../kernel/call/lists.ts'
import { open } from '../../../page/open.ts'
import { Answer } from '../../../page/page.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import { Tabs } from '../../../ui/frame/tabs.tsx'
import { Box, Button, Card, Cell, Row, Stack, Text } from '../../../ui/layout.tsx'
import { actionsOf, type Merchant } from './reviewing.ts'

const tabs = [
  { key: 'reviewing', label: '待审核' },
  { key: 'normal', label: '已开通' },
  { key: 'suspended', label: '已停用' },
] as const
type Tab = (typeof tabs)[number]['key']

const review = (merchant: Merchant, begun: ReviewAction | null) =>
  void open(() => import('./review-sheet.tsx'), { merchant, begun })

/** The platform's list of merchants by status: in review, active, stopped. */
export default function Desk({ keyword }: { keyword: string }) {
  const [tab, setTab] = useState<Tab>('reviewing')
  const merchants = useList(calls.operator.merchants, { status: merchantStatus[tab], name: keyword }, { quiet: false })
  const counts = merchants.first?.counts
  return (
    <>
      <Box fill="surface" below={12} className="desk-tabs">
        <Tabs
          label="商家状态"
          items={tabs.map((one) => ({ ...one, count: counts?.[one.key] }))}
          value={tab}
          onChange={setTab}
        />
      </Box>
      <Answer of={{ data: merchants.first, error: merchants.error, refetch: merchants.restart }}>
        {() => merchants.items.length === 0 && <Empty title={tab === 'reviewing' ? '没有待审核的商家' : '暂无商家'} />}
      </Answer>
      {merchants.items.length > 0 && (
        <Stack as="ul" gap={12} aria-label="商家列表">
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
                          <Text ink="danger">
                            {tab === 'reviewing' ? '已驳回' : '停用原因'}：{merchant.note}
                          </Text>
                        </>
                      )}
                    </>
                  }
                  onClick={() => review(merchant, null)}
                />
                <Row as="p" gap={8} pad={[0, 12, 12]} align="stretch" justify="end">
                  {actionsOf(merchant.status).map((action) => (
                    <Button
                      key={action}
                      size="s"
                      variant={action === 'approve' || action === 'resume' ? 'tint' : 'danger'}
                      onClick={() => review(merchant, action)}
                    >
                      {reviewActionNames[action]}
                    </Button>
                  ))}
                </Row>
              </Card>
            </li>
          ))}
        </Stack>
      )}
      {merchants.hasMore && (
        <Button variant="text" block loading={merchants.isLoadingMore} onClick={merchants.loadMore}>
          加载更多
        </Button>
      )}
    </>
  )
}
