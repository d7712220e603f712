import { needsHandling } from '@cheyi/domain/rental/violation/violation'
import { useNow } from '../../../kernel/now.ts'
import { Link } from '../../../kernel/page/link.tsx'
import { Page } from '../../../page/page.tsx'
import { AsWritten, Sent } from '../../../platform/customer-link/parts/as-written.tsx'
import { ShopHead } from '../../../platform/customer-link/parts/shop-head.tsx'
import { Notice, Stack, Text } from '../../../ui/layout.tsx'
import { RecordCard } from '../../../ui/show/record-card.tsx'
import { Tag, type Tone } from '../../../ui/show/tag.tsx'
import { sayMoment } from '../../../words/dates.ts'
import { say } from '../../../words/words.ts'
import { violationScreens } from '../screens.ts'
import NoticePage, { type CustomerNotice, fineWords } from './notice-page.tsx'

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
          {open > 0
            ? say('共 {n} 条违章，{open} 条待您处理', { n: cases.length, open })
            : say('共 {n} 条违章，均已提交或处理', { n: cases.length })}
        </Notice>
        {cases.map((one) => {
          const { text, tone } = stateOf(one)
          return (
            <RecordCard
              key={one.violationId}
              title={
                <Link to={violationScreens.customer} with={{ t, violationId: one.violationId }} className="card-link">
                  <Sent text={one.act} />
                </Link>
              }
              end={<Tag tone={tone}>{text}</Tag>}
            >
              <Text as="p" num>
                <AsWritten>{one.plate}</AsWritten> · {sayMoment(one.occurAt, now)}
              </Text>
              <Text as="p" num>
                {fineWords(one.fine)} · {say('记 {n} 分', { n: one.points })}
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
  if (isOpen(one)) return { text: say('待处理'), tone: 'warning' }
  if (one.answered) return { text: say('已提交'), tone: 'primary' }
  return needsHandling(one.status)
    ? { text: say('门店处理中'), tone: 'primary' }
    : { text: say('已处理'), tone: 'success' }
}
