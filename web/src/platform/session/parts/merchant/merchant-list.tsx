import './merchant-list.css'
import { calls, send } from '../../../../kernel/call/calls.ts'
import { overlay } from '../../../../kernel/overlay.ts'
import { signIn } from '../../../../kernel/user.ts'
import { Answer } from '../../../../page/page.tsx'
import { Search } from '../../../../ui/field/search.tsx'
import { Empty } from '../../../../ui/frame/empty.tsx'
import { Box, Card, Cell, Row, Stack, Text } from '../../../../ui/layout.tsx'
import { Avatar, Tag } from '../../../../ui/show/tag.tsx'
import { filterMerchants, type Merchant, recentMerchant, useMerchantQuery } from './merchants.ts'

const tones = ['success', 'warning', 'purple', 'neutral', 'primary'] as const

export interface MerchantListProps {
  /** The text of the search box, which belongs to the parent component. */
  keyword: string
  /** The current merchant of the user, marked in the list and not selectable. */
  current?: string
  /** Called after the chosen merchant was entered. */
  onEntered?: () => void
  /** Offered if the list is empty. */
  onLeave?: () => void
}

/** The merchants that the user may enter and whose name contains the keyword; the one entered last comes first. */
export function MerchantList({ keyword, current, onEntered, onLeave }: MerchantListProps) {
  const merchants = useMerchantQuery()
  const all = merchants.data?.list ?? []
  const found = filterMerchants(all, keyword)
  // Inside a merchant, the merchant entered last is the current one.
  const recent = keyword || current ? undefined : recentMerchant(all)

  async function enter(merchantId: string) {
    const hide = overlay.show()
    try {
      signIn(await send(calls.session.switchMerchant, { merchantId }))
      onEntered?.()
    } catch {
      // No message by design: the list stays open, and another tap retries.
    } finally {
      hide()
    }
  }
  const row = (merchant: Merchant, last?: boolean) => (
    <Cell
      key={merchant.merchantId}
      lead={
        <Avatar square tone={tones[Number(merchant.merchantId) % tones.length]}>
          {merchant.name.slice(0, 1)}
        </Avatar>
      }
      label={
        <Row as="span" gap={8} wrap weight="m">
          {merchant.name}
          {last && <Tag tone="primary">上次</Tag>}
          {merchant.merchantId === current && <Tag tone="success">当前</Tag>}
        </Row>
      }
      note={`ID ${merchant.merchantId} · ${merchant.storeCount} 家门店`}
      onClick={merchant.merchantId === current ? undefined : () => void enter(merchant.merchantId)}
    />
  )
  if (!merchants.data) return <Answer of={merchants}>{() => null}</Answer>
  if (all.length === 0) {
    return <Empty title="没有可进入的商家" action={onLeave && { label: '退出登录', onClick: onLeave }} />
  }
  return (
    <Stack gap={12} className="merchant-list">
      {recent && (
        <section aria-label="最近进入">
          <Text as="h2" pad={[4, 4, 8]} note weight="r">
            最近进入
          </Text>
          <Card>{row(recent, true)}</Card>
        </section>
      )}
      {found.length === 0 ? (
        <Empty art="search" title="没有匹配的商家" note={`名称中没有「${keyword}」`} />
      ) : (
        <section aria-label="全部商家">
          <Text as="h2" pad={[4, 4, 8]} note weight="r" num>
            {keyword ? `匹配 ${found.length}` : `全部商家 ${found.length}`}
          </Text>
          <Card>{found.map((merchant) => row(merchant))}</Card>
        </section>
      )}
    </Stack>
  )
}

/** Filters while the user types, because the complete list is loaded. */
export function MerchantSearch({ value, onChange }: { value: string; onChange: (keyword: string) => void }) {
  return (
    <Box pad={[4, 16, 12]} narrow>
      <Search value={value} onChange={onChange} placeholder="请输入搜索关键字" debounce={0} />
    </Box>
  )
}
