import { formatMoment } from '@cheyi/domain/near'
import { fineText, needsHandling } from '@cheyi/domain/rental/violation/violation'
import { useNow } from '../../../kernel/now.ts'
import { Link } from '../../../kernel/page/link.tsx'
import { Page } from '../../../page/page.tsx'
import { ShopHead } from '../../../platform/customer-link/parts/shop-head.tsx'
import { Notice, Stack, Text } from '../../../ui/layout.tsx'
import { RecordCard } from '../../../ui/show/record-card.tsx'
import { Tag, type Tone } from '../../../ui/show/tag.tsx'
import { violationScreens } from '../screens.ts'
import NoticePage, { type CustomerNotice } from './notice-page.tsx'

interface CustomerPageProps {
  readonly t: string
  readonly notice: CustomerNotice
  /** No single violation was chosen. */
  readonly all: boolean
  readonly reload: () => void
}

/** The page of a customer's link: the violation, or a list of those in the same notice. */
export default function CustomerPage({ t, notice, all, reload }: CustomerPageProps) {
  const now = useNow()
  const { cases } = notice
  if (!all || cases.length === 1) return <NoticePage key={notice.violationId} t={t} notice={notice} reload={reload} />
  const open = cases.filter(isOpen).length
  return (
    <Page onBack={null}>
      <Stack gap={12}>
        <ShopHead shop={notice} />
        <Notice tone={open > 0 ? 'warning' : 'success'}>
          {open > 0 ? `共 ${cases.length} 条违章，${open} 条待您处理` : `共 ${cases.length} 条违章，均已提交或处理`}
        </Notice>
        {cases.map((one) => {
          const { text, tone } = stateOf(one)
          return (
            <RecordCard
              key={one.violationId}
              title={
                <Link to={violationScreens.customer} with={{ t, violationId: one.violationId }} className="card-link">
                  {one.act}
                </Link>
              }
              end={<Tag tone={tone}>{text}</Tag>}
            >
              <Text as="p" num>
                {one.plate} · {formatMoment(one.occurAt, now)}
              </Text>
              <Text as="p" num>
                罚款 {fineText(one.fine)} · 记 {one.points} 分
              </Text>
            </RecordCard>
          )
        })}
      </Stack>
    </Page>
  )
}

type Case = CustomerNotice['cases'][number]

const isOpen = ({ status, answered, may }: Case): boolean => needsHandling(status) && may && !answered

function stateOf(one: Case): { readonly text: string; readonly tone: Tone } {
  if (isOpen(one)) return { text: '待处理', tone: 'warning' }
  if (one.answered) return { text: '已提交', tone: 'primary' }
  return needsHandling(one.status) ? { text: '门店处理中', tone: 'primary' } : { text: '已处理', tone: 'success' }
}
